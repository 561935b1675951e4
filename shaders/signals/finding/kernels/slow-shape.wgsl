// Replaces the noise of bins that a signal occupies all the time by a low quantile of their neighbourhood, or by the limit.
// One workgroup per bin.
// Needs lib/ranked.
override BINS: u32;
override REACH: u32; // bins of the neighbourhood on each side
override FROM: u32;  // bins that may be in a neighbourhood: [FROM, TO)
override TO: u32;
override QUANTILE: f32;
override FACTOR: f32; // largest ratio of a bin's noise to the quantile
@group(0) @binding(0) var<storage, read> noise: array<f32>; // [bin]
@group(0) @binding(1) var<storage, read> limit: array<f32>;
@group(0) @binding(2) var<storage, read_write> shape: array<f32>; // [bin]

fn rankedValue(n: u32) -> f32 { return noise[n]; }

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let k = group.x;
  let lowest = max(FROM, max(k, REACH) - REACH);
  let to = max(FROM + REACH, min(TO, k + REACH + 1u));
  let low = min(limit[0], ranked(i, lowest, to - lowest, u32(QUANTILE * f32(to - lowest - 1u))));
  if (i == 0u) { shape[k] = select(noise[k], low, noise[k] > FACTOR * low); }
}
