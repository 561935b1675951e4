// Convolution by overlap-save (formula in lib/convolution), y_block = IFFT(FFT(x_block)·FFT(h)) without its first
// SPAN − 1 points; one workgroup per signal and SHARE of its blocks. The filter's spectrum is made once and stays in
// registers, and a block is transformed, multiplied and transformed back there: x is read once and y written once.
// Needs lib/convolution, lib/fft, lib/complex, lib/phasor.
override SHARE: u32; // blocks that a workgroup works on
override STEP: u32;  // outputs of a block: ⌊(FFT_LENGTH − SPAN + 1) / DECIMATION⌋
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> filters: array<vec2f>;
@group(0) @binding(2) var<storage, read> second: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<vec2f>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let signal = group.y;
  var h: Points;
  for (var j = 0u; j < 16u; j++) {
    let k = fftPoint(i, j);
    if (k < SPAN) { h[j] = tapAt(signal, k) / f32(FFT_LENGTH); }
  }
  fft(i, &h);

  let blocks = (OUTPUT_LENGTH + STEP - 1u) / STEP;
  let end = min((group.x + 1u) * SHARE, blocks);
  for (var b = group.x * SHARE; b < end; b++) {
    let first = ORIGIN + i32(b * STEP * DECIMATION) - i32(SPAN - 1u);
    var x: Points;
    for (var j = 0u; j < 16u; j++) { x[j] = sampleAt(signal, first + i32(fftPoint(i, j))); }
    fft(i, &x);
    for (var j = 0u; j < 16u; j++) { x[j] = mul(x[j], h[j]); }
    inverseFft(i, &x);
    for (var j = 0u; j < 16u; j++) {
      let n = fftPoint(i, j) - (SPAN - 1u); // wraps to a large number where the block's ends run into each other
      let m = n / DECIMATION;
      let at = b * STEP + m;
      if (n % DECIMATION == 0u && m < STEP && at < OUTPUT_LENGTH) { output[signal * OUTPUT_LENGTH + at] = x[j]; }
    }
  }
}
