// Packets of a chain, start(p) = argmax T(n) over |n − 12672·p − ρ| ≤ REACH if the whole packet lies in the recording;
// a packet is found if T reaches the threshold.
// One invocation per slot. Needs lib/packet.
override GROUP: u32;          // invocations per workgroup
override BLOCK_PACKETS: u32;  // slots in a block
override BLOCK_HOP: u32;      // samples from block to block
override BLOCK_LEAD: i32;     // samples of a block's row before its first start
override PACKET_SAMPLES: i32;
override METRIC_LENGTH: u32;  // starts in a block's row of the metric
override METRIC_MARGIN: i32;  // of them before the block's first start
override REACH: i32;          // samples
override THRESHOLD: f32;      // T of a packet
override NONE: i32;           // a block without packets; an unknown offset
struct Params {
  slots: u32,
  firstBlock: u32,  // the page's first block, 2^32 − 1 before the recording
  length: u32,      // samples in the recording
  firstOffset: i32, // sample of the recording where packet 0 of the stream starts
}
@group(0) @binding(0) var<storage, read> metric: array<f32>;
@group(0) @binding(1) var<storage, read> chains: array<i32>;
@group(0) @binding(2) var<storage, read_write> packets: array<Packet>;
@group(0) @binding(3) var<uniform> params: Params;

fn nearestPacket(n: i32) -> i32 {
  let x = n - params.firstOffset + PACKET_SAMPLES / 2;
  return select(x / PACKET_SAMPLES, (x + 1) / PACKET_SAMPLES - 1, x < 0);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = id.x;
  if (slot >= params.slots) { return; }
  let b = slot / BLOCK_PACKETS;
  let place = i32(slot % BLOCK_PACKETS);
  let previous = chains[b];
  let chain = chains[b + 1];
  let expected = place * PACKET_SAMPLES + chain;
  let origin = (params.firstBlock + b) * BLOCK_HOP;
  let ahead = i32(min(params.length - min(origin, params.length), 0x7fffffffu));
  let first = select(expected - REACH, max(expected - REACH, 0), origin == 0);
  let last = min(expected + REACH, ahead - PACKET_SAMPLES);
  if (chain == NONE || first > last) {
    packets[slot] = Packet(BLOCK_LEAD + place * PACKET_SAMPLES, 0u, 0.0, place);
    return;
  }
  let row = i32(b * METRIC_LENGTH) + METRIC_MARGIN;
  var start = first;
  for (var n = first + 1; n <= last; n++) {
    if (metric[row + n] > metric[row + start]) { start = n; }
  }
  let T = metric[row + start];
  // The previous block has found this packet if its chain, continued, would place the next one half a packet later.
  let doubled = place == 0 && previous != NONE && chain < previous - PACKET_SAMPLES / 2;
  let found = T >= THRESHOLD && !doubled;
  let index = select(nearestPacket(start), place, params.firstOffset == NONE);
  packets[slot] = Packet(start + BLOCK_LEAD, u32(found), T, index);
}
