// What a decoder learned of the sent bits beyond its input, at the places where they were sent: posterior − input, limited to ±MOST. Bits without
// a coded bit have the prior 0. One invocation per row and packet.
override GROUP: u32;    // invocations per workgroup
override MOST: f32;     // largest prior
const EMPTY = 0xffffffffu;
struct Params {
  packets: u32,
  rows: u32,   // bits of a packet's symbols
  length: u32, // coded bits of a packet
}
@group(0) @binding(0) var<storage, read> input: array<f32>;         // [packet][length]
@group(0) @binding(1) var<storage, read> posterior: array<f32>;     // [packet][length]
@group(0) @binding(2) var<storage, read> bitAt: array<u32>;         // [row], the coded bit of a row
@group(0) @binding(3) var<storage, read_write> priors: array<f32>;  // [row][packet]
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let packet = id.x;
  let row = id.y + groups.y * id.z;
  if (packet >= params.packets || row >= params.rows) { return; }
  let bit = bitAt[row];
  let at = packet * params.length + select(bit, 0u, bit == EMPTY);
  let learned = clamp(posterior[at] - input[at], -MOST, MOST);
  priors[row * params.packets + packet] = select(learned, 0.0, bit == EMPTY);
}
