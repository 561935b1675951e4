// FIR filter by overlap-add (formula in fir/direct): x is cut into blocks of ROWS·GROUP samples. Filtering adds taps − 1
// samples to each, y_block = IFFT(FFT(x_block)·H), and the tail beyond a block is added to the next block's outputs. One
// workgroup per share of a signal's blocks, real ones in pairs; H/N is precomputed. The invocation with a block's
// tail in its registers also computes the outputs that the tail is added to, so no scattered or atomic writes are needed.
// A share starts with the tail of the block before it.
// Needs lib/fir-blocks, lib/fir-page, one of lib/fir-real and its like, an input and an output as lib/fir-input and
// lib/fir-output, lib/fft, lib/twiddle-table, an exchange, lib/dft, lib/complex, one transform per workgroup.
override DECIMATION: u32; // input samples per output sample
override ROWS: u32; // samples of a block per invocation; a block and its tail must fit a transform
struct Params {
  signals: u32,
  length: u32,
  history: u32,
  outputs: u32,
  tiles: u32,
  share: u32, // blocks that a workgroup works on
}
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<vec2f>;
@group(0) @binding(3) var<storage, read> twiddles: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

// The outputs that a block and the tail before it make; the first is at index `start` of the page.
fn store(i: u32, signal: u32, start: u32, y: Numbers, tail: Numbers) {
  let count = min(ROWS * GROUP, params.length - min(start, params.length));
  for (var j = 0u; j < 16u; j++) {
    let n = fftPoint(i, j);
    if (j < ROWS && n < count && (start + n) % DECIMATION == 0u) {
      putOutput(signal * params.outputs + (start + n) / DECIMATION, y[j] + tail[j]);
    }
  }
}

// What reaches beyond a block.
fn tailOf(y: Numbers) -> Numbers {
  var tail = Numbers();
  for (var j = 0u; j < 16u; j++) {
    if (j + ROWS < 16u) { tail[j] = y[j + ROWS]; }
  }
  return tail;
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
  let step = ROWS * GROUP;
  let begin = i32(tile % params.tiles * params.share);
  let end = min(begin + i32(params.share), i32((params.length + step - 1u) / step));
  var tail = Numbers();
  for (var first = begin - i32(TOGETHER); first < end; first += i32(TOGETHER)) {
    // Beside a tail there are no registers to keep H in.
    let x = inverseFft(i, times(fft(i, blockAt(i, signal, first * i32(step), step, ROWS)), spectrum(i)));
    let y = firstBlock(x);
    if (first >= begin) { store(i, signal, u32(first) * step, y, tail); }
    tail = tailOf(y);
    if (TOGETHER == 2u) {
      let z = secondBlock(x);
      if (first >= begin) { store(i, signal, u32(first + 1) * step, z, tail); }
      tail = tailOf(z);
    }
  }
}
