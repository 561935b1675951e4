// Bit errors of a packet, e[s] = Σk popcount(â[s,k] ⊕ a[s,k]) over its data words; LANES neighbouring invocations per packet (slot).
// Needs lib/packet.
override GROUP: u32;         // invocations per workgroup: LANES for each of 1 to 8 slots
override WORDS: u32;         // words in a packet
override KNOWN: u32;         // leading words that are known and not counted
override BLOCK_PACKETS: u32; // slots in a block
override BLOCK_ROWS: u32;    // rows of reference bits in a block
override FIRST_ROW: u32;     // row of the block's first packet
const LANES = 32u;
@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read> bits: array<u32>;
@group(0) @binding(2) var<storage, read> decisions: array<u32>;
@group(0) @binding(3) var<storage, read_write> errors: array<u32>;

var<workgroup> counts: array<u32, GROUP>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let slot = (group.x * GROUP + local) / LANES;
  let packet = packets[slot];
  let row = packet.index + i32(FIRST_ROW);
  let isKnown = packet.found != 0u && row >= 0 && row < i32(BLOCK_ROWS);
  var count = 0u;
  if (isKnown) {
    let reference = ((slot / BLOCK_PACKETS) * BLOCK_ROWS + u32(row)) * WORDS;
    for (var k = KNOWN + local % LANES; k < WORDS; k += LANES) {
      count += countOneBits(decisions[slot * WORDS + k] ^ bits[reference + k]);
    }
  }
  counts[local] = count;
  workgroupBarrier();
  if (local % LANES == 0u) {
    for (var i = 1u; i < LANES; i++) { count += counts[local + i]; }
    errors[slot] = select(0xffffffffu, count, isKnown);
  }
}
