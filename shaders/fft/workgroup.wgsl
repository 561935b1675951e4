// Batched FFT, X[b][k] = Σn x[b][n]·e^{∓j2πkn/N}, the inverse with 1/N; N/16 invocations per transform, 16 points each.
// Where PAIRED, N/8 invocations per two transforms: rows of FFT_LENGTH = 2N points, which makes longer runs in memory.
// Needs lib/fft, lib/fft-pair, lib/exchange or lib/exchange-halves, lib/complex, lib/phasor.
override INVERSE: bool;
override PAIRED: bool;
struct Params { points: u32, } // of all transforms
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

// Where point j of invocation i lies; below N = 16 an invocation holds 16/N transforms side by side.
fn place(group: u32, i: u32, j: u32) -> u32 {
  let side = max(16u / FFT_LENGTH, 1u);
  let transform = (group * GROUP * 16u) / FFT_LENGTH + fftRow(i) * side + j % side;
  return transform * FFT_LENGTH + fftPoint(i, j / side);
}

fn transformed(i: u32, x: Points) -> Points {
  if (PAIRED) { return pairFft(i, x); }
  return fft(i, x);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  var x: Points;
  for (var j = 0u; j < 16u; j++) { x[j] = input[min(place(group.x, i, j), params.points - 1u)]; }
  var scale = 1.0;
  if (INVERSE) {
    x = swapParts(transformed(i, swapParts(x)));
    scale = select(1.0, 2.0, PAIRED) / f32(FFT_LENGTH);
  } else {
    x = transformed(i, x);
  }
  for (var j = 0u; j < 16u; j++) {
    var at = place(group.x, i, j);
    if (PAIRED) { at += pairMember(i, j) * FFT_LENGTH / 2u + pairPoint(i, j) - fftPoint(i, j); }
    if (at < params.points) { output[at] = x[j] * scale; }
  }
}
