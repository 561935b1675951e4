// Carriers of the data symbols of a table of frames: Y[k] = Σn (x[n] − d)·e^{−jω(n − start)}·e^{−j2πkn/64}, with the frame's
// carrier offset ω and constant offset d.
// Four invocations per symbol with 16 points each. The frame of a symbol is the last one that begins at it or before it.
// Needs lib/frame, lib/fft, lib/twiddles, lib/twiddle-product, lib/exchange, lib/dft, lib/complex, lib/phasor.
override FIRST: u32;    // samples from a frame's start to the transform of its first symbol of data
override DISTANCE: u32; // samples per symbol
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> frames: array<Frame>;
@group(0) @binding(2) var<storage, read> counts: array<u32>;            // frames, …, symbols
@group(0) @binding(3) var<storage, read_write> carriers: array<vec2f>;  // [symbol][64]

// Frames without symbols share their firstSymbol with the frame after them, which is the one found.
fn frameOf(symbol: u32) -> u32 {
  var low = 0u;
  var high = counts[0];
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (frames[middle].firstSymbol <= symbol) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let symbols = min(counts[2], arrayLength(&carriers) / FFT_LENGTH);
  let symbol = (group.y * groups.x + group.x) * fftRows() + fftRow(i);
  let known = min(symbol, max(symbols, 1u) - 1u);
  let frame = frames[frameOf(known)];
  let after = FIRST + DISTANCE * (known - frame.firstSymbol); // samples from the frame's start
  let begin = turnsAfter(after, frame.offset);
  let step = turns(frame.offset);
  let constant = vec2f(frame.dcReal, frame.dcImaginary);
  var x: Points;
  for (var j = 0u; j < 16u; j++) {
    let n = fftPoint(i, j);
    x[j] = mulConj(samples[frame.start + after + n] - constant, phasor(begin + n * step));
  }
  x = fft(i, x);
  if (symbol >= symbols) { return; }
  for (var j = 0u; j < 16u; j++) { carriers[symbol * FFT_LENGTH + fftPoint(i, j)] = x[j]; }
}
