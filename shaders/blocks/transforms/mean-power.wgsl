// Mean power of each bin over AVERAGE transforms, P[k] = SCALE·Σ |X[k]|², or 10·log10 of it; one invocation per bin.
override GROUP: u32; // invocations per workgroup
override LENGTH: u32;
override AVERAGE: u32;
override SCALE: f32;
override FLOOR: f32; // smallest power in dB
override DECIBELS: bool;
struct Params { bins: u32, } // of all spectra
@group(0) @binding(0) var<storage, read> transforms: array<vec2f>; // [spectrum][transform][LENGTH]
@group(0) @binding(1) var<storage, read_write> spectra: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i >= params.bins) { return; }
  var sum = 0.0;
  for (var a = 0u; a < AVERAGE; a++) {
    let x = transforms[(i / LENGTH * AVERAGE + a) * LENGTH + i % LENGTH];
    sum += dot(x, x);
  }
  let power = SCALE * sum;
  spectra[i] = select(power, 3.0102999566398120 * log2(max(power, FLOOR)), DECIBELS);
}
