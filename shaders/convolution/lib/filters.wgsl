// The filters of a convolution: every signal has its own filter c, or all share one, followed by a second filter d for
// all: h[s] = c[s] ∗ d.
// Needs a kernel's bindings filters and second.
override FILTER_STRIDE: u32; // taps from one signal's c to the next one's: TAPS, or 0 for a shared filter
override TAPS: u32;          // of c
override SECOND_TAPS: u32;   // of d

// h[s][k], zero from TAPS + SECOND_TAPS − 1 on. Without a branch, so that the loads overlap.
fn tapAt(signal: u32, k: u32) -> vec2f {
  var h = vec2f();
  for (var i = 0u; i < SECOND_TAPS; i++) {
    let n = k - i; // wraps to a large number below i
    h += select(vec2f(), second[i] * filters[signal * FILTER_STRIDE + n], n < TAPS);
  }
  return h;
}
