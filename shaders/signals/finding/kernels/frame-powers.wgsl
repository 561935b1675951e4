// Powers of overlapping frames, p[t][k] = SCALE·|Σn w[n]·x[t·HOP + n]·e^{−j2πn(k − N/2)/N}|², N = FFT_LENGTH: negative frequencies first.
// N/16 invocations per frame.
// Needs lib/raw-sample, lib/fft, lib/exchange, lib/dft, lib/complex, lib/phasor.
override HOP: u32;
override SCALE: f32;
@group(0) @binding(2) var<storage, read> window: array<f32>;
@group(0) @binding(3) var<storage, read_write> powers: array<f32>; // [frame][bin]

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let frames = select((page.end - FFT_LENGTH) / HOP + 1u, 0u, page.end < FFT_LENGTH);
  let frame = group.x * fftRows() + fftRow(i);
  if (group.x * fftRows() >= frames) { return; }
  let first = min(frame, frames - 1u) * HOP;
  var x: Points;
  for (var j = 0u; j < 16u; j++) { x[j] = window[fftPoint(i, j)] * rawSample(first + fftPoint(i, j)); }
  x = fft(i, x);
  if (frame >= frames) { return; }
  for (var j = 0u; j < 16u; j++) {
    powers[frame * FFT_LENGTH + (fftPoint(i, j) + FFT_LENGTH / 2u) % FFT_LENGTH] = SCALE * dot(x[j], x[j]);
  }
}
