// Blocks of samples that are filtered by transforms, as lib/fft holds them. Needs lib/fft, lib/fir-page, one of lib/fir-real
// and its like, an input as lib/fir-input, and a kernel's binding response: H[k]/N.
alias Numbers = array<Number, 16>;

// The first rows·N/16 samples from index `first` of a signal on, rows ≤ 16, and the samples `step` later if blocks
// share a transform. Most blocks are inside the page and need no check of its ends.
fn blockAt(i: u32, signal: u32, first: i32, step: u32, rows: u32) -> Points {
  var x = Points();
  if (first >= 0 && u32(first) + (TOGETHER - 1u) * step + rows * fftLanes() <= params.length) {
    let at = signal * params.length + u32(first);
    for (var j = 0u; j < 16u; j++) {
      if (j < rows) { x[j] = packed(pageSample(at + fftPoint(i, j)), pageSample(at + step + fftPoint(i, j))); }
    }
  } else {
    for (var j = 0u; j < 16u; j++) {
      let at = first + i32(fftPoint(i, j));
      if (j < rows) { x[j] = packed(sampleAt(signal, at), sampleAt(signal, at + i32(step))); }
    }
  }
  return x;
}

fn spectrum(i: u32) -> Points {
  var h: Points;
  for (var j = 0u; j < 16u; j++) { h[j] = response[fftPoint(i, j)]; }
  return h;
}

// The first of the blocks that share a transform, and the second.
fn firstBlock(x: Points) -> Numbers {
  var y: Numbers;
  for (var j = 0u; j < 16u; j++) { y[j] = firstOf(x[j]); }
  return y;
}

fn secondBlock(x: Points) -> Numbers {
  var y: Numbers;
  for (var j = 0u; j < 16u; j++) { y[j] = secondOf(x[j]); }
  return y;
}
