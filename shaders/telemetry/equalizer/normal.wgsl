// Normal equations of the least-squares equalizers, R c = ĝ: first column r(k) = Σn ĥ(n)·ĥ*(n−k) of R, with ridge·σ̂² added to
// r(0), and ĝ[t] = ĥ*[ORIGIN − t]. One workgroup per slot, one invocation per entry of r and entry of ĝ.
// Needs lib/complex.
override SIZE: u32;   // unknowns
override BAND: u32;   // taps of ĥ: entries of r
override ORIGIN: u32; // entry of ĝ from ĥ's first tap
override GROUP: u32;  // invocations per workgroup, at least BAND
struct Params { ridge: f32, }
@group(0) @binding(0) var<storage, read> impulse: array<vec2f>;
@group(0) @binding(1) var<storage, read> noise: array<f32>;
@group(0) @binding(2) var<storage, read_write> column: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> right: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> h: array<vec2f, BAND>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let slot = group.x;
  if (i < BAND) { h[i] = impulse[slot * BAND + i]; }
  workgroupBarrier();
  if (i < BAND) {
    var r = vec2f();
    for (var n = i; n < BAND; n++) { r += mulConj(h[n], h[n - i]); }
    if (i == 0) { r = vec2f(r.x + params.ridge * noise[slot], 0.0); }
    column[slot * BAND + i] = r;
  }
  for (var t = i; t < SIZE; t += GROUP) {
    let n = ORIGIN - t; // wraps beyond ĥ's first tap
    right[slot * SIZE + t] = select(vec2f(), conj(h[min(n, BAND - 1)]), n < BAND);
  }
}
