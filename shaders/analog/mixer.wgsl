// Mixer, y[n] = x[n]·e^{−j2πfn}. Phases are 64-bit integers, low word first, in units of 2^−64 turns, so start + n·step wraps
// without error for any n. One invocation per two adjacent samples, across the ends of signals; the first one also computes the
// phase at the start of the next page. Needs lib/complex, lib/phasor.
override GROUP: u32; // invocations per workgroup
struct Params { step: vec2u, page: vec2u, length: u32, } // page: length · step
@group(0) @binding(0) var<storage, read> input: array<vec4f>; // [signal][length], in pairs
@group(0) @binding(1) var<storage, read> start: vec2u;        // phase of the page's first sample
@group(0) @binding(2) var<storage, read_write> next: vec2u;
@group(0) @binding(3) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(4) var<uniform> params: Params;

fn sum(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + u32(low < a.x));
}

fn times(a: vec2u, n: u32) -> vec2u {
  // The low word's product in halves of 16 bits, none of which overflows.
  let low = (a.x & 0xffffu) * (n & 0xffffu);
  let left = (a.x >> 16u) * (n & 0xffffu) + (low >> 16u);
  let right = (a.x & 0xffffu) * (n >> 16u) + (left & 0xffffu);
  let carried = (a.x >> 16u) * (n >> 16u) + (left >> 16u) + (right >> 16u);
  return vec2u(a.x * n, a.y * n + carried);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i == 0u) { next = sum(start, params.page); }
  if (i >= arrayLength(&output)) { return; }
  let n = (2u * i) % params.length;
  let one = sum(start, times(params.step, n));
  var two = sum(one, params.step);
  if (n + 1u == params.length) { two = start; }
  let x = input[i];
  output[i] = vec4f(mul(x.xy, phasor(one.y)), mul(x.zw, phasor(two.y)));
}
