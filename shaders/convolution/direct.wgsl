// Convolution in the time domain (formula in lib/convolution), k = q·DECIMATION + p: for each p, taps h[p + q·DECIMATION] meet
// every DECIMATION-th sample, so that neighbouring outputs want neighbouring samples.
// One invocation per four output samples, one row of workgroups per signal. CHUNK taps at a time, with the samples that they meet,
// are staged in workgroup memory; four taps at a time meet seven samples in registers, four of them new: four reads of taps and
// four of samples for 16 products.
// Needs lib/convolution, lib/filters, lib/complex.
override GROUP: u32; // invocations per workgroup
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> filters: array<vec2f>;
@group(0) @binding(2) var<storage, read> second: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<vec2f>;

const OUTPUTS = 4u; // of an invocation
const CHUNK = 64u;
const PAD = 4u;

var<workgroup> taps: array<vec2f, CHUNK>;
// Sample t in column t / OUTPUTS of row t mod OUTPUTS: neighbours meet in no memory bank, written one by one or read by fours.
var<workgroup> samples: array<vec2f, OUTPUTS * (GROUP + PAD) + CHUNK>;

fn place(t: u32) -> u32 {
  return (t % OUTPUTS) * (GROUP + PAD + CHUNK / OUTPUTS) + t / OUTPUTS;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let signal = group.y;
  let first = group.x * GROUP * OUTPUTS;
  var y: array<vec2f, OUTPUTS>;
  for (var p = 0u; p < min(DECIMATION, SPAN); p++) {
    let count = (SPAN - p + DECIMATION - 1u) / DECIMATION;
    for (var q = 0u; q < count; q += CHUNK) {
      // Tap c of the chunk meets sample t = CHUNK − 1 − c for the first output.
      let oldest = i32(first) - i32(q + CHUNK - 1u);
      workgroupBarrier();
      for (var c = i; c < CHUNK; c += GROUP) { taps[c] = tapAt(signal, (q + c) * DECIMATION + p); }
      for (var t = i; t < OUTPUTS * GROUP + CHUNK; t += GROUP) {
        samples[place(t)] = sampleAt(signal, ORIGIN + (oldest + i32(t)) * i32(DECIMATION) - i32(p));
      }
      workgroupBarrier();
      var window: array<vec2f, 2 * OUTPUTS>; // samples from OUTPUTS·column on
      var column = i + CHUNK / OUTPUTS;
      for (var s = 0u; s < OUTPUTS; s++) { window[s] = samples[place(OUTPUTS * column + s)]; }
      for (var c = 0u; c < min(CHUNK, count - q); c += OUTPUTS) {
        column--;
        for (var s = 0u; s < OUTPUTS; s++) {
          window[s + OUTPUTS] = window[s];
          window[s] = samples[place(OUTPUTS * column + s)];
        }
        for (var e = 0u; e < OUTPUTS; e++) {
          let tap = taps[c + e];
          for (var r = 0u; r < OUTPUTS; r++) { y[r] += mul(tap, window[OUTPUTS - 1u + r - e]); }
        }
      }
    }
  }
  for (var r = 0u; r < OUTPUTS; r++) {
    let m = first + i * OUTPUTS + r;
    if (m < OUTPUT_LENGTH) { output[signal * OUTPUT_LENGTH + m] = y[r]; }
  }
}
