// The grid that the convolution kernels share,
//   y[s][m] = Σk h[s][k]·x[s][ORIGIN + m·DECIMATION − k],  0 ≤ k < SPAN,  x = 0 outside its row.
// Needs a kernel's binding input.
override INPUT_STRIDE: u32;  // samples in a row of input
override ORIGIN: i32;        // index in the row, precursors added, that the first tap meets for output 0
override OUTPUT_LENGTH: u32; // samples in a row of output
override DECIMATION: u32;    // input samples per output sample
override SPAN: u32;          // taps of h

// x[s][at], without a branch, so that a kernel's loads overlap.
fn sampleAt(signal: u32, at: i32) -> vec2f {
  return select(vec2f(), input[signal * INPUT_STRIDE + u32(at)], u32(at) < INPUT_STRIDE);
}
