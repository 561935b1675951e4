// y[n] = (x[n] + y[n−1]) mod M, for NRZI (1 − x[n] + y[n−1]) mod 2: the sum of a tile, then, from where each tile begins, the items.
// One invocation per item.
// Needs lib/prefix-sum.
override GROUP: u32;   // invocations per workgroup: items per tile
override MODULUS: u32;
override NRZI: bool;
override TASK: u32;    // 0: the sums of tiles; 1: the items
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<i32>;
@group(0) @binding(2) var<storage, read_write> tiles: array<u32>;
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let tile = group.y * groups.x + group.x;
  let n = tile * GROUP + local;
  let modulus = i32(MODULUS);
  var value = 0u;
  if (n < count[0]) { value = u32((x[n] % modulus + modulus) % modulus) ^ u32(NRZI); }
  let sums = prefixSum(local, value);
  if (TASK == 0u) {
    if (local == 0u) { tiles[tile] = sums.y % MODULUS; }
  } else if (n < count[0]) {
    y[n] = (tiles[tile] % MODULUS + sums.x + value) % MODULUS;
  }
}
