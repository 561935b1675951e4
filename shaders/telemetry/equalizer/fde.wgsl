// Frequency-domain equalizers over N = L² bins, Y = X·D·conj(H)/(|H|² + w·σ̂²), between the column halves of a four-step FFT
// and its inverses (fft/columns): row c of the matrix holds bins k = c + L·d, L = FFT_LENGTH. L/16 invocations per row,
// 16 bins each, compute the row's transform, the channel estimate's transform, the quotients and the inverses in registers. Only the even
// columns of the result are needed, so bins d and d + L/2 alias, and the inverses for two sets of weights w are a pair of half the length.
// Needs lib/fde-bins, lib/fft, lib/fft-pair, lib/exchange, lib/dft, lib/complex, lib/phasor.
override TAPS: u32;       // of ĥ
override PRECURSORS: u32; // of them before n = 0
@group(0) @binding(0) var<storage, read> rows: array<vec2f>;      // [slot][c][b]
@group(0) @binding(1) var<storage, read> impulse: array<vec2f>;   // ĥ(n), index 0 at n = −PRECURSORS
@group(0) @binding(2) var<storage, read> noise: array<f32>;       // σ̂²
@group(0) @binding(3) var<storage, read> response: array<f32>;    // D(k)/N: the detection filter, and the inverse's scale
@group(0) @binding(4) var<storage, read> weights: array<f32>;     // w(k), [set][N]
@group(0) @binding(5) var<storage, read_write> first: array<vec2f>;  // [slot][c][b / 2], of the first set
@group(0) @binding(6) var<storage, read_write> second: array<vec2f>; // of the second set, if there is one

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let slot = group.y;
  let c = group.x * fftRows() + fftRow(i);
  let row = (slot * FFT_LENGTH + c) * FFT_LENGTH;
  var x: Points;
  for (var j = 0u; j < 16u; j++) { x[j] = rows[row + fftPoint(i, j)]; }
  x = fft(i, x);

  // H(c + L·d) = Σn ĥ(n)·W_N^{nc}·W_L^{nd}: a transform over n, with negative n at its end.
  var h: Points;
  for (var j = 0u; j < 16u; j++) {
    let b = fftPoint(i, j);
    let tap = (b + PRECURSORS) % FFT_LENGTH;
    let n = tap - PRECURSORS; // u32 wraps like an angle
    if (tap < TAPS) { h[j] = mulConj(impulse[slot * TAPS + tap], phasor(n * c * binTurn())); }
  }
  h = fft(i, h);

  x = foldedQuotients(x, h, c + FFT_LENGTH * fftPoint(i, 0u), FFT_LENGTH * FFT_LENGTH, noise[slot]);
  x = swapParts(pairFft(i, swapParts(x)));
  for (var j = 0u; j < 16u; j++) {
    let at = row / 2u + pairPoint(i, j);
    if (pairMember(i, j) == 0u) {
      first[at] = x[j];
    } else if (SETS == 2u) {
      second[at] = x[j];
    }
  }
}

// 2^32/N
fn binTurn() -> u32 {
  return 0x80000000u / (FFT_LENGTH * FFT_LENGTH / 2u);
}
