// The PSDUs of a table's frames as a stream of words: for each frame its length in octets, then its octets. The first task finds
// each frame's place, with one workgroup; the second one copies a frame per workgroup.
// Needs lib/wifi-frame, lib/prefix-sum.
override GROUP: u32;   // invocations per workgroup
override TASK: u32;    // 0: places; 1: copies
override INTACT: u32;  // 1: only frames whose check sequence fits
override DATA: u32;    // samples from a frame's start to its data
override SYMBOL: u32;  // samples per symbol
const NONE = 0xffffffffu;
const BEFORE = 32u;    // frames that are searched for one that contains a frame
@group(0) @binding(0) var<storage, read> counts: array<u32>; // frames, …
@group(0) @binding(1) var<storage, read> frames: array<Frame>;
@group(0) @binding(2) var<storage, read> psdu: array<u32>;
@group(0) @binding(3) var<storage, read_write> places: array<u32>; // [frame]: its first word, or NONE
@group(0) @binding(4) var<storage, read_write> words: array<u32>;
@group(0) @binding(5) var<storage, read_write> produced: array<u32>; // number of words

var<workgroup> listed: u32;

fn isGiven(f: u32) -> bool {
  let frame = frames[f];
  if (frame.status != 0u || (INTACT == 1u && frame.intact == 0u)) { return false; }
  // Data that look like a frame inside an intact frame are none.
  for (var back = 1u; back <= min(f, BEFORE); back++) {
    let other = frames[f - back];
    let end = other.start + DATA + SYMBOL * other.symbols;
    if (other.status == 0u && other.intact == 1u && frame.start < end) { return false; }
  }
  return true;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  if (TASK == 0u) {
    if (local == 0u) { listed = counts[0]; }
    let all = workgroupUniformLoad(&listed);
    var before = 0u;
    for (var first = 0u; first < all; first += GROUP) {
      let f = first + local;
      var size = 0u;
      if (f < all && isGiven(f)) { size = 1u + (frames[f].length + 3u) / 4u; }
      let sums = prefixSum(local, size);
      if (f < all) { places[f] = select(before + sums.x, NONE, size == 0u); }
      before += sums.y;
    }
    if (local == 0u) { produced[0] = before; }
    return;
  }
  let f = group.y * groups.x + group.x;
  if (f >= counts[0] || places[f] == NONE) { return; }
  let frame = frames[f];
  if (local == 0u) { words[places[f]] = frame.length; }
  for (var i = local; i < (frame.length + 3u) / 4u; i += GROUP) {
    let octets = min(4u, frame.length - 4u * i);
    let mask = select((1u << (8u * octets)) - 1u, NONE, octets == 4u);
    words[places[f] + 1u + i] = psdu[frame.firstWord + i] & mask;
  }
}
