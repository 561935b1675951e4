// Convolution in the time domain (formula in lib/convolution), k = q·DECIMATION + p: for each p, taps h[p + q·DECIMATION] multiply
// every DECIMATION-th sample, so that neighbouring outputs need neighbouring samples.
// One invocation per four output samples, one row of workgroups per signal. The kernel stages CHUNK taps at a time, with their
// samples, in workgroup memory. Four taps and seven samples in registers, four of them new, give 16 products for eight reads.
// Needs lib/convolution, lib/filters, lib/complex.
override GROUP: u32; // invocations per workgroup
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> filters: array<vec2f>;
@group(0) @binding(2) var<storage, read> second: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<vec2f>;

const OUTPUTS = 4u; // per invocation
const CHUNK = 64u;
const PAD = 4u;

var<workgroup> taps: array<vec2f, CHUNK>;
// Sample t in column t / OUTPUTS of row t mod OUTPUTS: neighbours use different memory banks, both when written singly and when read in fours.
var<workgroup> samples: array<vec2f, OUTPUTS * (GROUP + PAD) + CHUNK>;

fn place(t: u32) -> u32 {
  return (t % OUTPUTS) * (GROUP + PAD + CHUNK / OUTPUTS) + t / OUTPUTS;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let signal = group.y;
  let first = group.x * GROUP * OUTPUTS;
  var y0 = vec2f();
  var y1 = vec2f();
  var y2 = vec2f();
  var y3 = vec2f();
  for (var p = 0u; p < min(DECIMATION, SPAN); p++) {
    let count = (SPAN - p + DECIMATION - 1u) / DECIMATION;
    for (var q = 0u; q < count; q += CHUNK) {
      // Tap c of the chunk multiplies sample t = CHUNK − 1 − c for the first output.
      let oldest = i32(first) - i32(q + CHUNK - 1u);
      workgroupBarrier();
      for (var c = i; c < CHUNK; c += GROUP) { taps[c] = tapAt(signal, (q + c) * DECIMATION + p); }
      for (var t = i; t < OUTPUTS * GROUP + CHUNK; t += GROUP) {
        samples[place(t)] = sampleAt(signal, ORIGIN + (oldest + i32(t)) * i32(DECIMATION) - i32(p));
      }
      workgroupBarrier();
      // Four taps from c on multiply samples x0 … x6 from OUTPUTS·column on; x4 … x6 remain from the four taps before.
      var column = i + CHUNK / OUTPUTS;
      var x4 = samples[place(OUTPUTS * column)];
      var x5 = samples[place(OUTPUTS * column + 1u)];
      var x6 = samples[place(OUTPUTS * column + 2u)];
      for (var c = 0u; c < min(CHUNK, count - q); c += OUTPUTS) {
        column--;
        let h0 = taps[c];
        let h1 = taps[c + 1u];
        let h2 = taps[c + 2u];
        let h3 = taps[c + 3u];
        let x0 = samples[place(OUTPUTS * column)];
        let x1 = samples[place(OUTPUTS * column + 1u)];
        let x2 = samples[place(OUTPUTS * column + 2u)];
        let x3 = samples[place(OUTPUTS * column + 3u)];
        y0 += mul(h0, x3) + mul(h1, x2) + mul(h2, x1) + mul(h3, x0);
        y1 += mul(h0, x4) + mul(h1, x3) + mul(h2, x2) + mul(h3, x1);
        y2 += mul(h0, x5) + mul(h1, x4) + mul(h2, x3) + mul(h3, x2);
        y3 += mul(h0, x6) + mul(h1, x5) + mul(h2, x4) + mul(h3, x3);
        x4 = x0;
        x5 = x1;
        x6 = x2;
      }
    }
  }
  let y = array<vec2f, OUTPUTS>(y0, y1, y2, y3);
  for (var r = 0u; r < OUTPUTS; r++) {
    let m = first + i * OUTPUTS + r;
    if (m < OUTPUT_LENGTH) { output[signal * OUTPUT_LENGTH + m] = y[r]; }
  }
}
