// Variance of the errors of estimates as a receiver sees it, without the sent symbols: the mean of |z/scale − decision|² over the data symbols. One
// invocation per packet. Needs lib/decision.
override GROUP: u32; // invocations per workgroup
override OWN: u32;   // 1: a scale per packet
const LEAST = 1e-6;
const MOST = 1e6;
struct Params {
  packets: u32,
  symbols: u32,  // K
  training: u32, // T
}
@group(0) @binding(0) var<storage, read> estimates: array<vec2f>;      // z: [symbol][packet]
@group(0) @binding(1) var<storage, read> scales: array<f32>;           // [packet] or [1]
@group(0) @binding(2) var<storage, read_write> variances: array<f32>;  // [packet]
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.x;
  if (packet >= params.packets) { return; }
  let scale = scales[packet * OWN];
  var sum = 0.0;
  for (var k = params.training; k < params.symbols; k++) {
    let z = estimates[k * params.packets + packet] / scale;
    let error = z - decide(z);
    sum += min(dot(error, error), MOST);
  }
  variances[packet] = clamp(sum / f32(params.symbols - params.training), LEAST, MOST);
}
