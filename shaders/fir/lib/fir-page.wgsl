// The samples of a page and of its history. Needs shaders/lib/finite, one of lib/fir-real and its like, an input as
// lib/fir-input, and a kernel's binding history, [signal][history], and its params length and history.
// A kernel multiplies some samples by zeros beyond the taps, or transforms them: one that is not finite would spread.
override ZERO_NON_FINITE: u32; // 1: what is not finite counts as zero

// Sample `at` of the page, [signal][length].
fn pageSample(at: u32) -> Sample {
  return counted(inputAt(at));
}

// x[signal][at], zero before the history and after the page.
fn sampleAt(signal: u32, at: i32) -> Sample {
  if (at >= 0) {
    if (u32(at) >= params.length) { return Sample(); }
    return pageSample(signal * params.length + u32(at));
  }
  let kept = u32(at) + params.history; // wraps to a large number before the history
  if (kept >= params.history) { return Sample(); }
  return counted(history[signal * params.history + kept]);
}
