// Samples as a windowed transform wants them: y[n] = c[m]·x[m], m = (n + ROTATION) mod LENGTH, for each of a batch.
// One invocation per sample. Needs lib/complex.
override GROUP: u32;    // invocations per workgroup
override LENGTH: u32;   // points of a transform
override ROTATION: u32; // less than LENGTH
struct Params { samples: u32, } // of all transforms
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> factors: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i >= params.samples) { return; }
  let n = i % LENGTH;
  let m = (n + ROTATION) % LENGTH;
  output[i] = mul(input[i - n + m], factors[m]);
}
