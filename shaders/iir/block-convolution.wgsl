// Recursive filter in blocks of L = FFT_LENGTH / 2 samples:
//   y_block = IFFT(FFT(x_block)·FFT(h[0 … L−1])) + Re Σk c_k·p_k^(n+1)·s_k.
// The first term is the block's response from rest. The transform is long enough for its tail. The second term is the decay
// of the states s at the beginning of the block.
// One workgroup takes a share of a signal's transforms. A transform holds two blocks of real samples, or one of complex
// samples.
// Needs lib/poles, lib/chunk-starts, lib/fft with N = 16·GROUP, lib/twiddle-table, lib/exchange, lib/dft, lib/complex.
override WIDTH: u32; // parts of a sample: 1 real, 2 complex
struct Params {
  signals: u32,
  length: u32,
  chunks: u32, // of a signal: its blocks
  fours: u32,  // poles, four at a time
  tiles: u32,  // workgroups of a signal
  share: u32,  // blocks that a workgroup works on, an even number
}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> starts: array<Four>;
@group(0) @binding(2) var<storage, read> pieces: array<Four>;
@group(0) @binding(3) var<storage, read> reach: array<Four>;
@group(0) @binding(4) var<storage, read> spectrum: array<vec2f>; // of h, over FFT_LENGTH
@group(0) @binding(5) var<storage, read> twiddles: array<vec2f>;
@group(0) @binding(6) var<storage, read> decays: array<Four>; // c·p^(n+1), [four][L]
@group(0) @binding(7) var<storage, read_write> output: array<f32>;
@group(0) @binding(8) var<uniform> params: Params;

const HALF = 8u; // of an invocation's points: a block's

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let row = group.y * groups.x + group.x;
  let signal = row / params.tiles;
  if (signal >= params.signals) { return; }
  var h: Points;
  for (var j = 0u; j < 2u * HALF; j++) { h[j] = spectrum[fftPoint(i, j)]; }

  let size = FFT_LENGTH / 2u;
  let together = 3u - WIDTH;
  // Distance from a number of the first block to the same number of the second, or to a complex sample's other part.
  let other = select(1u, size, WIDTH == 1u);
  let begin = row % params.tiles * params.share;
  let end = min(begin + params.share, params.chunks);
  for (var first = begin; first < end; first += together) {
    let base = (signal * params.length + first * size) * WIDTH;
    let count = params.length - first * size;
    let whole = count >= together * size;
    // Far from the ends there is no bounds check, so that all loads overlap.
    var x = Points();
    for (var j = 0u; j < HALF; j++) {
      let n = fftPoint(i, j);
      let at = base + n * WIDTH;
      if (whole) {
        x[j] = vec2f(input[at], input[at + other]);
      } else {
        let behind = select(n, n + size, WIDTH == 1u);
        x[j] = select(vec2f(), vec2f(input[at], input[at + other]), vec2(n, behind) < vec2(count));
      }
    }
    x = inverseFft(i, times(fft(i, x), h));
    for (var four = 0u; four < params.fours; four++) {
      let a = startOf(signal, first, four, 0u);
      let b = startOf(signal, first + together - 1u, four, WIDTH - 1u);
      for (var j = 0u; j < HALF; j++) {
        let decay = decays[four * size + fftPoint(i, j)];
        x[j] += vec2f(weighed(decay, a), weighed(decay, b));
      }
    }
    for (var j = 0u; j < HALF; j++) {
      let n = fftPoint(i, j);
      let at = base + n * WIDTH;
      if (whole || n < count) { output[at] = x[j].x; }
      if (whole || select(n, n + size, WIDTH == 1u) < count) { output[at + other] = x[j].y; }
    }
  }
}
