// The gain of each frame: the mean of noise of its groups of bins, each over the group's mean shape. One workgroup per frame.
// Needs lib/segment-frames, lib/noise-mean.
override BINS: u32;
override GROUPED: u32; // bins per group
override IS_FIRST: bool; // the shape is not known yet: 1
@group(0) @binding(1) var<storage, read> groups: array<f32>; // [frame][group]
@group(0) @binding(2) var<storage, read> shape: array<f32>;  // [bin]
@group(0) @binding(3) var<storage, read> least: array<f32>;  // the least noise
@group(0) @binding(4) var<storage, read_write> gain: array<f32>; // [frame]

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let frame = group.x;
  if (frame >= frames.long) { return; }
  const LARGEST = 3.4e38;
  let count = BINS / GROUPED;
  for (var g = i; g < ROOM; g += GROUP) {
    var value = LARGEST;
    if (g < count) {
      var level = 1.0;
      if (!IS_FIRST) {
        level = 0.0;
        for (var k = 0u; k < GROUPED; k++) { level += shape[g * GROUPED + k]; }
        level /= f32(GROUPED);
      }
      value = select(0.0, max(groups[frame * count + g], least[0]) / level, level > 0.0);
    }
    values[g] = value;
  }
  sortValues(i);
  if (i == 0u) { gain[frame] = noiseMean(count); }
}
