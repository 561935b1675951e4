// What the convolution kernels share: every signal has a filter c of its own, and all have a second filter d,
//   y[s][m] = Σk h[s][k]·x[s][ORIGIN + m·DECIMATION − k],  h[s] = c[s] ∗ d,  0 ≤ k < SPAN,  x = 0 outside its row.
// Needs a kernel's bindings input, filters and second.
override INPUT_STRIDE: u32;  // samples in a row of input
override ORIGIN: i32;        // index in the row, precursors added, that the first tap meets for output 0
override OUTPUT_LENGTH: u32; // samples in a row of output
override DECIMATION: u32;    // input samples per output sample
override TAPS: u32;          // of c
override SECOND_TAPS: u32;   // of d
override SPAN: u32;          // TAPS + SECOND_TAPS − 1

// x[s][at]
fn sampleAt(signal: u32, at: i32) -> vec2f {
  if (at < 0 || at >= i32(INPUT_STRIDE)) { return vec2f(); }
  return input[signal * INPUT_STRIDE + u32(at)];
}

// h[s][k], zero from SPAN on
fn tapAt(signal: u32, k: u32) -> vec2f {
  var h = vec2f();
  for (var i = 0u; i < SECOND_TAPS; i++) {
    if (k >= i && k - i < TAPS) { h += second[i] * filters[signal * TAPS + k - i]; }
  }
  return h;
}
