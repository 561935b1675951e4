// Bit errors by position in the packet, e[k] = Σs popcount(â[s,k] ⊕ a[s,k]) over the packets found; one invocation per word k.
// Needs lib/packet.
override GROUP: u32;         // invocations per workgroup
override WORDS: u32;         // words in a packet
override BLOCK_PACKETS: u32; // slots in a block
override BLOCK_ROWS: u32;    // rows of reference bits in a block
override FIRST_ROW: u32;     // row of the block's first packet
struct Params { slots: u32, }
@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read> bits: array<u32>;
@group(0) @binding(2) var<storage, read> decisions: array<u32>;
@group(0) @binding(3) var<storage, read_write> errors: array<u32>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let k = id.x;
  if (k >= WORDS) { return; }
  var count = 0u;
  for (var slot = 0u; slot < params.slots; slot++) {
    let packet = packets[slot];
    let row = packet.index + i32(FIRST_ROW);
    if (packet.found == 0u || row < 0 || row >= i32(BLOCK_ROWS)) { continue; }
    let reference = ((slot / BLOCK_PACKETS) * BLOCK_ROWS + u32(row)) * WORDS;
    count += countOneBits(decisions[slot * WORDS + k] ^ bits[reference + k]);
  }
  errors[k] = count;
}
