// Where each tile begins: the sum of all tiles before it, in place, plus what earlier pages carry over. One workgroup; an
// invocation adds SERIAL neighbours. Needs lib/prefix-sum.
override GROUP: u32;   // invocations
override MODULUS: u32; // of the carry; 1: every page begins with 0
const SERIAL = 16u;    // tiles per invocation and step
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
    var values: array<u32, SERIAL>;
    for (var k = 0u; k < SERIAL; k++) { values[k] = tiles[min(own + k, params.tiles - 1u)]; } // all loads in flight at once
    var mine = 0u;
    for (var k = 0u; k < SERIAL; k++) { mine += select(0u, values[k], own + k < params.tiles); }
    let sums = prefixSum(local, mine);
    var at = before + sum + sums.x;
    for (var k = 0u; k < SERIAL; k++) {
      if (own + k < params.tiles) { tiles[own + k] = at; }
      at += values[k];
    }
    sum += sums.y;
  }
  workgroupBarrier();
  if (local == 0u) {
    carry[0] = (before + sum) % MODULUS;
    total[0] = sum;
  }
}
