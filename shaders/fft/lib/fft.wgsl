// The workgroup FFT: X[k] = Σn x[n]·e^{−j2πkn/N} over N = FFT_LENGTH points, 16 of them in each invocation's registers.
// Needs lib/dft, lib/complex, one of lib/twiddles (with lib/phasor, and lib/twiddle-product or lib/twiddle-root) and
// lib/twiddle-table, and one of lib/exchange, lib/exchange-halves for N = 16·GROUP, and the text of
// src/core/fft/padded-exchange.ts.
//
// A kernel declares `@workgroup_size(GROUP)`, keeps its points in a `var x: Points` and calls x = fft(i, x) or
// x = inverseFft(i, x) from uniform control flow, with i the local invocation index (or any permutation of 0 … GROUP − 1).
// N/16 neighbouring i share a transform, so a workgroup computes fftRows() = 16·GROUP/N independent transforms at once:
// i works on transform fftRow(i), and its x[j] is point fftPoint(i, j) of it: before and after, in time and in
// frequency alike. So a kernel can load, transform, multiply by a spectrum in the same layout, transform back and
// store, all in registers. The inverse is unscaled: include 1/N in a spectrum.
//
// Circular convolution of blocks with one filter, whose spectrum stays in registers:
//
//   var c: Points;                                       // filter taps, zero beyond the last
//   for (var j = 0u; j < 16u; j++) { c[j] = tap(fftPoint(i, j)) / f32(FFT_LENGTH); }
//   c = fft(i, c);
//   for (var b = 0u; b < BLOCKS; b++) {                  // the same count for all invocations: fft holds barriers
//     var x: Points;                                     // in a loop, assign all 16: it may not be cleared again
//     for (var j = 0u; j < 16u; j++) { x[j] = sample(b * HOP + fftPoint(i, j)); }
//     x = inverseFft(i, times(fft(i, x), c));
//     …                                                  // x[j] is the filtered point fftPoint(i, j)
//   }
//
// Load without branches (select, not if): then all 16 are under way at once. Correlations of many blocks are summed as
// spectra, g[j] += mulConj(z[j], x[j]), and transformed back once.
//
// Points are passed by value and have constant indices throughout. Behind a pointer parameter they would be in memory
// instead of registers, which made every transform six times slower on an H100.
//
// Stockham's self-sorting decimation in frequency: stages of radix 16, the last of radix 2 to 16, so 2048 = 16·16·8
// meets two exchanges. In every stage an invocation's 16 points are the inputs of its butterflies.
override FFT_LENGTH: u32; // N: a power of two, 16 … 16384. Below 16, x[j] is point j·N/16 of transform j mod 16/N
override GROUP: u32;      // invocations per workgroup, a multiple of N/16

alias Points = array<vec2f, 16>;

fn fftRows() -> u32 {
  return 16u * GROUP / FFT_LENGTH;
}

fn fftRow(i: u32) -> u32 {
  return i / fftLanes();
}

fn fftPoint(i: u32, j: u32) -> u32 {
  return i % fftLanes() + j * fftLanes();
}

fn fft(i: u32, x: Points) -> Points {
  if (FFT_LENGTH <= 16u) { return lastStage(FFT_LENGTH, x); }
  return laterStages(i, stage(i, 1u, x));
}

// Swapping real and imaginary parts before and after a transform changes the sign of its exponent.
fn inverseFft(i: u32, x: Points) -> Points {
  return swapParts(fft(i, swapParts(x)));
}

fn swapParts(x: Points) -> Points {
  return Points(
    x[0].yx, x[1].yx, x[2].yx, x[3].yx, x[4].yx, x[5].yx, x[6].yx, x[7].yx, x[8].yx, x[9].yx, x[10].yx, x[11].yx,
    x[12].yx, x[13].yx, x[14].yx, x[15].yx,
  );
}

fn times(x: Points, y: Points) -> Points {
  return Points(
    mul(x[0], y[0]), mul(x[1], y[1]), mul(x[2], y[2]), mul(x[3], y[3]), mul(x[4], y[4]), mul(x[5], y[5]),
    mul(x[6], y[6]), mul(x[7], y[7]), mul(x[8], y[8]), mul(x[9], y[9]), mul(x[10], y[10]), mul(x[11], y[11]),
    mul(x[12], y[12]), mul(x[13], y[13]), mul(x[14], y[14]), mul(x[15], y[15]),
  );
}

// Invocations that share a transform.
fn fftLanes() -> u32 {
  return max(FFT_LENGTH / 16u, 1u);
}

// The stages after a first stage of radix 16.
fn laterStages(i: u32, x: Points) -> Points {
  if (FFT_LENGTH <= 256u) { return lastStage(FFT_LENGTH / 16u, x); }
  let y = stage(i, 16u, x);
  if (FFT_LENGTH <= 4096u) { return lastStage(FFT_LENGTH / 256u, y); }
  return lastStage(FFT_LENGTH / 4096u, stage(i, 256u, y));
}

// One stage of radix 16 after stages whose radices have the product s. Butterfly b = q + s·m takes points b + (N/16)·j
// and leaves output k, multiplied by W_N^{s·m·k}, at point q + s·(16m + k).
fn stage(i: u32, s: u32, x: Points) -> Points {
  let b = i % fftLanes();
  return exchanged(i, s, twiddled(b - b % s, dft16(x)));
}

fn lastStage(radix: u32, x: Points) -> Points {
  switch radix {
    case 16u: { return dft16(x); }
    case 8u: { return dft8Columns(x); }
    case 4u: { return dft4Columns(x); }
    default: { return dft2Columns(x); }
  }
}

// Two transforms of length 8, over the even and over the odd places.
fn dft8Columns(x: Points) -> Points {
  let p = dft8(x[0], x[2], x[4], x[6], x[8], x[10], x[12], x[14]);
  let q = dft8(x[1], x[3], x[5], x[7], x[9], x[11], x[13], x[15]);
  return Points(
    p[0], q[0], p[1], q[1], p[2], q[2], p[3], q[3], p[4], q[4], p[5], q[5], p[6], q[6], p[7], q[7],
  );
}

// Four transforms of length 4, each over places 4 apart.
fn dft4Columns(x: Points) -> Points {
  let a = dft4(x[0], x[4], x[8], x[12]);
  let b = dft4(x[1], x[5], x[9], x[13]);
  let c = dft4(x[2], x[6], x[10], x[14]);
  let d = dft4(x[3], x[7], x[11], x[15]);
  return Points(
    a[0], b[0], c[0], d[0], a[1], b[1], c[1], d[1], a[2], b[2], c[2], d[2], a[3], b[3], c[3], d[3],
  );
}

// Eight transforms of length 2, each over places 8 apart.
fn dft2Columns(x: Points) -> Points {
  return Points(
    x[0] + x[8], x[1] + x[9], x[2] + x[10], x[3] + x[11], x[4] + x[12], x[5] + x[13], x[6] + x[14], x[7] + x[15],
    x[0] - x[8], x[1] - x[9], x[2] - x[10], x[3] - x[11], x[4] - x[12], x[5] - x[13], x[6] - x[14], x[7] - x[15],
  );
}
