// The largest noise of a bin: a multiple of a low quantile of all bins, or the level of the band's ends if a signal seems to fill all between.
// One workgroup.
// Needs lib/ranked.
override BINS: u32;
override INNER: u32;      // bins at each end that the quantile leaves out
override RANK: u32;       // of the quantile among the others
override WIDEST: f32;     // the multiple
override OUTER_FROM: u32; // two parts of the band at each end, bins from the end
override OUTER_TO: u32;
override INNER_FROM: u32;
override INNER_TO: u32;
override END_RATIO: f32;    // largest ratio of these parts, if they are flat
override MIDDLE_RATIO: f32; // least ratio of the middle to them
@group(0) @binding(0) var<storage, read> noise: array<f32>; // [bin]
@group(0) @binding(1) var<storage, read_write> limit: array<f32>;

fn rankedValue(n: u32) -> f32 { return noise[n]; }

fn meanOf(lowest: u32, to: u32) -> f32 {
  var sum = 0.0;
  for (var k = lowest; k < to; k++) { sum += noise[k]; }
  return sum / f32(to - lowest);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) i: u32) {
  let low = ranked(i, INNER, BINS - 2u * INNER, RANK);
  let middle = ranked(i, 0u, BINS, BINS / 2u);
  if (i > 0u) { return; }
  let ends = vec4f(
    meanOf(OUTER_FROM, OUTER_TO),
    meanOf(BINS - OUTER_TO, BINS - OUTER_FROM),
    meanOf(INNER_FROM, INNER_TO),
    meanOf(BINS - INNER_TO, BINS - INNER_FROM),
  );
  let least = min(min(ends.x, ends.y), min(ends.z, ends.w));
  let most = max(max(ends.x, ends.y), max(ends.z, ends.w));
  let isFilled = most < END_RATIO * least && middle > MIDDLE_RATIO * least;
  limit[0] = min(WIDEST * low, select(3.4e38, dot(ends, vec4f(0.25)), isFilled));
}
