// Two transforms of N/2 points in place of one transform of N = FFT_LENGTH points (lib/fft): N/16 invocations share
// both, and each holds 8 points of either. Needs lib/fft and its own needs; N ≥ 128.

// x[j] is point i mod N/16 + j·N/16 of the first transform, x[8 + j] the same point of the second (j < 8). Afterwards x[j] is point
// pairPoint(i, j) of transform pairMember(i, j).
fn pairFft(i: u32, x: Points) -> Points {
  let a = dft8(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
  let b = dft8(x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15]);
  let w1 = phasor(0u - 2u * (i % fftLanes()) * (0x80000000u / (FFT_LENGTH / 2u)));
  let w2 = mul(w1, w1);
  let w3 = mul(w2, w1);
  let w4 = mul(w2, w2);
  let w5 = mul(w4, w1);
  let w6 = mul(w4, w2);
  let w7 = mul(w4, w3);
  // From here on each of the two transforms consists of 8 of the 16 interleaved transforms after a stage of radix 16.
  return laterStages(i, exchanged(i, 1u, Points(
    a[0], mul(a[1], w1), mul(a[2], w2), mul(a[3], w3), mul(a[4], w4), mul(a[5], w5), mul(a[6], w6), mul(a[7], w7),
    b[0], mul(b[1], w1), mul(b[2], w2), mul(b[3], w3), mul(b[4], w4), mul(b[5], w5), mul(b[6], w6), mul(b[7], w7),
  )));
}

// 0 or 1
fn pairMember(i: u32, j: u32) -> u32 {
  return (fftPoint(i, j) >> 3u) & 1u;
}

fn pairPoint(i: u32, j: u32) -> u32 {
  let at = fftPoint(i, j);
  return (at >> 4u) * 8u + at % 8u;
}
