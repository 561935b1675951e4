// Convolution in the time domain (formula in lib/convolution); one invocation per output sample, one row of workgroups
// per signal. GROUP taps at a time, with the samples that they meet, are staged in workgroup memory.
// Needs lib/convolution, lib/complex.
override GROUP: u32; // invocations per workgroup
override TILE: u32;  // samples that GROUP outputs meet through GROUP taps: (GROUP − 1)·DECIMATION + GROUP
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> filters: array<vec2f>;
@group(0) @binding(2) var<storage, read> second: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<vec2f>;

var<workgroup> taps: array<vec2f, GROUP>;
var<workgroup> samples: array<vec2f, TILE>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let signal = group.y;
  let m = group.x * GROUP + i;
  let first = ORIGIN + i32(group.x * GROUP * DECIMATION); // that the first tap meets for the first output
  var y = vec2f();
  for (var k = 0u; k < SPAN; k += GROUP) {
    workgroupBarrier();
    taps[i] = tapAt(signal, k + i);
    let lowest = first - i32(k + GROUP - 1u);
    for (var t = i; t < TILE; t += GROUP) { samples[t] = sampleAt(signal, lowest + i32(t)); }
    workgroupBarrier();
    let newest = i * DECIMATION + GROUP - 1u;
    for (var t = 0u; t < GROUP; t++) { y += mul(taps[t], samples[newest - t]); }
  }
  if (m < OUTPUT_LENGTH) { output[signal * OUTPUT_LENGTH + m] = y; }
}
