// The angles of C[n] = Σ_{|k|≤W} w(|x|)·|x|·(x/|x|)^M, where w is 1 or from a table, and the frequency from their slope: the angle between
// the sums of the W samples behind sample n and before it. Angle j belongs to sample j − 1 − W of the page, with the sign of points at
// odd multiples of π/M for M = 4 and 8. One invocation per angle. A workgroup computes each of its terms once.
// Needs lib/magnitude, lib/complex, lib/phasor, lib/angle, lib/recent-sample, lib/power-unit.
override GROUP: u32;   // invocations per workgroup
override WORDS: u32;   // 2
override HALF: u32;    // W
override HISTORY: u32; // samples before the page: 2W + 1
override SHIFT: u32;   // log2 M
override STEPS: u32;   // steps of the table per unit of |x|; 0: w is 1
override LAST: u32;    // step from which on w is 1
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> recent: array<f32>;        // the samples before the page
@group(0) @binding(3) var<storage, read> weights: array<f32>;       // w at each step
@group(0) @binding(4) var<storage, read_write> angles: array<u32>; // [count + 1], as 32-bit fractions of a turn
@group(0) @binding(5) var<storage, read_write> frequency: array<f32>; // [count], rad per sample, from angle 1 on

var<workgroup> terms: array<vec2f, GROUP + 2u * HALF>;

fn weight(amplitude: f32) -> f32 {
  let at = amplitude * f32(STEPS);
  if (STEPS == 0u || at >= f32(LAST)) { return 1.0; }
  let step = u32(at);
  return mix(weights[step], weights[step + 1u], at - f32(step));
}

fn term(i: i32) -> vec2f {
  let value = sample(i);
  let amplitude = magnitude(value);
  if (!(amplitude > 0.0)) { return vec2f(); }
  var power = value / amplitude;
  for (var k = 0u; k < SHIFT; k++) { power = mul(power, power); }
  return weight(amplitude) * amplitude * power;
}

// In the order of the terms, so that the sum does not depend on where workgroups begin.
fn sumOf(first: u32, count: u32) -> vec2f {
  var sum = vec2f();
  for (var k = 0u; k < count; k++) { sum += terms[first + k]; }
  return sum;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let first = (group.y * groups.x + group.x) * GROUP;
  let oldest = i32(first) - i32(2u * HALF + 1u);
  for (var i = local; i < GROUP + 2u * HALF; i += GROUP) { terms[i] = term(oldest + i32(i)); }
  workgroupBarrier();
  let n = first + local;
  if (n > count[0]) { return; }
  let before = sumOf(local, HALF);
  let behind = sumOf(local + HALF + 1u, HALF);
  var sum = before + terms[local + HALF] + behind;
  if (SHIFT > 1u) { sum = -sum; }
  angles[n] = turns(angle(sum));
  if (n > 0u) { frequency[n - 1u] = angle(mulConj(inOwnUnit(behind), inOwnUnit(before))) / f32((HALF + 1u) << SHIFT); }
}
