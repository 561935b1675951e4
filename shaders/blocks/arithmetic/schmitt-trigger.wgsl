// y[n] = 1 if x[n] > high, else 0 if x[n] < low, else y[n−1]. A sample that is not between the levels decides. Four tasks: the number
// of decisions in each tile; the decisions, one behind another, from where each tile begins; the outputs, each from the latest
// decision; the last one, for the next page. One invocation per sample. Needs lib/prefix-sum.
override GROUP: u32;  // invocations per workgroup: samples per tile
override TASK: u32;   // in this order
override FLOATS: bool; // the outputs are float32
const COUNTS = 0u;
const DECISIONS = 1u;
const OUTPUTS = 2u;
struct Params { low: f32, high: f32, }
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> tiles: array<u32>;
@group(0) @binding(3) var<storage, read> total: array<u32>;
@group(0) @binding(4) var<storage, read_write> decisions: array<u32>; // [1 + decisions of the page]; first the one before the page
@group(0) @binding(5) var<storage, read_write> y: array<u32>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  if (TASK > OUTPUTS) {
    if (local == 0u) { decisions[0] = decisions[total[0]]; }
    return;
  }
  let tile = group.y * groups.x + group.x;
  let n = tile * GROUP + local;
  var above = false;
  var decides = false;
  if (n < count[0]) {
    above = x[n] > params.high;
    decides = above || x[n] < params.low;
  }
  let sums = prefixSum(local, u32(decides));
  if (TASK == COUNTS) {
    if (local == 0u) { tiles[tile] = sums.y; }
    return;
  }
  if (n >= count[0]) { return; }
  let latest = tiles[tile] + sums.x + u32(decides);
  if (TASK == OUTPUTS) {
    let one = select(1u, bitcast<u32>(1.0), FLOATS);
    y[n] = select(0u, one, decisions[latest] == 1u);
  } else if (decides) {
    decisions[latest] = u32(above);
  }
}
