// Spectrogram, p[c][k] = 10·log10(SCALE · Σ_s |FFT(w·x[start(c, s) + n])[k + N/2 mod N]|² / S): decibels, negative frequencies
// first; each column c averages S segments of N = FFT_LENGTH samples, and has the largest of them as its peaks. N/16 invocations per column keep both in registers.
// Needs lib/listed-segments, or capture's lib/page-segments; lib/fft, lib/exchange, lib/dft, lib/complex, lib/phasor.
override SCALE: f32; // 1/(Σ w)²: a tone of amplitude 1 is at 0 dB in its bin
override FLOOR: f32; // smallest power, so that the logarithm is finite
struct Params {
  columns: u32, // at most
  segments: u32, // S, per column
}
@group(0) @binding(2) var<storage, read> window: array<f32>;
@group(0) @binding(3) var<storage, read_write> decibels: array<f32>;
@group(0) @binding(4) var<storage, read_write> peaks: array<f32>;
@group(0) @binding(5) var<uniform> params: Params;

const DECIBELS_PER_OCTAVE = 3.010299956639812;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let columns = segmentColumns();
  if (group.x * fftRows() >= columns) { return; }
  let column = group.x * fftRows() + fftRow(i);
  let held = min(column, columns - 1u);
  var power: array<f32, 16>;
  var most: array<f32, 16>;
  for (var s = 0u; s < params.segments; s++) {
    let start = segmentStart(held, s);
    var x = Points(); // a bare `var x: Points;` is not cleared in each iteration by Dawn's SPIR-V
    for (var j = 0u; j < 16u; j++) { x[j] = window[fftPoint(i, j)] * segmentSample(start + fftPoint(i, j)); }
    x = fft(i, x);
    for (var j = 0u; j < 16u; j++) {
      let now = dot(x[j], x[j]);
      power[j] += now;
      most[j] = max(most[j], now);
    }
  }
  if (column >= columns) { return; }
  for (var j = 0u; j < 16u; j++) {
    let bin = (fftPoint(i, j) + FFT_LENGTH / 2u) % FFT_LENGTH;
    let mean = SCALE * power[j] / f32(params.segments);
    decibels[column * FFT_LENGTH + bin] = DECIBELS_PER_OCTAVE * log2(max(mean, FLOOR));
    peaks[column * FFT_LENGTH + bin] = DECIBELS_PER_OCTAVE * log2(max(SCALE * most[j], FLOOR));
  }
}
