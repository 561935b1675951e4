// y[n] = x[n−W]·e^{−jθ[n−W]}, where M·θ is the angle of Σ_{|k|≤W} |x|·(x/|x|)^M, unwrapped. Angle j belongs to sample j − 1 − W of
// the page, with the sign of points at odd multiples of π/M for M = 4 and 8. The wraps of the angles are counted modulo M: the sum
// of a tile first, then, from where each tile begins, each sample.
// Needs lib/sliding-sum, lib/prefix-sum, lib/complex, lib/phasor, lib/angle.
override GROUP: u32; // invocations per workgroup
override TASK: u32;  // in this order
override HALF: u32;  // W
override SHIFT: u32; // log2 M
const ANGLES = 0u;
const WRAPS = 1u;
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<vec2f>;
@group(0) @binding(2) var<storage, read> recent: array<vec2f>;         // the 2W + 1 samples before the page
@group(0) @binding(3) var<storage, read_write> angles: array<u32>;     // [count + 1], as 32-bit fractions of a turn
@group(0) @binding(4) var<storage, read_write> tiles: array<u32>;
@group(0) @binding(5) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> phase: array<f32>;      // θ in −π … π

fn sample(i: i32) -> vec2f {
  let before = i32(2u * HALF + 1u);
  if (i < 0i) { return recent[max(0i, before + i)]; }
  if (u32(i) < count[0]) { return x[i]; }
  return vec2f();
}

fn term(i: i32) -> vec2f {
  let value = sample(i);
  let magnitude = length(value);
  if (!(magnitude > 0.0)) { return vec2f(); }
  var power = value / magnitude;
  for (var k = 0u; k < SHIFT; k++) { power = mul(power, power); }
  return magnitude * power;
}

// Wraps between angle j and the next one, modulo M.
fn wraps(j: u32) -> u32 {
  let rises = bitcast<i32>(angles[j + 1u] - angles[j]) >= 0i;
  let most = (1u << SHIFT) - 1u;
  if (rises) { return u32(angles[j + 1u] < angles[j]); }
  return select(0u, most, angles[j + 1u] > angles[j]);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let tile = group.y * groups.x + group.x;
  let n = tile * GROUP + local;
  if (TASK == ANGLES) {
    let first = i32(tile * GROUP) - i32(2u * HALF + 1u);
    var sum = slidingSum(first, 2u * HALF + 1u, local);
    if (SHIFT > 1u) { sum = -sum; }
    if (n <= count[0]) { angles[n] = turns(angle(sum)); }
    return;
  }
  var wrapped = 0u;
  if (n < count[0]) { wrapped = wraps(n); }
  let sums = prefixSum(local, wrapped);
  if (TASK == WRAPS) {
    if (local == 0u) { tiles[tile] = sums.y & ((1u << SHIFT) - 1u); }
  } else if (n < count[0]) {
    let turned = (angles[n + 1u] >> SHIFT) + ((tiles[tile] + sums.x + wrapped) << (32u - SHIFT));
    y[n] = mulConj(sample(i32(n) - i32(HALF)), phasor(turned));
    phase[n] = f32(bitcast<i32>(turned)) * 1.4629180792671596e-9; // 2π/2^32
  }
}
