// Mixer, y[n] = x[n]·e^{−j2πfn}. One invocation per two adjacent samples, across the ends of signals; the first one also computes the
// phase at the start of the next page. Needs lib/complex, lib/phase, lib/phasor.
override GROUP: u32; // invocations per workgroup
struct Params { step: vec2u, page: vec2u, length: u32, } // page: length · step
@group(0) @binding(0) var<storage, read> input: array<vec4f>; // [signal][length], in pairs
@group(0) @binding(1) var<storage, read> start: vec2u;        // phase of the page's first sample
@group(0) @binding(2) var<storage, read_write> next: vec2u;
@group(0) @binding(3) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i == 0u) { next = phaseSum(start, params.page); }
  if (i >= arrayLength(&output)) { return; }
  let n = (2u * i) % params.length;
  let one = phaseSum(start, phaseTimes(params.step, n));
  var two = phaseSum(one, params.step);
  if (n + 1u == params.length) { two = start; }
  let x = input[i];
  output[i] = vec4f(mul(x.xy, phasor(one.y)), mul(x.zw, phasor(two.y)));
}
