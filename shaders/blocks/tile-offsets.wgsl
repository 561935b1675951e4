// Where each tile begins: the sum of all tiles before it, in place, plus what earlier pages carry over. One workgroup; an
// invocation adds SERIAL neighbours. Needs lib/prefix-sum.
override GROUP: u32;   // invocations
override SERIAL: u32;  // tiles per invocation and step
override MODULUS: u32; // of the carry; 1: every page begins with 0
struct Params { tiles: u32, }
@group(0) @binding(0) var<storage, read_write> tiles: array<u32>;
@group(0) @binding(1) var<storage, read_write> carry: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: array<u32>; // of the page, without the carry
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) local: u32) {
  let before = carry[0];
  var sum = 0u;
  for (var first = 0u; first < params.tiles; first += GROUP * SERIAL) {
    let own = first + SERIAL * local;
    let end = min(own + SERIAL, params.tiles);
    var mine = 0u;
    for (var tile = own; tile < end; tile++) { mine += tiles[tile]; }
    let sums = prefixSum(local, mine);
    var at = before + sum + sums.x;
    for (var tile = own; tile < end; tile++) {
      let value = tiles[tile];
      tiles[tile] = at;
      at += value;
    }
    sum += sums.y;
  }
  workgroupBarrier();
  if (local == 0u) {
    carry[0] = (before + sum) % MODULUS;
    total[0] = sum;
  }
}
