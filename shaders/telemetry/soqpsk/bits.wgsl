// Bits of packets: known words, then data from Philox(word / 4, packet; seed), or from the PN sequence at 6144·packet.
// One invocation per word; rows of packets along y, blocks along z. Needs lib/random, lib/phasor, lib/words.
override GROUP: u32;         // invocations per workgroup
override WORDS: u32;         // words in a packet
override KNOWN: u32;         // leading words that are the same in all packets
override BLOCK_PACKETS: u32; // packets from one block to the next
override ROWS: u32;          // rows in a block
override FIRST_ROW: u32;     // row of the block's own first packet
override PERIOD: u32;        // bits in a period of the PN sequence
override PACKET_SHIFT: u32;  // bits that a packet advances the PN sequence, modulo the period
const STREAM = 1u;           // of random numbers
struct Params { firstBlock: i32, seed: u32, random: u32, }
@group(0) @binding(0) var<storage, read> known: array<u32>;
@group(0) @binding(1) var<storage, read> sequence: array<u32>; // a period of the PN sequence and 32 bits more
@group(0) @binding(2) var<storage, read_write> bits: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;

fn dataWord(packet: i32, word: u32) -> u32 {
  if (params.random == 1u) {
    return philox(vec4u(word / 4u, bitcast<u32>(packet), 0u, 0u), vec2u(params.seed, STREAM))[word % 4u];
  }
  let period = i32(PERIOD);
  let advance = (packet % period + period) * i32(PACKET_SHIFT) + i32(word * 32u);
  let at = u32(advance % period);
  return straddle(sequence[at / 32u], sequence[at / 32u + 1u], at % 32u);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = id.x;
  if (word >= WORDS) { return; }
  let packet = (params.firstBlock + i32(id.z)) * i32(BLOCK_PACKETS) + i32(id.y) - i32(FIRST_ROW);
  let at = (id.z * ROWS + id.y) * WORDS + word;
  if (word < KNOWN) {
    bits[at] = known[word];
  } else {
    bits[at] = dataWord(packet, word - KNOWN);
  }
}
