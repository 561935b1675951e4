// Preamble metric, T(n) = L(n) / (32·Σ_{i<256} |r(n+i)|²), L(n) = Σ_{m<8} |c(n+32m)|² (2.2), at every start n of a block.
// A workgroup stages OWN·GROUP + 31 samples, replaces them by cells (|c(n)|², Σ_{i<32} |r(n+i)|²), OWN neighbours per invocation,
// and adds eight cells 32 apart for each of OWN·GROUP − 224 starts, OWN starts 32 apart per invocation. Neighbouring sums share
// their parts. Nothing is subtracted from a sum of powers, so that a large sample does not affect sums without it.
// Workgroup y is the block.
override GROUP: u32;          // invocations per workgroup, a multiple of 32
override BLOCK_LENGTH: u32;   // samples in a block's row
override BLOCK_LEAD: u32;     // of them before the block's first start
override METRIC_LENGTH: u32;  // starts in a block's row of the metric
override METRIC_MARGIN: u32;  // of them before the block's first start
const PERIOD = 32u;
const PERIODS = 8u;
const OWN = 15u; // odd, so that neighbouring invocations use different memory banks
const HALF_ROOT = 0.7071067811865476;
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> metric: array<f32>;

var<workgroup> staged: array<vec2f, OWN * GROUP + PERIOD - 1u>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let first = group.x * (OWN * GROUP - PERIOD * (PERIODS - 1u));
  let row = group.y * BLOCK_LENGTH + BLOCK_LEAD - METRIC_MARGIN + first;
  var loaded: array<vec2f, OWN>; // all loads in flight at once
  for (var k = 0u; k < OWN; k++) { loaded[k] = samples[row + k * GROUP + local]; }
  let last = samples[row + OWN * GROUP + local % PERIOD];
  for (var k = 0u; k < OWN; k++) { staged[k * GROUP + local] = loaded[k]; }
  if (local < PERIOD - 1u) { staged[OWN * GROUP + local] = last; }
  workgroupBarrier();
  var r: array<vec2f, OWN + PERIOD - 1u>;
  for (var i = 0u; i < OWN + PERIOD - 1u; i++) { r[i] = staged[OWN * local + i]; }
  workgroupBarrier();

  // Σ_{i<32} |r(t+i)|² = the common part, t + i from 6 to 30, plus the samples before and after it.
  var between = 0.0;
  for (var i = OWN - 1u; i < PERIOD - 1u; i++) { between += dot(r[i], r[i]); }
  var before: array<f32, OWN>;
  for (var t = OWN - 1u; t > 0u; t--) { before[t - 1u] = before[t] + dot(r[t - 1u], r[t - 1u]); }
  var d: array<vec2f, OWN + 26u>; // r(n) − r(n+4)
  for (var i = 0u; i < OWN + 26u; i++) { d[i] = r[i] - r[i + 4u]; }
  var behind = 0.0;
  for (var t = 0u; t < OWN; t++) {
    behind += dot(r[t + 31u], r[t + 31u]);
    // c(n) = Σ_{i<32} r(n+i) conj(e^{jπ/4·q(i)}), with the CD98 waveform quantized to eight phases q (2.5): sums for the
    // phases 0 and π, π/2 and −π/2, π/4 and −3π/4, 3π/4 and −π/4.
    let A = d[t] + r[t + 8u] + d[t + 16u] + r[t + 24u];
    let B = d[t + 2u] + r[t + 10u] + d[t + 14u] + d[t + 22u] - r[t + 30u];
    let C = d[t + 1u] + r[t + 9u] + d[t + 15u] + d[t + 23u] - r[t + 28u] - r[t + 29u];
    let D = d[t + 3u] + r[t + 11u] + r[t + 12u] + d[t + 13u] + d[t + 21u] - r[t + 31u];
    let onReal = A + HALF_ROOT * (C - D);
    let onImaginary = B + HALF_ROOT * (C + D);
    let c = vec2f(onReal.x + onImaginary.y, onReal.y - onImaginary.x);
    staged[OWN * local + t] = vec2f(dot(c, c), before[t] + between + behind);
  }
  workgroupBarrier();

  let column = local % PERIOD;
  let top = local / PERIOD * OWN;
  let rows = OWN * GROUP / PERIOD;
  var cells: array<vec2f, OWN + PERIODS - 1u>;
  // The last rows have no start, so what stands for cells behind them does not matter.
  for (var i = 0u; i < OWN + PERIODS - 1u; i++) { cells[i] = staged[PERIOD * min(top + i, rows - 1u) + column]; }
  var pairs: array<vec2f, OWN + PERIODS - 2u>;
  for (var i = 0u; i < OWN + PERIODS - 2u; i++) { pairs[i] = cells[i] + cells[i + 1u]; }
  var fours: array<vec2f, OWN + PERIODS - 4u>;
  for (var i = 0u; i < OWN + PERIODS - 4u; i++) { fours[i] = pairs[i] + pairs[i + 2u]; }
  for (var t = 0u; t < OWN; t++) {
    let sum = fours[t] + fours[t + 4u];
    let at = first + PERIOD * (top + t) + column;
    if (top + t < rows - (PERIODS - 1u) && at < METRIC_LENGTH) {
      metric[group.y * METRIC_LENGTH + at] = select(0.0, sum.x / (f32(PERIOD) * sum.y), sum.y > 0.0);
    }
  }
}
