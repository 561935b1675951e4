// The lower and the upper quartile of each bin over time, of about VALUES frames. One workgroup per bin.
// Needs lib/segment-frames, lib/ranked.
override BINS: u32;
override VALUES: u32; // every second, third … frame counts, so that at least as many do
override IS_SHORT: bool;
@group(0) @binding(1) var<storage, read> ratios: array<f32>; // [frame][bin]
@group(0) @binding(2) var<storage, read_write> quartiles: array<vec2f>; // [bin]

var<workgroup> held: array<f32, 2 * VALUES>;

fn rankedValue(n: u32) -> f32 { return held[n]; }

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let all = select(frames.long, frames.short, IS_SHORT);
  let step = max(1u, all / VALUES);
  let count = all / step;
  for (var n = i; n < count; n += GROUP) { held[n] = ratios[n * step * BINS + group.x]; }
  workgroupBarrier();
  let lower = ranked(i, 0u, count, count / 4u);
  let upper = ranked(i, 0u, count, 3u * count / 4u);
  if (i == 0u) { quartiles[group.x] = vec2f(lower, upper); }
}
