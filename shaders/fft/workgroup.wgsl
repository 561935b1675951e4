// Batched FFT, X[b][k] = Σn x[b][n]·e^{∓j2πkn/N}, the inverse with 1/N; N/16 invocations per transform, 16 points each.
// Needs lib/fft, lib/complex, lib/phasor.
override INVERSE: bool;
struct Params { batch: u32, } // transforms
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

// Where point j of invocation i lies; below N = 16 an invocation holds 16/N transforms side by side.
fn place(group: u32, i: u32, j: u32) -> u32 {
  let side = max(16u / FFT_LENGTH, 1u);
  let transform = (group * GROUP * 16u) / FFT_LENGTH + fftRow(i) * side + j % side;
  return transform * FFT_LENGTH + fftPoint(i, j / side);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let end = params.batch * FFT_LENGTH;
  var x: Points;
  for (var j = 0u; j < 16u; j++) {
    let at = place(group.x, i, j);
    if (at < end) { x[j] = input[at]; }
  }
  var scale = 1.0;
  if (INVERSE) {
    inverseFft(i, &x);
    scale = 1.0 / f32(FFT_LENGTH);
  } else {
    fft(i, &x);
  }
  for (var j = 0u; j < 16u; j++) {
    let at = place(group.x, i, j);
    if (at < end) { output[at] = x[j] * scale; }
  }
}
