// Convolution by overlap-add (formula in lib/convolution): x is cut into blocks of BLOCK samples, each filtered to BLOCK +
// SPAN − 1, y_block = IFFT(FFT(x_block)·FFT(h)), and the tail beyond a block is added to the next block's outputs. One workgroup
// per signal and share of its blocks. BLOCK is a multiple of GROUP. So the invocation that holds a tail in its registers also computes
// the outputs to which it belongs. No write is scattered or atomic. A share starts with the tail of the block before it.
// Needs lib/convolution, lib/filters, lib/fft, lib/exchange, lib/dft, lib/complex, lib/phasor, one transform per workgroup.
override BLOCK: u32; // samples per block: at least SPAN − 1, at most FFT_LENGTH − SPAN + 1
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> filters: array<vec2f>;
@group(0) @binding(2) var<storage, read> second: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<vec2f>;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let signal = group.y;
  var h: Points;
  for (var j = 0u; j * GROUP < SPAN; j++) { h[j] = tapAt(signal, fftPoint(i, j)) / f32(FFT_LENGTH); }
  h = fft(i, h);

  let blocks = ((OUTPUT_LENGTH - 1u) * DECIMATION + BLOCK) / BLOCK;
  // The share depends on the number of signals. An override for it would compile the kernel again for each.
  let share = (blocks + groups.x - 1u) / groups.x;
  let first = i32(group.x * share);
  let end = i32(min((group.x + 1u) * share, blocks));
  var tail: Points;
  for (var b = first - 1; b < end; b++) {
    let start = b * i32(BLOCK);
    var x: Points;
    for (var j = 0u; j < 16u; j++) {
      let n = fftPoint(i, j);
      x[j] = vec2f();
      if (n < BLOCK) { x[j] = sampleAt(signal, ORIGIN + start + i32(n)); }
    }
    x = inverseFft(i, times(fft(i, x), h));
    for (var j = 0u; j < 16u; j++) {
      let n = start + i32(fftPoint(i, j));
      let m = u32(n) / DECIMATION;
      if (b >= first && j < BLOCK / GROUP && u32(n) % DECIMATION == 0u && m < OUTPUT_LENGTH) {
        output[signal * OUTPUT_LENGTH + m] = x[j] + tail[j];
      }
    }
    for (var j = 0u; j < 16u; j++) {
      tail[j] = vec2f();
      if (j + BLOCK / GROUP < 16u) { tail[j] = x[j + BLOCK / GROUP]; }
    }
  }
}
