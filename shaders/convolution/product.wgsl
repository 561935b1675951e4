// Spectra times their filters', X[s][k] ← X[s][k]·H[s][k], or ·H[k] if all signals share one filter; one invocation per bin,
// one row of workgroups per signal.
// Needs lib/complex.
override GROUP: u32;         // invocations per workgroup
override LENGTH: u32;        // bins
override FILTER_STRIDE: u32; // bins from one signal's H to the next's: LENGTH, or 0 if all share one
@group(0) @binding(0) var<storage, read_write> spectra: array<vec2f>;
@group(0) @binding(1) var<storage, read> filters: array<vec2f>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= LENGTH) { return; }
  let at = id.y * LENGTH + id.x;
  spectra[at] = mul(spectra[at], filters[id.y * FILTER_STRIDE + id.x]);
}
