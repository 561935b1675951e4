// Convolution in the time domain directly from global memory (formula in lib/convolution), like the thesis's first kernel:
// one invocation per output sample, one row of workgroups per signal. Only caches share data.
// Needs lib/convolution, lib/complex.
override GROUP: u32;         // invocations per workgroup
override FILTER_STRIDE: u32; // taps from one signal's h to the next's: SPAN, or 0 if all share one
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> filters: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> output: array<vec2f>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let signal = id.y;
  let m = id.x;
  if (m >= OUTPUT_LENGTH) { return; }
  let now = ORIGIN + i32(m * DECIMATION);
  var y = vec2f();
  for (var k = 0u; k < SPAN; k++) {
    y += mul(filters[signal * FILTER_STRIDE + k], sampleAt(signal, now - i32(k)));
  }
  output[signal * OUTPUT_LENGTH + m] = y;
}
