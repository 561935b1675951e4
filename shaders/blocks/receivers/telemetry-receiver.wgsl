// Data of the found packets, in order, as bits and as frames. The first task gives each packet its place, with one workgroup; the
// second one copies a word of data per invocation. A packet that the end of the signal cuts off is left out.
// Needs lib/packet, lib/prefix-sum.
override GROUP: u32;          // invocations per workgroup
override TASK: u32;           // 0: places; 1: copies
override BLOCK_PACKETS: u32;  // slots in a block
override BLOCK_LENGTH: u32;   // samples in a block's row
override PACKET_SAMPLES: i32;
override PACKET_WORDS: u32;   // words of decided bits per slot
override KNOWN_WORDS: u32;    // of them known
const NONE = 0xffffffffu;
const END = 32i;              // last samples of a packet that must not all be 0
struct Params { slots: u32, }
@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read> samples: array<vec2f>;
@group(0) @binding(2) var<storage, read> decisions: array<u32>;
@group(0) @binding(3) var<storage, read_write> places: array<u32>;      // [slot]: its packet's number, or NONE
@group(0) @binding(4) var<storage, read_write> bits: array<u32>;
@group(0) @binding(5) var<storage, read_write> frames: array<u32>;
@group(0) @binding(6) var<storage, read_write> bitCount: array<u32>;
@group(0) @binding(7) var<storage, read_write> frameCount: array<u32>;  // words of frames
@group(0) @binding(8) var<uniform> params: Params;

fn isWhole(slot: u32) -> bool {
  if (packets[slot].found == 0u) { return false; }
  let end = i32(slot / BLOCK_PACKETS * BLOCK_LENGTH) + packets[slot].start + PACKET_SAMPLES;
  for (var i = 1i; i <= END; i++) {
    if (any(samples[end - i] != vec2f())) { return true; }
  }
  return false;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let words = PACKET_WORDS - KNOWN_WORDS;
  if (TASK == 0u) {
    var before = 0u;
    for (var first = 0u; first < params.slots; first += GROUP) {
      let slot = first + local;
      let given = slot < params.slots && isWhole(min(slot, params.slots - 1u));
      let sums = prefixSum(local, u32(given));
      if (slot < params.slots) { places[slot] = select(NONE, before + sums.x, given); }
      before += sums.y;
    }
    if (local == 0u) {
      bitCount[0] = 32u * words * before;
      frameCount[0] = (1u + words) * before;
    }
    return;
  }
  let n = id.y * groups.x * GROUP + id.x;
  let slot = n / words;
  if (slot >= params.slots) { return; }
  let place = places[slot];
  if (place == NONE) { return; }
  let k = n % words;
  let word = decisions[slot * PACKET_WORDS + KNOWN_WORDS + k];
  for (var i = 0u; i < 32u; i++) { bits[32u * (place * words + k) + i] = (word >> i) & 1u; }
  if (k == 0u) { frames[place * (1u + words)] = 4u * words; }
  frames[place * (1u + words) + 1u + k] = word;
}
