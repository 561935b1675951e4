// The samples of a page and of its history. Needs one of lib/fir-real and its like, an input as lib/fir-input, and a
// kernel's binding history, [signal][history], and its params length and history.

// x[signal][at], zero before the history and after the page.
fn sampleAt(signal: u32, at: i32) -> Sample {
  if (at >= 0) {
    if (u32(at) >= params.length) { return Sample(); }
    return inputAt(signal * params.length + u32(at));
  }
  let kept = u32(at) + params.history; // wraps to a large number before the history
  if (kept >= params.history) { return Sample(); }
  return history[signal * params.history + kept];
}
