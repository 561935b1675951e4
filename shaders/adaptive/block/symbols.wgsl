// Symbols of packets one after another, s[k] = gain·points[label of symbol k]. One invocation per symbol of a packet.
override GROUP: u32; // invocations per workgroup
struct Params {
  packets: u32,
  symbols: u32, // K
  guard: u32,
  gain: f32,
}
@group(0) @binding(0) var<storage, read> labels: array<u32>;        // [word][packet], four labels each
@group(0) @binding(1) var<storage, read> points: array<vec2f>;      // by label
@group(0) @binding(2) var<storage, read_write> symbols: array<vec2f>; // [packet][symbol]
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let k = id.x;
  let packet = id.y;
  if (k >= params.symbols) { return; }
  let row = params.guard + k;
  let word = labels[(row / 4u) * params.packets + packet];
  symbols[packet * params.symbols + k] = params.gain * points[(word >> (8u * (row % 4u))) & 0xffu];
}
