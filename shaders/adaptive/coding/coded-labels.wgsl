// Puts coded bits into the labels of packets. Place s·BITS + b is bit b of the label of data symbol s, the most significant first. A place without
// a coded bit keeps its bit. One invocation per word of four labels and packet.
override GROUP: u32; // invocations per workgroup
override BITS: u32;  // of a label
const EMPTY = 0xffffffffu;
struct Params {
  packets: u32,
  words: u32,   // of a packet's labels
  first: u32,   // the first data symbol, guard and training included
  count: u32,   // data symbols
  width: u32,   // words of a packet's coded bits
}
@group(0) @binding(0) var<storage, read> code: array<u32>;         // [packet][width], LSB first
@group(0) @binding(1) var<storage, read> bitAt: array<u32>;        // [count·BITS], the coded bit at a place, in bits of a packet's words
@group(0) @binding(2) var<storage, read_write> labels: array<u32>; // [word][packet], four labels each
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let packet = id.x;
  let word = id.y + groups.y * id.z;
  if (packet >= params.packets || word >= params.words) { return; }
  let at = word * params.packets + packet;
  var found = labels[at];
  for (var i = 0u; i < 4u; i++) {
    let symbol = 4u * word + i - params.first;
    // Symbols before the first wrap around to large numbers.
    if (symbol >= params.count) { continue; }
    for (var b = 0u; b < BITS; b++) {
      let bit = bitAt[symbol * BITS + b];
      if (bit == EMPTY) { continue; }
      let place = 8u * i + BITS - 1u - b;
      let sent = (code[packet * params.width + bit / 32u] >> (bit % 32u)) & 1u;
      found = (found & ~(1u << place)) | (sent << place);
    }
  }
  labels[at] = found;
}
