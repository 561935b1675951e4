// Powers of overlapping frames, p[t][k] = SCALE·|Σn w[n]·x[t·HOP + n]·e^{−j2πn(k − N/2)/N}|², N = PARTS·FFT_LENGTH: negative frequencies first.
// A workgroup has no room for long transforms. So each is computed in parts, which need no memory between them: with M = FFT_LENGTH,
// X[r + PARTS·m] = Σn e^{−j2πnm/M}·e^{−j2πnr/N}·Σb w[n + bM]·x[n + bM]·e^{−j2πbr/PARTS}, n < M. M/16 invocations per part r.
// Needs lib/raw-sample, lib/fft, lib/exchange, lib/dft, lib/complex, lib/phasor.
override PARTS: u32; // a power of two
override HOP: u32;
override SCALE: f32;
@group(0) @binding(2) var<storage, read> window: array<f32>;
@group(0) @binding(3) var<storage, read_write> powers: array<f32>; // [frame][bin]

// e^{j2πn/count} for a power of two.
fn root(n: u32, count: u32) -> vec2f { return phasor(n * (0x80000000u / count * 2u)); }

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let length = PARTS * FFT_LENGTH;
  let frames = select((page.end - length) / HOP + 1u, 0u, page.end < length);
  let row = group.x * fftRows() + fftRow(i);
  if (group.x * fftRows() >= frames * PARTS) { return; }
  let frame = row / PARTS;
  let part = row % PARTS;
  let first = min(frame, frames - 1u) * HOP;
  var x: Points;
  for (var j = 0u; j < 16u; j++) { x[j] = window[fftPoint(i, j)] * rawSample(first + fftPoint(i, j)); }
  if (PARTS > 1u) {
    for (var b = 1u; b < PARTS; b++) {
      let turn = root(b * part, PARTS);
      for (var j = 0u; j < 16u; j++) {
        let n = fftPoint(i, j) + b * FFT_LENGTH;
        x[j] += window[n] * mulConj(rawSample(first + n), turn);
      }
    }
    for (var j = 0u; j < 16u; j++) { x[j] = mulConj(x[j], root(part * fftPoint(i, j), length)); }
  }
  x = fft(i, x);
  if (frame >= frames) { return; }
  for (var j = 0u; j < 16u; j++) {
    powers[frame * length + (part + PARTS * fftPoint(i, j) + length / 2u) % length] = SCALE * dot(x[j], x[j]);
  }
}
