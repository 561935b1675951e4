// Bit errors of the packets in slots. The frame of a slot is the one of the table that begins nearest to the packet, within
// the slot. One workgroup per slot. Needs lib/frame.
override LANES: u32;  // invocations per workgroup
override OCTETS: u32; // of a PSDU
struct Params {
  slots: u32,
  slot: u32, // samples per slot
  lead: u32, // samples of a slot before its packet
}
const MISSED = 0xffffffffu;
@group(0) @binding(0) var<storage, read> frames: array<Frame>; // in the order of their starts
@group(0) @binding(1) var<storage, read> counts: array<u32>;   // frames, …
@group(0) @binding(2) var<storage, read> sent: array<u32>;     // [slot][⌈OCTETS/4⌉]
@group(0) @binding(3) var<storage, read> psdu: array<u32>;     // of each frame from word firstWord on
@group(0) @binding(4) var<storage, read_write> errors: array<u32>; // [slot]; MISSED if the packet was not received
@group(0) @binding(5) var<uniform> params: Params;

var<workgroup> wrong: atomic<u32>;

// The first frame that does not begin before a sample.
fn firstFrom(sample: u32) -> u32 {
  var low = 0u;
  var high = counts[0];
  while (low < high) {
    let middle = (low + high) / 2u;
    if (frames[middle].start < sample) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

@compute @workgroup_size(LANES)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let slot = group.y * groups.x + group.x;
  if (slot >= params.slots) { return; }
  let packet = slot * params.slot + params.lead;
  var nearest = MISSED;
  var distance = MISSED;
  for (var f = firstFrom(slot * params.slot); f < counts[0] && frames[f].start < (slot + 1u) * params.slot; f++) {
    let away = u32(abs(i32(frames[f].start - packet)));
    if (away < distance) {
      nearest = f;
      distance = away;
    }
  }
  let frame = frames[min(nearest, arrayLength(&frames) - 1u)];
  let received = nearest != MISSED && frame.status == 0u;
  let whole = received && frame.length == OCTETS;
  let words = (OCTETS + 3u) / 4u;
  if (whole) {
    var count = 0u;
    for (var w = lane; w < words; w += LANES) {
      count += countOneBits(sent[slot * words + w] ^ psdu[frame.firstWord + w]);
    }
    atomicAdd(&wrong, count);
  }
  workgroupBarrier();
  if (lane == 0u) {
    // An error beyond the bits, which cannot happen, would show in the check.
    let bits = max(atomicLoad(&wrong), 1u - frame.intact);
    errors[slot] = select(MISSED, select(8u * OCTETS, bits, whole), received);
  }
}
