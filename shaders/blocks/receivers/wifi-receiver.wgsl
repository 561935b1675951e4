// The PSDUs of a table's frames as a stream of words: for each frame its length in octets, then its octets. A frame of another standard is
// a note: NOTE, then its format, the words of its signal field, and LENGTH. The first task finds each frame's place, with one
// workgroup; the second one copies a frame per workgroup. Needs lib/frame, lib/prefix-sum.
override GROUP: u32;   // invocations per workgroup
override TASK: u32;    // 0: places; 1: copies
override INTACT: u32;  // 1: only frames whose check sequence fits
override TOLD: u32;    // samples after a frame's start that tell its standard
override BEGIN: u32;   // sample at which the page begins
override NOTE: u32;    // first word of a note
const NONE = 0xffffffffu;
const NOTE_WORDS = 4u; // after the first one
// A status and the first format of other standards, as in frame-table.ts and frame/formats.ts.
const OTHER_STANDARD = 7u;
const HT_MIXED = 2u;
struct Params { length: u32 } // samples
@group(0) @binding(0) var<storage, read> counts: array<u32>; // frames, …
@group(0) @binding(1) var<storage, read> frames: array<Frame>;
@group(0) @binding(2) var<storage, read> psdu: array<u32>;
@group(0) @binding(3) var<storage, read_write> places: array<u32>; // [frame]: its first word, or NONE
@group(0) @binding(4) var<storage, read_write> words: array<u32>;
@group(0) @binding(5) var<storage, read_write> produced: array<u32>; // number of words
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> listed: u32;
// Of the frames of this step: start, end, and whether the frame's own check holds; then whether it begins within another frame.
var<workgroup> spans: array<vec3u, GROUP>;
var<workgroup> hidden: array<u32, GROUP>;
var<workgroup> reach: u32; // end of the frames so far

// Words of a frame's octets or note, 0 if it gives none.
fn sizeOf(frame: Frame) -> u32 {
  let isOther = frame.format >= HT_MIXED && frame.intact == 0u;
  if (frame.status == OTHER_STANDARD) {
    // Only the page in which the signal field ends gives the note.
    let told = frame.start + TOLD;
    return select(0u, 1u + NOTE_WORDS, told > BEGIN && told <= params.length);
  }
  if (frame.status != 0u) { return 0u; }
  if (isOther) { return 1u + NOTE_WORDS; }
  return select(1u + (frame.length + 3u) / 4u, 0u, INTACT == 1u && frame.intact == 0u);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  if (TASK == 0u) {
    if (local == 0u) {
      listed = counts[0];
      reach = 0u;
    }
    let all = workgroupUniformLoad(&listed);
    var before = 0u;
    for (var first = 0u; first < all; first += GROUP) {
      let f = first + local;
      if (f < all) {
        let frame = frames[f];
        let isChecked = frame.status == OTHER_STANDARD || (frame.status == 0u && frame.intact == 1u);
        spans[local] = vec3u(frame.start, frame.start + frame.claim, u32(isChecked));
      }
      workgroupBarrier();
      // What begins within a frame's duration and fails its own check is no frame, and has no duration.
      if (local == 0u) {
        for (var i = 0u; i < min(GROUP, all - first); i++) {
          let span = spans[i];
          let isHidden = span.x < reach && span.z == 0u;
          hidden[i] = u32(isHidden);
          if (!isHidden) { reach = max(reach, span.y); }
        }
      }
      workgroupBarrier();
      var size = 0u;
      if (f < all && hidden[local] == 0u) { size = sizeOf(frames[f]); }
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
  let place = places[f];
  if (frame.status == OTHER_STANDARD || (frame.format >= HT_MIXED && frame.intact == 0u)) {
    let note = array<u32, 5>(NOTE, frame.format, frame.field0, frame.field1, frame.length);
    if (local <= NOTE_WORDS) { words[place + local] = note[local]; }
    return;
  }
  if (local == 0u) { words[place] = frame.length; }
  for (var i = local; i < (frame.length + 3u) / 4u; i += GROUP) {
    let octets = min(4u, frame.length - 4u * i);
    let mask = select((1u << (8u * octets)) - 1u, NONE, octets == 4u);
    words[place + 1u + i] = psdu[frame.firstWord + i] & mask;
  }
}
