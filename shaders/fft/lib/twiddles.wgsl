// Twiddles of lib/fft, computed on the fly. Needs lib/fft, lib/twiddle-product or lib/twiddle-root, lib/complex, lib/phasor.

// A kernel may store a zero here that the compiler cannot predict; twiddles are then recomputed after the store. Without it,
// compilers may keep the twiddles of several transforms in registers: up to 60 per invocation, and fewer
// concurrent workgroups.
var<private> unseenZero: u32;

// W_N^n for any n.
fn twiddle(n: u32) -> vec2f {
  return phasor(unseenZero - n * (0x80000000u / (FFT_LENGTH / 2u)));
}

// Returns x[k] · W_N^{n·k}. Every power of W_N^n is a product of at most four factors.
fn twiddled(n: u32, x: Points) -> Points {
  let w1 = twiddle(n);
  let w2 = mul(w1, w1);
  let w3 = mul(w2, w1);
  let w4 = mul(w2, w2);
  let w5 = mul(w4, w1);
  let w6 = mul(w4, w2);
  let w7 = mul(w4, w3);
  let w8 = eighthPower(n, w4);
  return Points(
    x[0], mul(x[1], w1), mul(x[2], w2), mul(x[3], w3), mul(x[4], w4), mul(x[5], w5), mul(x[6], w6), mul(x[7], w7),
    mul(x[8], w8), mul(x[9], mul(w8, w1)), mul(x[10], mul(w8, w2)), mul(x[11], mul(w8, w3)),
    mul(x[12], mul(w8, w4)), mul(x[13], mul(w8, w5)), mul(x[14], mul(w8, w6)), mul(x[15], mul(w8, w7)),
  );
}
