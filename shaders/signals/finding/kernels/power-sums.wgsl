// Mean powers of GROUPED neighbouring bins of each frame, and of BLOCK frames of each bin. One workgroup per GROUP bins of a block.
// Needs lib/segment-frames.
override GROUP: u32;   // invocations and bins per workgroup
override BINS: u32;
override GROUPED: u32; // divides GROUP
override BLOCK: u32;   // frames; the last ones that make no block count for the groups only
@group(0) @binding(1) var<storage, read> powers: array<f32>;       // [frame][bin]
@group(0) @binding(2) var<storage, read_write> groups: array<f32>; // [frame][group]
@group(0) @binding(3) var<storage, read_write> blocks: array<f32>; // [block][bin]

var<workgroup> tile: array<f32, BLOCK * GROUP>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let first = group.y * BLOCK;
  if (first >= frames.long) { return; }
  let count = min(BLOCK, frames.long - first);
  let bin = group.x * GROUP + i;
  var sum = 0.0;
  for (var t = 0u; t < count; t++) {
    let power = powers[(first + t) * BINS + bin];
    tile[t * GROUP + i] = power;
    sum += power;
  }
  if (count == BLOCK) { blocks[group.y * BINS + bin] = sum / f32(BLOCK); }
  workgroupBarrier();
  let each = GROUP / GROUPED;
  for (var j = i; j < count * each; j += GROUP) {
    var mean = 0.0;
    for (var k = 0u; k < GROUPED; k++) { mean += tile[j * GROUPED + k]; }
    groups[(first + j / each) * (BINS / GROUPED) + group.x * each + j % each] = mean / f32(GROUPED);
  }
}
