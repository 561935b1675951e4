// Twiddles of lib/fft from a table: between transforms that wait for memory, where registers are few, reading them costs an
// H100 less than computing them, and they are rounded but once.
// Needs lib/fft, lib/complex, and a kernel's binding twiddles: W_N^{n·k} at n + k·N/16, n < N/16, k < 16.

// x[k] · W_N^{n·k}
fn twiddled(n: u32, x: Points) -> Points {
  var y = x;
  for (var k = 1u; k < 16u; k++) { y[k] = mul(x[k], twiddles[n + k * fftLanes()]); }
  return y;
}
