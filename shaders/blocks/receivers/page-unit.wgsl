// A page of complex samples in units of a power of two, y = x/2^e, where 2^e is near the largest part; e = 0 between 2^−PLAIN and
// 2^PLAIN. Two tasks: the largest part, and the division. One invocation per sample. Needs lib/power-unit.
override GROUP: u32; // invocations per workgroup
override TASK: u32;  // in this order
const PEAK = 0u;
const PLAIN = 65536.0; // 2^16: fourth powers of samples up to it stay in float32's range
struct Params { length: u32, }
@group(0) @binding(0) var<storage, read> x: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> peak: array<atomic<u32>>; // the pattern of the largest part; zero before the page
@group(0) @binding(2) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= params.length) { return; }
  if (TASK == PEAK) {
    let pattern = bitcast<u32>(largestPart(x[n]));
    // Few samples change it.
    if (pattern > atomicLoad(&peak[0])) { atomicMax(&peak[0], pattern); }
    return;
  }
  let largest = bitcast<f32>(atomicLoad(&peak[0]));
  var scale = 1.0;
  if (largest > PLAIN || largest < 1.0 / PLAIN) { scale = inversePower(largest); }
  y[n] = scale * x[n];
}
