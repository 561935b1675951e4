// Convolution by overlap-save (formula in lib/convolution), y_block = IFFT(FFT(x_block)·FFT(h)) without its first OVERLAP
// points; one workgroup per signal and share of its blocks, as many at once as it has transforms. It computes the filter's
// spectrum once. Spectrum, transform, product and inverse stay in registers; x is read and y written in global memory.
// If only every second point is needed (FOLD = 2), bins k and k + N/2 alias, and two blocks are transformed back as a pair of half
// the length.
// Needs lib/convolution, lib/filters, lib/fft, lib/fft-pair, lib/exchange, lib/dft, lib/complex, lib/phasor.
override FOLD: u32;    // 1, or 2 where DECIMATION is even
override STEP: u32;    // outputs per block: ⌊(FFT_LENGTH − OVERLAP) / DECIMATION⌋
override OVERLAP: u32; // at least SPAN − 1, a multiple of FOLD
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> filters: array<vec2f>;
@group(0) @binding(2) var<storage, read> second: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<vec2f>;

// x of a block from index `first` of its row on. Most blocks lie within the row and need no bounds check.
fn samplesFrom(i: u32, signal: u32, first: i32) -> Points {
  var x: Points;
  if (first >= 0 && first + i32(FFT_LENGTH) <= i32(INPUT_STRIDE)) {
    let at = signal * INPUT_STRIDE + u32(first);
    for (var j = 0u; j < 16u; j++) { x[j] = input[at + fftPoint(i, j)]; }
  } else {
    for (var j = 0u; j < 16u; j++) { x[j] = sampleAt(signal, first + i32(fftPoint(i, j))); }
  }
  return x;
}

// Spectrum of block b, filtered.
fn filtered(i: u32, signal: u32, b: u32, h: Points) -> Points {
  return times(fft(i, samplesFrom(i, signal, ORIGIN + i32(b * STEP * DECIMATION) - i32(OVERLAP))), h);
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

  let blocks = (OUTPUT_LENGTH + STEP - 1u) / STEP;
  // The share depends on the number of signals. An override for it would compile the kernel again for each.
  let together = FOLD * fftRows();
  let share = together * ((blocks + groups.x * together - 1u) / (groups.x * together));
  let end = min((group.x + 1u) * share, blocks);
  for (var first = group.x * share; first < end; first += together) {
    let b = first + fftRow(i);
    // If the twiddles of the filter's transform stay in registers for the whole loop, an H100 takes a sixth longer; pairs do not.
    if (FOLD == 1u) { unseenZero = first >> 24u; }
    var x = filtered(i, signal, b, h);
    // Below, n wraps to a large number for the points that the block's end has wrapped into.
    if (FOLD == 1u) {
      x = inverseFft(i, x);
      let row = signal * OUTPUT_LENGTH + b * STEP;
      let count = min(STEP, OUTPUT_LENGTH - min(b * STEP, OUTPUT_LENGTH));
      for (var j = 0u; j < 16u; j++) {
        let n = fftPoint(i, j) - OVERLAP;
        if (n % DECIMATION == 0u && n / DECIMATION < count) { output[row + n / DECIMATION] = x[j]; }
      }
    } else {
      var y = Points();
      if (first + fftRows() < end) { y = filtered(i, signal, b + fftRows(), h); }
      for (var j = 0u; j < 8u; j++) {
        x[j] += x[j + 8u];
        x[j + 8u] = y[j] + y[j + 8u];
      }
      x = swapParts(pairFft(i, swapParts(x)));
      for (var j = 0u; j < 16u; j++) {
        let n = 2u * pairPoint(i, j) - OVERLAP;
        let m = n / DECIMATION;
        let at = (b + pairMember(i, j) * fftRows()) * STEP + m;
        if (n % DECIMATION == 0u && m < STEP && at < OUTPUT_LENGTH) { output[signal * OUTPUT_LENGTH + at] = x[j]; }
      }
    }
  }
}
