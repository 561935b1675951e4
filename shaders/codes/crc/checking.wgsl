// Linear CRCs of frames: a check holds where the syndromes of all bits that are 1 sum to 0 by exclusive or.
// A row of invocations per frame, each takes every LANES-th word.
override LANES: u32; // invocations per frame
override ROWS: u32;  // frames per workgroup
struct Params { frames: u32, words: u32 } // words in a frame
@group(0) @binding(0) var<storage, read> bits: array<u32>;        // [frame][words], LSB first; unused bits are 0
@group(0) @binding(1) var<storage, read> syndromes: array<u32>;   // of each bit of a frame
@group(0) @binding(2) var<storage, read_write> holds: array<u32>; // [frame]: 1 or 0
@group(0) @binding(3) var<uniform> params: Params;

var<workgroup> sums: array<atomic<u32>, ROWS>;

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) global: vec3u, @builtin(local_invocation_id) id: vec3u) {
  let frame = global.y;
  if (frame < params.frames) {
    var sum = 0u;
    for (var w = id.x; w < params.words; w += LANES) {
      var left = bits[frame * params.words + w];
      while (left != 0u) {
        sum ^= syndromes[32u * w + firstTrailingBit(left)];
        left &= left - 1u;
      }
    }
    if (sum != 0u) { atomicXor(&sums[id.y], sum); }
  }
  workgroupBarrier();
  if (frame < params.frames && id.x == 0u) { holds[frame] = u32(atomicLoad(&sums[id.y]) == 0u); }
}
