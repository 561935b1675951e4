// Two equalizers and the detection filter D behind each, from the spectra X of the blocks that CMA's first pass keeps (equalizer/cma):
// y = IFFT(X·C·D). Only every second sample is needed, so bins k and k + N/2 alias, and the inverses for both equalizers C are a pair of
// half the length. One workgroup per packet (slot), 16 bins per invocation. The spectra of the slots from params.held on may have their own binding.
// Needs lib/fft, lib/fft-pair, lib/exchange, lib/dft, lib/complex, lib/phasor, lib/packet.
override TAPS: u32;    // of C
override OVERLAP: u32; // point of a block that holds its first new sample, even
override STEP: u32;    // new samples per block that are kept
override HALVES: u32; // 2: the slots from params.held on may have their own binding
override BLOCKS: u32;  // per packet
override LENGTH: u32;  // kept samples per packet
struct Params {
  least: u32, // the equalizers whose results are written: 0 to 1
  most: u32,
  held: u32, // slots of the first binding of spectra
}
@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read> spectra: array<vec2f>; // X, [slot][block][FFT_LENGTH]
@group(0) @binding(2) var<storage, read> response: array<f32>;  // D(k)/N, of a filter centred at 0
@group(0) @binding(3) var<storage, read> taps: array<vec2f>;    // of the first equalizer, [slot][TAPS]
@group(0) @binding(4) var<storage, read> others: array<vec2f>;  // of the second one
@group(0) @binding(5) var<storage, read_write> first: array<vec2f>;  // y, [slot][LENGTH]
@group(0) @binding(6) var<storage, read_write> second: array<vec2f>;
@group(0) @binding(7) var<storage, read> moreSpectra: array<vec2f>;
@group(0) @binding(8) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let slot = group.x;
  if (packets[slot].found == 0u) { // no spectra
    for (var m = i; m < LENGTH; m += GROUP) {
      if (params.least == 0u) { first[slot * LENGTH + m] = vec2f(); }
      if (params.most == 1u) { second[slot * LENGTH + m] = vec2f(); }
    }
    return;
  }
  var c: Points;
  var d: Points;
  for (var j = 0u; j * GROUP < TAPS; j++) {
    let t = fftPoint(i, j);
    c[j] = select(vec2f(), taps[slot * TAPS + t], t < TAPS);
    d[j] = select(vec2f(), others[slot * TAPS + t], t < TAPS);
  }
  // One text for both, because drivers compile a second one as long again. They cannot know that slot >> 24u is 0.
  for (var k = 0u; k < 2u + (slot >> 24u); k++) {
    let y = fft(i, c);
    c = d;
    d = y;
  }
  for (var j = 0u; j < 16u; j++) {
    let shaped = response[fftPoint(i, j)];
    c[j] *= shaped;
    d[j] *= shaped;
  }
  let isMore = HALVES == 2u && slot >= params.held;
  let place = slot - select(0u, params.held, isMore); // of the slot in its binding
  for (var b = 0u; b < BLOCKS; b++) {
    // An H200 takes an eighth less if the twiddles are computed again for each block: then more workgroups have registers.
    unseenZero = b >> 24u;
    let row = (place * BLOCKS + b) * FFT_LENGTH;
    var x: Points;
    if (isMore) {
      for (var j = 0u; j < 16u; j++) { x[j] = moreSpectra[row + fftPoint(i, j)]; }
    } else {
      for (var j = 0u; j < 16u; j++) { x[j] = spectra[row + fftPoint(i, j)]; }
    }
    for (var j = 0u; j < 8u; j++) {
      let y = mul(x[j], d[j]) + mul(x[j + 8u], d[j + 8u]);
      x[j] = mul(x[j], c[j]) + mul(x[j + 8u], c[j + 8u]);
      x[j + 8u] = y;
    }
    x = swapParts(pairFft(i, swapParts(x)));
    for (var j = 0u; j < 16u; j++) {
      let m = pairPoint(i, j) - OVERLAP / 2u; // wraps to a large number for the points before
      let at = b * STEP + m;
      let member = pairMember(i, j);
      if (m < STEP && at < LENGTH && member >= params.least && member <= params.most) {
        if (member == 0u) {
          first[slot * LENGTH + at] = x[j];
        } else {
          second[slot * LENGTH + at] = x[j];
        }
      }
    }
  }
}
