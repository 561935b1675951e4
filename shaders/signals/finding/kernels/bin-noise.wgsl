// The noise of each bin: the mean of noise of blocks of frames and 3 bins, each over the block's mean gain. One workgroup per bin.
// Needs lib/segment-frames, lib/noise-mean.
override BINS: u32;
override BLOCK: u32; // frames
@group(0) @binding(1) var<storage, read> blocks: array<f32>; // [block][bin]
@group(0) @binding(2) var<storage, read> gain: array<f32>;   // [frame]
@group(0) @binding(3) var<storage, read> least: array<f32>;  // the least noise
@group(0) @binding(4) var<storage, read_write> noise: array<f32>; // [bin]

fn meanPower(at: u32) -> f32 { return max(blocks[at], least[0]); }

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  const LARGEST = 3.4e38;
  let count = frames.long / BLOCK;
  let middle = clamp(group.x, 1u, BINS - 2u);
  for (var b = i; b < ROOM; b += GROUP) {
    var value = LARGEST;
    if (b < count) {
      var level = 0.0;
      for (var t = 0u; t < BLOCK; t++) { level += gain[b * BLOCK + t]; }
      level /= f32(BLOCK);
      let at = b * BINS + middle;
      value = select(0.0, (meanPower(at - 1u) + meanPower(at) + meanPower(at + 1u)) / 3.0 / level, level > 0.0);
    }
    values[b] = value;
  }
  sortValues(i);
  if (i == 0u) { noise[group.x] = noiseMean(count); }
}
