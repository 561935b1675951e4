// The workgroup FFT: X[k] = Σn x[n]·e^{−j2πkn/N} over N = FFT_LENGTH points, 16 of them in each invocation's registers.
// Needs lib/complex, lib/phasor. Takes 128·GROUP bytes of workgroup storage: 16 KiB at GROUP = 128.
//
// A kernel declares `@workgroup_size(GROUP)`, keeps its points in a `var x: Points` and calls fft(i, &x) or
// inverseFft(i, &x) from uniform control flow, with i the local invocation index (or any permutation of 0 … GROUP − 1).
// N/16 neighbouring i share a transform, so a workgroup makes fftRows() = 16·GROUP/N of them at once, independently:
// i works on transform fftRow(i), and its x[j] is point fftPoint(i, j) of it: before and after, in time and in
// frequency alike. So a kernel loads, transforms, multiplies by a spectrum that it holds the same way, transforms back
// and stores without leaving its registers. The inverse is unscaled: put 1/N into a spectrum.
//
// Circular convolution of blocks with one filter, whose spectrum stays in registers:
//
//   var c: Points;                                       // filter taps, zero beyond the last
//   for (var j = 0u; j < 16u; j++) { c[j] = tap(fftPoint(i, j)) / f32(FFT_LENGTH); }
//   fft(i, &c);
//   for (var b = 0u; b < BLOCKS; b++) {                  // the same count for all invocations: fft holds barriers
//     var x: Points;                                     // in a loop, assign all 16: it may not be cleared again
//     for (var j = 0u; j < 16u; j++) { x[j] = sample(b * HOP + fftPoint(i, j)); }
//     fft(i, &x);
//     for (var j = 0u; j < 16u; j++) { x[j] = mul(x[j], c[j]); }
//     inverseFft(i, &x);
//     …                                                  // x[j] is the filtered point fftPoint(i, j)
//   }
//
// Correlations of many blocks are summed as spectra, g[j] += mulConj(z[j], x[j]), and transformed back once. Between
// transforms a kernel may borrow `exchange` (behind a workgroupBarrier) instead of storage of its own.
//
// Stockham's self-sorting decimation in frequency: stages of radix 16, the last of radix 2 to 16, so 2048 = 16·16·8
// meets two exchanges. In every stage an invocation's 16 points are the inputs of its butterflies.
override FFT_LENGTH: u32; // N: a power of two, 16 … 2048. Below 16, x[j] is point j·N/16 of transform j mod 16/N
override GROUP: u32;      // invocations per workgroup, a multiple of N/16

alias Points = array<vec2f, 16>;

var<workgroup> exchange: array<vec2f, 16 * GROUP>;

fn fftRows() -> u32 {
  return 16u * GROUP / FFT_LENGTH;
}

fn fftRow(i: u32) -> u32 {
  return i / fftLanes();
}

fn fftPoint(i: u32, j: u32) -> u32 {
  return i % fftLanes() + j * fftLanes();
}

fn fft(i: u32, x: ptr<function, Points>) {
  var radix = FFT_LENGTH;
  if (radix > 16u) {
    fftStage(i, 1u, x);
    radix /= 16u;
  }
  if (radix > 16u) {
    fftStage(i, 16u, x);
    radix /= 16u;
  }
  switch radix {
    case 16u: { radix16(x); }
    case 8u: { radix8(x); }
    case 4u: { radix4Columns(x); }
    default: { radix2Columns(x); }
  }
}

// A transform with the real and imaginary parts swapped before and after has the other sign in its exponent.
fn inverseFft(i: u32, x: ptr<function, Points>) {
  swapParts(x);
  fft(i, x);
  swapParts(x);
}

fn swapParts(x: ptr<function, Points>) {
  for (var j = 0u; j < 16u; j++) { x[j] = x[j].yx; }
}

// Invocations that share a transform.
fn fftLanes() -> u32 {
  return max(FFT_LENGTH / 16u, 1u);
}

// One stage of radix 16 behind stages whose radices multiply to s, its twiddles, and the exchange to the next stage.
// Butterfly b = q + s·m takes points b + (N/16)·j and leaves output k at q + s·(16m + k), turned by W_N^{s·m·k}.
fn fftStage(i: u32, s: u32, x: ptr<function, Points>) {
  radix16(x);
  let b = i % fftLanes();
  let m = b / s;
  twiddle(s * m, x);
  let first = (i - b) * 16u; // of this transform in `exchange`
  workgroupBarrier();        // the last exchange has been read
  for (var k = 0u; k < 16u; k++) { exchange[bank(first + b + s * (15u * m + k))] = x[k]; }
  workgroupBarrier();
  for (var j = 0u; j < 16u; j++) { x[j] = exchange[bank(first + b + fftLanes() * j)]; }
}

// Scatters points so that neighbouring invocations meet in no memory bank: within 16 places, by higher address bits.
fn bank(at: u32) -> u32 {
  return at ^ (((at >> 4u) ^ (at >> 7u)) & 15u);
}

// x[k] · W_N^{n·k}. Powers from two phasors, so that none is a product of more than six.
fn twiddle(n: u32, x: ptr<function, Points>) {
  let turn = 0u - n * (0x80000000u / (FFT_LENGTH / 2u));
  let w1 = phasor(turn);
  let w2 = mul(w1, w1);
  let w3 = mul(w2, w1);
  let w4 = phasor(4u * turn);
  x[1] = mul(x[1], w1);
  x[2] = mul(x[2], w2);
  x[3] = mul(x[3], w3);
  var w = w4;
  for (var k = 4u; k < 16u; k += 4u) {
    x[k] = mul(x[k], w);
    x[k + 1u] = mul(x[k + 1u], mul(w, w1));
    x[k + 2u] = mul(x[k + 2u], mul(w, w2));
    x[k + 3u] = mul(x[k + 3u], mul(w, w3));
    w = mul(w, w4);
  }
}

const HALF_ROOT = 0.7071067811865476; // √½
const COS_16TH = 0.9238795325112867;  // of 1/16 of a turn
const SIN_16TH = 0.3826834323650898;

// x[k] = Σj x[j]·W_16^{jk}: four transforms over j = u, u + 4, …; twiddles W_16^{uk}; four transforms over u.
fn radix16(x: ptr<function, Points>) {
  radix4Columns(x);
  x[5] = mul(x[5], vec2f(COS_16TH, -SIN_16TH));
  x[6] = mul(x[6], vec2f(HALF_ROOT, -HALF_ROOT));
  x[7] = mul(x[7], vec2f(SIN_16TH, -COS_16TH));
  x[9] = mul(x[9], vec2f(HALF_ROOT, -HALF_ROOT));
  x[10] = vec2f(x[10].y, -x[10].x);
  x[11] = mul(x[11], vec2f(-HALF_ROOT, -HALF_ROOT));
  x[13] = mul(x[13], vec2f(SIN_16TH, -COS_16TH));
  x[14] = mul(x[14], vec2f(-HALF_ROOT, -HALF_ROOT));
  x[15] = mul(x[15], vec2f(-COS_16TH, SIN_16TH));
  for (var k = 0u; k < 16u; k += 4u) { radix4(x, k, k + 1u, k + 2u, k + 3u); }
  *x = Points(x[0], x[4], x[8], x[12], x[1], x[5], x[9], x[13], x[2], x[6], x[10], x[14], x[3], x[7], x[11], x[15]);
}

// Two transforms of length 8, over the even and over the odd places.
fn radix8(x: ptr<function, Points>) {
  radix2Columns(x);
  for (var u = 0u; u < 2u; u++) {
    x[10u + u] = mul(x[10u + u], vec2f(HALF_ROOT, -HALF_ROOT));
    x[12u + u] = vec2f(x[12u + u].y, -x[12u + u].x);
    x[14u + u] = mul(x[14u + u], vec2f(-HALF_ROOT, -HALF_ROOT));
    radix4(x, u, u + 2u, u + 4u, u + 6u);
    radix4(x, u + 8u, u + 10u, u + 12u, u + 14u);
  }
  *x = Points(x[0], x[1], x[8], x[9], x[2], x[3], x[10], x[11], x[4], x[5], x[12], x[13], x[6], x[7], x[14], x[15]);
}

// Four transforms of length 4, each over places 4 apart.
fn radix4Columns(x: ptr<function, Points>) {
  for (var u = 0u; u < 4u; u++) { radix4(x, u, u + 4u, u + 8u, u + 12u); }
}

// Eight transforms of length 2, each over places 8 apart.
fn radix2Columns(x: ptr<function, Points>) {
  for (var u = 0u; u < 8u; u++) {
    let difference = x[u] - x[u + 8u];
    x[u] += x[u + 8u];
    x[u + 8u] = difference;
  }
}

fn radix4(x: ptr<function, Points>, a: u32, b: u32, c: u32, d: u32) {
  let even = x[a] + x[c];
  let odd = x[b] + x[d];
  let evenDifference = x[a] - x[c];
  let turned = vec2f(x[b].y - x[d].y, x[d].x - x[b].x); // −j·(x[b] − x[d])
  x[a] = even + odd;
  x[b] = evenDifference + turned;
  x[c] = even - odd;
  x[d] = evenDifference - turned;
}
