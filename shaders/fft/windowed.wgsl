// Windowed FFT within one workgroup, X[k] = Σn w[n]·x[n]·e^{∓j2πkn/N}, N = FFT_LENGTH, with SHIFT frequency 0 is in the middle of
// the output bins, or of an inverse transform's input bins. N/16 invocations per transform, 16 points each.
// Needs lib/fft, lib/exchange, lib/dft, lib/complex, lib/phasor.
override INVERSE: bool; // 1/N is in the window
override SHIFT: bool;
struct Params { batch: u32, }
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> window: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(3) var<uniform> params: Params;

// The index of a point; `middled`: with frequency 0 in the middle.
fn place(n: u32, middled: bool) -> u32 {
  return select(n, (n + FFT_LENGTH / 2u) % FFT_LENGTH, middled);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let transform = (group.y * groups.x + group.x) * fftRows() + fftRow(i);
  let source = min(transform, params.batch - 1u) * FFT_LENGTH;
  var x: Points;
  for (var j = 0u; j < 16u; j++) {
    let n = place(fftPoint(i, j), SHIFT && INVERSE);
    x[j] = window[n] * input[source + n];
  }
  if (INVERSE) { x = inverseFft(i, x); } else { x = fft(i, x); }
  if (transform >= params.batch) { return; }
  for (var j = 0u; j < 16u; j++) {
    output[transform * FFT_LENGTH + place(fftPoint(i, j), SHIFT && !INVERSE)] = x[j];
  }
}
