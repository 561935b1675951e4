// Frequency-domain equalizers of one packet, Y = X·D·conj(H)/(|H|² + w·σ̂²) over N = FFT_LENGTH bins, for one or two sets of weights w:
// transform, products and inverse transforms in the registers of one workgroup, 16 bins per invocation. Only every second output
// is needed, so bins k and k + N/2 alias, and both inverses together are a pair of half the length. Workgroup x is the slot.
// Needs lib/fde-bins, lib/fft, lib/fft-pair, an exchange, lib/dft, lib/complex, lib/phasor.
override TAPS: u32;       // of ĥ
override PRECURSORS: u32; // of them before n = 0
override START: u32;      // first output kept of N/2
override LENGTH: u32;     // outputs kept
@group(0) @binding(0) var<storage, read> window: array<vec2f>;   // [slot][N]
@group(0) @binding(1) var<storage, read> impulse: array<vec2f>;  // ĥ(n), index 0 at n = −PRECURSORS
@group(0) @binding(2) var<storage, read> noise: array<f32>;      // σ̂²
@group(0) @binding(3) var<storage, read> response: array<f32>;   // D(k)/N: the detection filter, and the inverse's scale
@group(0) @binding(4) var<storage, read> weights: array<f32>;    // w(k), [set][N]
@group(0) @binding(5) var<storage, read_write> first: array<vec2f>;  // [slot][LENGTH], of the first set
@group(0) @binding(6) var<storage, read_write> second: array<vec2f>; // of the second set, if there is one

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let slot = group.x;
  var x: Points;
  for (var j = 0u; j < 16u; j++) { x[j] = window[slot * FFT_LENGTH + fftPoint(i, j)]; }
  x = fft(i, x);
  let h = channelAt(slot, i);

  x = foldedQuotients(x, h, i, FFT_LENGTH, noise[slot]);
  // If the forward transform's twiddles stay in registers for the inverse ones, an H200 takes a sixth longer.
  unseenZero = slot >> 24u;
  x = swapParts(pairFft(i, swapParts(x)));
  for (var j = 0u; j < 16u; j++) {
    let n = pairPoint(i, j) - START; // wraps to a large number below START
    if (n < LENGTH) {
      if (pairMember(i, j) == 0u) {
        first[slot * LENGTH + n] = x[j];
      } else if (SETS == 2u) {
        second[slot * LENGTH + n] = x[j];
      }
    }
  }
}

// H at the bins k = i + j·N/16 of an invocation: with w = W_N^i, H = Σn ĥ(n)·w^n·W_16^{nj} is a transform of 16 points over the
// residues of n modulo 16.
fn channelAt(slot: u32, i: u32) -> Points {
  let turn = 0x80000000u / (FFT_LENGTH / 2u);
  let w1 = phasor(0u - i * turn);
  let w16 = phasor(0u - 16u * i * turn);
  var w: vec2f; // w^{t − PRECURSORS}
  var sums: Points;
  for (var t = 0u; t < 16u; t++) {
    // Horner's rule over the taps t, t + 16, t + 32 …, the last first.
    var sum = vec2f();
    for (var m = (TAPS + 15u) / 16u; m > 0u; m--) {
      let tap = t + 16u * (m - 1u);
      sum = mul(sum, w16);
      if (tap < TAPS) { sum += impulse[slot * TAPS + tap]; }
    }
    // Few products in a row, for the sake of accuracy.
    if (t % 4u == 0u) {
      w = phasor((PRECURSORS - t) * i * turn);
    } else {
      w = mul(w, w1);
    }
    sums[(t + 15u * PRECURSORS) % 16u] = mul(sum, w); // t − PRECURSORS, modulo 16
  }
  return dft16(sums);
}
