// y[n] = x[n−W]·e^{−jθ[n−W]}, where M·θ is an angle of costas-angles, unwrapped. The wraps of the angles are counted modulo M: the
// sum of a tile first, then, from where each tile begins, each sample.
// Needs lib/prefix-sum, lib/complex, lib/phasor, lib/recent-sample.
override GROUP: u32;   // invocations per workgroup
override TASK: u32;    // 0: the sums of tiles; 1: the samples
override WORDS: u32;   // 2
override HALF: u32;    // W
override HISTORY: u32; // samples before the page: 2W + 1
override SHIFT: u32;   // log2 M
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> recent: array<f32>;        // the samples before the page
@group(0) @binding(3) var<storage, read> angles: array<u32>;
@group(0) @binding(4) var<storage, read_write> tiles: array<u32>;
@group(0) @binding(5) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> phase: array<f32>;   // θ in −π … π
const TURN = 1.4629180792671596e-9; // 2π/2^32

var<workgroup> sum: atomic<u32>;

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
  var wrapped = 0u;
  if (n < count[0]) { wrapped = wraps(n); }
  if (TASK == 0u) {
    // Most samples wrap nothing.
    if (wrapped != 0u) { atomicAdd(&sum, wrapped); }
    workgroupBarrier();
    if (local == 0u) { tiles[tile] = atomicLoad(&sum) & ((1u << SHIFT) - 1u); }
    return;
  }
  let sums = prefixSum(local, wrapped);
  if (n < count[0]) {
    let turned = (angles[n + 1u] >> SHIFT) + ((tiles[tile] + sums.x + wrapped) << (32u - SHIFT));
    y[n] = mulConj(sample(i32(n) - i32(HALF)), phasor(turned));
    phase[n] = f32(bitcast<i32>(turned)) * TURN;
  }
}
