// One tap per frequency, Z = G·C·Y with C = H*/(|H|² + N0); N0 = 0 forces zeros, except where |H|² is below the floor:
// there C = 0. The scale of a channel is the mean of C·H: the part of a symbol that a single carrier keeps. One invocation per
// frequency of a packet's blocks; the first of each channel adds up its scale. Needs lib/complex.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // N
override OWN: u32;    // 1: each packet has its channel
struct Params {
  points: u32, // frequencies of a packet's blocks
  noise: f32,  // N0
  gain: f32,   // G
  floor: f32,
}
@group(0) @binding(0) var<storage, read> response: array<vec2f>;       // H: [packet][N] or [N]
@group(0) @binding(1) var<storage, read> spectra: array<vec2f>;          // Y: [packet][point]
@group(0) @binding(2) var<storage, read_write> equalized: array<vec2f>;  // Z: [packet][point]
@group(0) @binding(3) var<storage, read_write> scales: array<f32>;       // [packet] or [1]
@group(0) @binding(4) var<uniform> params: Params;

fn tap(h: vec2f) -> vec2f {
  let power = dot(h, h);
  return select(conj(h) / (power + params.noise), vec2f(), power + params.noise < params.floor);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.y;
  if (id.x >= params.points) { return; }
  let channel = packet * OWN * LENGTH;
  let at = packet * params.points + id.x;
  equalized[at] = params.gain * mul(tap(response[channel + id.x % LENGTH]), spectra[at]);
  if (id.x > 0u || (OWN == 0u && packet > 0u)) { return; }
  var sum = 0.0;
  for (var k = 0u; k < LENGTH; k++) { sum += mul(tap(response[channel + k]), response[channel + k]).x; }
  scales[packet * OWN] = sum / f32(LENGTH);
}
