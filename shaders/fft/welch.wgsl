// Welch's periodograms, p[t][k] = Σ |FFT(w·x_s)[k]|² over the segments s = t, t + SUMS, …; segments of N = FFT_LENGTH
// samples overlap by half. N/16 invocations per sum t; each keeps its 16 bins of the sum in registers.
// Needs lib/fft, lib/exchange, lib/dft, lib/complex, lib/phasor.
override SUMS: u32;         // sums, 16·GROUP/N for each workgroup
override ROW_SEGMENTS: u32; // segments in a row
struct Params {
  start: u32,    // sample of a row at which its first segment begins
  rowStride: u32, // samples from one row to the next
  firstRow: u32,
  segments: u32, // in all rows
}
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> window: array<f32>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let t = group.x * fftRows() + fftRow(i);
  var power: array<f32, 16>;
  for (var first = 0u; first < params.segments; first += SUMS) {
    let s = first + t;
    let row = params.firstRow + s / ROW_SEGMENTS;
    let start = row * params.rowStride + params.start + (s % ROW_SEGMENTS) * (FFT_LENGTH / 2u);
    var x = Points(); // a bare `var x: Points;` is not cleared again each time round by Dawn's SPIR-V
    if (s < params.segments) {
      for (var j = 0u; j < 16u; j++) { x[j] = window[fftPoint(i, j)] * samples[start + fftPoint(i, j)]; }
    }
    x = fft(i, x);
    for (var j = 0u; j < 16u; j++) { power[j] += dot(x[j], x[j]); }
  }
  for (var j = 0u; j < 16u; j++) { sums[t * FFT_LENGTH + fftPoint(i, j)] = power[j]; }
}
