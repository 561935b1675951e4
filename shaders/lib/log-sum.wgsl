// Sums of exponentials, as largest + ln(rest). FAR is the negative logarithm of an impossible event.
const FAR = 1e30;
struct LogSum { largest: f32, rest: f32, }
const NOTHING = LogSum(-1e6 * FAR, 0.0);

fn plus(sum: LogSum, value: f32) -> LogSum {
  let smaller = exp(-abs(value - sum.largest));
  return LogSum(max(sum.largest, value), select(sum.rest + smaller, sum.rest * smaller + 1.0, value > sum.largest));
}

// A sum of nothing is far below any other.
fn total(sum: LogSum) -> f32 {
  return sum.largest + log(max(sum.rest, 1e-30));
}
