// One step of the constant-modulus algorithm, c ← c − μ∇J: ∇J(k) = (1/L) Σm z(m)·x*(m−k), z = 2(|s|²−1)s, s(n) = Σk c(k)x(n−k),
// J = (1/L) Σ(|s|²−1)² over the L samples of a packet. It computes both sums by overlap-save in blocks of FFT_LENGTH samples:
// X, s = IFFT(X·C), Z, G += Z·X*; then ∇J = IFFT(G). The first pass can keep the X of all blocks, which later passes read instead of
// the samples. One workgroup per packet (slot), 16 points per invocation. Samples and spectra of the slots from params.held on may have their own bindings.
// Needs lib/fft, lib/exchange, lib/dft, lib/complex, lib/phasor, lib/packet.
override TAPS: u32;    // taps of the equalizer
override SAMPLES: u32; // L
override WINDOW: u32;  // samples in a window
override FIRST: u32;   // index in its window of the first block's first point
override OVERLAP: u32; // point of a block that holds its first new sample of s, at least TAPS − 1
override HOP: u32;     // new samples per block
override HALVES: u32; // 2: the slots from params.held on may have their own bindings
override BLOCKS: u32;  // blocks of HOP new samples in L
override KEEP: bool;   // writes X
override KEPT: bool;   // reads X
struct Params {
  step: f32,
  iteration: u32,
  slots: u32,
  held: u32, // slots of the first bindings
  only: u32, // 1: only writes X, with KEEP
}
@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read> window: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> taps: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> cost: array<f32>; // [pass][slot]
@group(0) @binding(4) var<storage, read_write> spectra: array<vec2f>; // X, [slot][block][FFT_LENGTH], for KEEP or KEPT
@group(0) @binding(5) var<storage, read> moreWindows: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> moreSpectra: array<vec2f>;
@group(0) @binding(7) var<uniform> params: Params;

// Points of a block of a slot: of its spectrum.
fn spectrumAt(isMore: bool, row: u32, i: u32) -> Points {
  var x: Points;
  if (isMore) {
    for (var j = 0u; j < 16; j++) { x[j] = moreSpectra[row + fftPoint(i, j)]; }
  } else {
    for (var j = 0u; j < 16; j++) { x[j] = spectra[row + fftPoint(i, j)]; }
  }
  return x;
}

// Of its samples.
fn samplesAt(isMore: bool, row: u32, i: u32) -> Points {
  var x: Points;
  if (isMore) {
    for (var j = 0u; j < 16; j++) { x[j] = moreWindows[row + fftPoint(i, j)]; }
  } else {
    for (var j = 0u; j < 16; j++) { x[j] = window[row + fftPoint(i, j)]; }
  }
  return x;
}

fn keepSpectrum(isMore: bool, row: u32, i: u32, x: Points) {
  if (isMore) {
    for (var j = 0u; j < 16; j++) { moreSpectra[row + fftPoint(i, j)] = x[j]; }
  } else {
    for (var j = 0u; j < 16; j++) { spectra[row + fftPoint(i, j)] = x[j]; }
  }
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let slot = group.x;
  if (packets[slot].found == 0) {
    if (i == 0) { cost[params.iteration * params.slots + slot] = 0.0; }
    return;
  }

  var spectrum: Points; // C/N
  for (var j = 0u; j < 16; j++) {
    let t = fftPoint(i, j);
    if (t < TAPS) { spectrum[j] = taps[slot * TAPS + t] / f32(FFT_LENGTH); }
  }
  spectrum = fft(i, spectrum);

  let isMore = HALVES == 2u && slot >= params.held;
  let place = slot - select(0u, params.held, isMore); // of the slot in its bindings
  var gradient: Points;
  var sum = 0.0;
  for (var b = 0u; b < BLOCKS; b++) {
    let row = (place * BLOCKS + b) * FFT_LENGTH;
    var x: Points;
    if (KEPT) {
      x = spectrumAt(isMore, row, i);
    } else {
      x = fft(i, samplesAt(isMore, place * WINDOW + FIRST + b * HOP, i));
      if (KEEP) {
        keepSpectrum(isMore, row, i, x);
        if (params.only == 1) { continue; }
      }
    }
    var z = inverseFft(i, times(x, spectrum));
    for (var j = 0u; j < 16; j++) {
      let n = fftPoint(i, j) - OVERLAP; // wraps to a large number for the points before
      let valid = n < HOP && b * HOP + n < SAMPLES;
      let excess = select(0.0, dot(z[j], z[j]) - 1.0, valid);
      sum += excess * excess;
      z[j] *= 2.0 * excess;
    }
    z = fft(i, z);
    for (var j = 0u; j < 16; j++) { gradient[j] += mulConj(z[j], x[j]); }
  }
  if (KEEP && params.only == 1) { return; }
  gradient = inverseFft(i, gradient);
  let scale = params.step / (f32(FFT_LENGTH) * f32(SAMPLES));
  for (var j = 0u; j < 16; j++) {
    let t = fftPoint(i, j);
    if (t < TAPS) { taps[slot * TAPS + t] -= scale * gradient[j]; }
  }

  workgroupBarrier();
  lend(i, sum);
  workgroupBarrier();
  if (i == 0) {
    for (var n = 1u; n < GROUP; n++) { sum += lent(n); }
    cost[params.iteration * params.slots + slot] = sum / f32(SAMPLES);
  }
}
