// Preamble metric, T(n) = L(n) / (32·Σ_{i<256} |r(n+i)|²), L(n) = Σ_{m<8} |c(n+32m)|² (2.2), at every start n of a block.
// A workgroup stages CELLS + 31 samples, turns them in place into cells (|c(n)|², Σ_{i<32} |r(n+i)|²), and adds eight
// cells 32 apart for each of its CELLS − 224 starts. Workgroup y is the block.
override GROUP: u32;          // invocations per workgroup
override CELLS: u32;          // a multiple of GROUP
override STAGED: u32;         // CELLS + 31
override BLOCK_LENGTH: u32;   // samples in a block's row
override BLOCK_LEAD: u32;     // of them before the block's first start
override METRIC_LENGTH: u32;  // starts in a block's row of the metric
override METRIC_MARGIN: u32;  // of them before the block's first start
const PERIOD = 32u;
const PERIODS = 8u;
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> metric: array<f32>;

var<workgroup> staged: array<vec2f, STAGED>;

fn r(i: u32) -> vec2f {
  return staged[i];
}

// c(n) = Σ_{i<32} r(n+i) conj(e^{jπ/4·q(i)}), with the CD98 waveform quantized to eight phases q by the index sets (2.5):
// L1 … L4 hold the phases 0, π, π/2, −π/2; L5, L6 those with real part ±1/√2, L7, L8 those with imaginary part ±1/√2.
fn correlation(n: u32) -> vec2f {
  let L1 = r(n) + r(n + 8) + r(n + 16) + r(n + 24);
  let L2 = r(n + 4) + r(n + 20);
  let L3 = r(n + 2) + r(n + 10) + r(n + 14) + r(n + 22);
  let L4 = r(n + 6) + r(n + 18) + r(n + 26) + r(n + 30);
  let L5 = r(n + 1) + r(n + 7) + r(n + 9) + r(n + 15) + r(n + 17) + r(n + 23) + r(n + 25) + r(n + 31);
  let L6 = r(n + 3) + r(n + 5) + r(n + 11) + r(n + 12) + r(n + 13) + r(n + 19) + r(n + 21) + r(n + 27) + r(n + 28) + r(n + 29);
  let L7 = r(n + 1) + r(n + 3) + r(n + 9) + r(n + 11) + r(n + 12) + r(n + 13) + r(n + 15) + r(n + 21) + r(n + 23);
  let L8 = r(n + 5) + r(n + 7) + r(n + 17) + r(n + 19) + r(n + 25) + r(n + 27) + r(n + 28) + r(n + 29) + r(n + 31);
  let onReal = L1 - L2 + 0.7071067811865476 * (L5 - L6);
  let onImaginary = L3 - L4 + 0.7071067811865476 * (L7 - L8);
  return vec2f(onReal.x + onImaginary.y, onReal.y - onImaginary.x);
}

fn energy(n: u32) -> f32 {
  var sum = 0.0;
  for (var i = n; i < n + PERIOD; i++) { sum += dot(r(i), r(i)); }
  return sum;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let starts = CELLS - PERIOD * (PERIODS - 1u);
  let first = group.x * starts;
  let row = group.y * BLOCK_LENGTH + BLOCK_LEAD - METRIC_MARGIN + first;
  for (var i = local; i < STAGED; i += GROUP) { staged[i] = samples[row + i]; }
  workgroupBarrier();
  // A cell needs the samples at and after its own index only: those before are free to be overwritten.
  for (var done = 0u; done < CELLS; done += GROUP) {
    let c = correlation(done + local);
    let cell = vec2f(dot(c, c), energy(done + local));
    workgroupBarrier();
    staged[done + local] = cell;
  }
  workgroupBarrier();
  for (var i = local; i < starts && first + i < METRIC_LENGTH; i += GROUP) {
    var sum = vec2f(0.0);
    for (var m = 0u; m < PERIODS; m++) { sum += staged[i + PERIOD * m]; }
    metric[group.y * METRIC_LENGTH + first + i] = select(0.0, sum.x / (f32(PERIOD) * sum.y), sum.y > 0.0);
  }
}
