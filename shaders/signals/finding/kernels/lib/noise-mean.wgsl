// The mean of noise from values of which some may hold signals: a low quantile of the values that are no outliers, corrected for its bias.
override GROUP: u32;   // invocations per workgroup
override ROOM: u32;    // a power of two, at least the number of values
override STEPS: u32;   // in which the estimate excludes outliers
override LEAST: f32;   // share of the values that are noise at least, and the quantile of noise of mean 1 for it
override LEAST_QUANTILE: f32;
override LOW: f32;     // share of the values that are no outliers, and the quantile of noise of mean 1 for it
override LOW_QUANTILE: f32;
override OUTLIER: f32; // values above this multiple of the mean are outliers

var<workgroup> values: array<f32, ROOM>;

// Sorts all values: Batcher's bitonic network. Uniform control flow only.
fn sortValues(i: u32) {
  for (var size = 2u; size <= ROOM; size *= 2u) {
    for (var distance = size / 2u; distance > 0u; distance /= 2u) {
      workgroupBarrier();
      for (var j = i; j < ROOM / 2u; j += GROUP) {
        let a = 2u * j - (j & (distance - 1u));
        let b = a + distance;
        let low = values[a];
        let high = values[b];
        if ((low > high) == ((a & size) == 0u)) {
          values[a] = high;
          values[b] = low;
        }
      }
    }
  }
  workgroupBarrier();
}

// Returns the mean of noise from the first `count` values, sorted.
fn noiseMean(count: u32) -> f32 {
  var mean = values[u32(LEAST * f32(count - 1u))] / LEAST_QUANTILE;
  for (var step = 0u; step < STEPS; step++) {
    let limit = OUTLIER * mean;
    var low = 0u;
    var high = count;
    while (low < high) {
      let middle = (low + high) / 2u;
      if (values[middle] < limit) { low = middle + 1u; } else { high = middle; }
    }
    let place = LOW * f32(max(low, 1u) - 1u);
    let below = u32(place);
    let above = u32(ceil(place));
    mean = (values[below] + fract(place) * (values[above] - values[below])) / LOW_QUANTILE;
  }
  return mean;
}
