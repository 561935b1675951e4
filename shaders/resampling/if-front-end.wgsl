// Complex baseband at 99/448 of the rate, from a real signal with its carrier at ¾ of the rate:
//   y(m) = 2·Σ_k h(448m − 99(n−k)) j^{n−k} x(n−k), n = ⌊448m/99⌋.
// A workgroup stages its inputs with the sign of j^n. One invocation per output sums even and odd k separately: j^n is real
// for even n and imaginary for odd n. So one sum is the real part, and the other one is the imaginary part.
override GROUP: u32;  // invocations per workgroup
override TAPS: u32;   // of a phase of the filter, an even number
override UP: u32;     // phases of the filter
override DOWN: u32;
override STAGED: u32; // inputs of a workgroup's outputs
struct Params { outputs: u32, }
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> history: array<f32>; // the TAPS inputs before the page
@group(0) @binding(2) var<storage, read> filters: array<f32>; // 2·h(φ + 99k), [k][φ]
@group(0) @binding(3) var<storage, read_write> baseband: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> staged: array<f32, STAGED>;

// ⌊448m/99⌋, without a product that could overflow.
fn newestInput(m: u32) -> u32 {
  return m / UP * DOWN + m % UP * DOWN / UP;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let first = i32(newestInput(group.x * GROUP)) - i32(TAPS - 1);
  let end = i32(params.outputs / UP * DOWN);
  for (var i = i32(local); i < i32(STAGED) && first + i < end; i += i32(GROUP)) {
    let n = first + i;
    var x: f32;
    if (n < 0) { x = history[n + i32(TAPS)]; } else { x = input[n]; }
    staged[i] = select(x, -x, (n & 2) != 0);
  }
  workgroupBarrier();
  let m = group.x * GROUP + local;
  if (m >= params.outputs) { return; }
  let n = newestInput(m);
  let phase = m % UP * DOWN % UP;
  let newest = u32(i32(n) - first);
  var even = 0.0;
  var odd = 0.0;
  for (var k = 0u; k < TAPS; k += 2) {
    even += filters[k * UP + phase] * staged[newest - k];
    odd += filters[(k + 1) * UP + phase] * staged[newest - k - 1];
  }
  baseband[m] = select(vec2f(even, odd), vec2f(odd, even), (n & 1) == 1);
}
