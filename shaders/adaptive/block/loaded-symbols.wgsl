// Symbols of loaded carriers, s[k] = gain·amplitude·point of the label's lowest bits, as many as the carrier has. Points of 2^b-QAM
// start at entry 2^b of the table. One invocation per carrier of a packet's blocks.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // N
override OWN: u32;    // 1: each packet has its loads
struct Params {
  packets: u32,
  symbols: u32, // K
  guard: u32,
  gain: f32,
}
@group(0) @binding(0) var<storage, read> labels: array<u32>;          // [word][packet], four labels each
@group(0) @binding(1) var<storage, read> points: array<vec2f>;        // by 2^b + label
@group(0) @binding(2) var<storage, read> loads: array<vec2u>;         // [carrier][packet] or [carrier]: bits, bits before
@group(0) @binding(3) var<storage, read> amplitudes: array<f32>;      // likewise
@group(0) @binding(4) var<storage, read_write> symbols: array<vec2f>; // [packet][symbol]
@group(0) @binding(5) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let k = id.x;
  let packet = id.y;
  if (k >= params.symbols) { return; }
  let row = params.guard + k;
  let label = labels[(row / 4u) * params.packets + packet] >> (8u * (row % 4u));
  let carrier = select(k % LENGTH, (k % LENGTH) * params.packets + packet, OWN == 1u);
  let size = 1u << loads[carrier].x;
  symbols[packet * params.symbols + k] = params.gain * amplitudes[carrier] * points[size + (label & (size - 1u))];
}
