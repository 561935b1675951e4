// Convolution of each signal with two filters by overlap-save (formula in lib/convolution): X = FFT(x_block) once, then
// y_block = IFFT(X·FFT(h)) for both. Only every second point or fewer are needed, so bins k and k + N/2 alias, and the two inverses are a
// pair of half the length. One workgroup per signal (y) and share of its blocks (x); spectra, transforms and products stay in registers.
// Needs lib/convolution, lib/filters, lib/fft, lib/fft-pair, lib/exchange, lib/dft, lib/complex, lib/phasor.
override STEP: u32;    // outputs per block: ⌊(FFT_LENGTH − OVERLAP) / DECIMATION⌋
override OVERLAP: u32; // at least SPAN − 1, even
struct Params { least: u32, most: u32, } // the filters whose results are written: 0 to 1
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> filters: array<vec2f>; // c of the first filter
@group(0) @binding(2) var<storage, read> others: array<vec2f>;  // c of the second one
@group(0) @binding(3) var<storage, read> second: array<f32>;    // d, which follows both
@group(0) @binding(4) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(5) var<storage, read_write> otherOutput: array<vec2f>;
@group(0) @binding(6) var<uniform> params: Params;

// tapAt of the second filter.
fn otherTapAt(signal: u32, k: u32) -> vec2f {
  var h = vec2f();
  for (var i = 0u; i < SECOND_TAPS; i++) {
    let n = k - i; // wraps to a large number below i
    h += select(vec2f(), second[i] * others[signal * FILTER_STRIDE + n], n < TAPS);
  }
  return h;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let signal = group.y;
  var h: Points;
  for (var j = 0u; j * fftLanes() < SPAN; j++) { h[j] = tapAt(signal, fftPoint(i, j)) / f32(FFT_LENGTH); }
  h = fft(i, h);
  var g: Points;
  for (var j = 0u; j * fftLanes() < SPAN; j++) { g[j] = otherTapAt(signal, fftPoint(i, j)) / f32(FFT_LENGTH); }
  g = fft(i, g);

  let blocks = (OUTPUT_LENGTH + STEP - 1u) / STEP;
  let together = fftRows();
  let share = together * ((blocks + groups.x * together - 1u) / (groups.x * together));
  let end = min((group.x + 1u) * share, blocks);
  for (var earliest = group.x * share; earliest < end; earliest += together) {
    let b = earliest + fftRow(i);
    let first = ORIGIN + i32(b * STEP * DECIMATION) - i32(OVERLAP);
    var x: Points;
    for (var j = 0u; j < 16u; j++) { x[j] = sampleAt(signal, first + i32(fftPoint(i, j))); }
    x = fft(i, x);
    for (var j = 0u; j < 8u; j++) {
      let y = mul(x[j], g[j]) + mul(x[j + 8u], g[j + 8u]);
      x[j] = mul(x[j], h[j]) + mul(x[j + 8u], h[j + 8u]);
      x[j + 8u] = y;
    }
    x = swapParts(pairFft(i, swapParts(x)));
    for (var j = 0u; j < 16u; j++) {
      let n = 2u * pairPoint(i, j) - OVERLAP; // wraps to a large number for the points that the block's end has wrapped into
      let m = n / DECIMATION;
      let at = b * STEP + m;
      let member = pairMember(i, j);
      if (n % DECIMATION == 0u && m < STEP && at < OUTPUT_LENGTH && member >= params.least && member <= params.most) {
        if (member == 0u) {
          output[signal * OUTPUT_LENGTH + at] = x[j];
        } else {
          otherOutput[signal * OUTPUT_LENGTH + at] = x[j];
        }
      }
    }
  }
}
