// Frequency modulation, y[n] = e^{j2π·φ[n]/2^32}, φ[n] = φ[n−1] + k·x[n], in whole units of 2^−32 turns: sums wrap without
// error. Three tasks: the sum of each tile, the phase before each tile, the samples. Needs lib/finite, lib/phasor,
// lib/prefix-sum.
override GROUP: u32; // invocations per workgroup
override TASK: u32;
const SUMS = 0u;
const STARTS = 1u;
const RUN = 8u; // samples per invocation
struct Params { length: u32, tiles: u32, factor: vec3f, } // k/turn = factor.x + factor.y + factor.z, 12 bits in x and y
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> tiles: array<u32>; // their sums, then the phases before them
@group(0) @binding(2) var<storage, read_write> phase: u32;        // before the page
@group(0) @binding(3) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

fn fraction(turns: f32) -> u32 {
  return bitcast<u32>(i32(clamp((turns - round(turns)) * 4294967296.0, -2147483648.0, 2147483520.0)));
}

// The step of sample n. All products but the smallest are exact.
fn stepOf(n: u32) -> u32 {
  if (n >= params.length) { return 0u; }
  let x = finite(input[n]);
  let high = bitcast<f32>(bitcast<u32>(x) & 0xfffff000u);
  let low = x - high;
  let small = low * params.factor.y + x * params.factor.z;
  return fraction(high * params.factor.x) + fraction(low * params.factor.x) + fraction(high * params.factor.y)
    + fraction(small);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) i: u32,
) {
  if (TASK == STARTS) {
    var before = phase;
    for (var first = 0u; first < params.tiles; first += GROUP) {
      let tile = first + i;
      let sums = prefixSum(i, select(0u, tiles[min(tile, params.tiles - 1u)], tile < params.tiles));
      if (tile < params.tiles) { tiles[tile] = before + sums.x; }
      before += sums.y;
    }
    storageBarrier();
    if (i == 0u) { phase = before; }
    return;
  }
  let tile = group.y * groups.x + group.x;
  let first = (tile * GROUP + i) * RUN;
  var steps: array<u32, RUN>;
  var sum = 0u;
  for (var r = 0u; r < RUN; r++) {
    sum += stepOf(first + r);
    steps[r] = sum;
  }
  let sums = prefixSum(i, sum);
  if (tile >= params.tiles) { return; }
  if (TASK == SUMS) {
    if (i == 0u) { tiles[tile] = sums.y; }
    return;
  }
  let start = tiles[tile] + sums.x;
  for (var r = 0u; r < RUN && first + r < params.length; r++) { output[first + r] = phasor(start + steps[r]); }
}
