// FIR filter by overlap-save (formula in fir/direct), y_block = IFFT(FFT(x_block)·H) without its first `overlap` points. One
// workgroup per share of a signal's blocks, as many at once as it has transforms, real ones in pairs; H/N is computed
// beforehand and stays in registers, and a block is transformed, multiplied and transformed back there: x is read once and y written once.
// Needs lib/fir-blocks, lib/fir-page, one of lib/fir-real and its like, an input and an output as lib/fir-input and
// lib/fir-output, lib/fft, lib/twiddle-table, an exchange, lib/dft, lib/complex.
override DECIMATION: u32; // input samples per output sample
struct Params {
  signals: u32,
  length: u32,
  history: u32,
  outputs: u32,
  tiles: u32,
  overlap: u32, // taps − 1 or somewhat more
  share: u32,   // blocks that a workgroup works on
}
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<vec2f>;
@group(0) @binding(3) var<storage, read> twiddles: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

// The outputs of a block; the first is at index `start` of the page.
fn store(i: u32, signal: u32, start: u32, y: Numbers) {
  let count = min(FFT_LENGTH - params.overlap, params.length - min(start, params.length));
  for (var j = 0u; j < 16u; j++) {
    // Below `overlap`, n wraps to a large number.
    let n = fftPoint(i, j) - params.overlap;
    if (n < count && (start + n) % DECIMATION == 0u) {
      putOutput(signal * params.outputs + (start + n) / DECIMATION, y[j]);
    }
  }
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let tile = group.y * groups.x + group.x;
  let signal = tile / params.tiles;
  if (signal >= params.signals) { return; }
  let h = spectrum(i);
  let step = FFT_LENGTH - params.overlap;
  let begin = tile % params.tiles * params.share;
  let end = min(begin + params.share, (params.length + step - 1u) / step);
  for (var first = begin; first < end; first += TOGETHER * fftRows()) {
    let start = (first + TOGETHER * fftRow(i)) * step;
    let x = inverseFft(i, times(fft(i, blockAt(i, signal, i32(start) - i32(params.overlap), step, 16u)), h));
    store(i, signal, start, firstBlock(x));
    if (TOGETHER == 2u) { store(i, signal, start + step, secondBlock(x)); }
  }
}
