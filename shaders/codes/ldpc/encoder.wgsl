// Encoder of quasi-cyclic LDPC codes. With s_r the sum of layer r's information bits, the first parity block p₀ is the sum of
// all s_r of the core, turned; the others follow the dual diagonal: p_{r+1} = s_r + p_r (+ p₀, shifted, where layer r has it).
// A layer beyond the core gives its own parity block. Several frames per workgroup; an invocation per check of a layer, or
// per two of them. Bit c of a word belongs to column c, or to layer c, at the word's place in the block.
override GROUP: u32; // invocations per workgroup
const PLACES = 384u; // of a workgroup's frames: the largest z, or more than its invocations
struct Params {
  frames: u32,
  rows: u32,  // frames in a workgroup
  lanes: u32, // invocations per frame
  z: u32,     // size of a block
  information: u32,
  length: u32,
  punctured: u32,         // information bits that are not sent
  informationBlocks: u32,
  count: u32,             // layers
  core: u32,              // layers of the dual diagonal
  turn: u32,              // shift of p₀ in the sum of the core's layers
  starts: array<vec4u, 3>,   // layer and shift of each block of p₀
  layers: array<vec4u, 46>,  // first quad of blocks, first block, number of blocks, and of those with information bits
  blocks: array<vec4u, 101>, // shift · 2^16 + column
}
@group(0) @binding(0) var<storage, read> bits: array<u32>;       // [frame][⌈K/32⌉]
@group(0) @binding(1) var<storage, read_write> code: array<u32>; // [frame][⌈n/32⌉]
@group(0) @binding(2) var<uniform> params: Params;

var<workgroup> core: array<u32, PLACES>;  // [frame][z]: information blocks and the core's parity blocks
var<workgroup> later: array<vec2u, PLACES>; // [frame][z]: at first p₀ and the sums s_r, then the other parity blocks

// The place of bit (i + shift) mod z of a frame's blocks.
fn turned(i: u32, shift: u32) -> u32 {
  let place = i + shift;
  return place - select(0u, params.z, place >= params.z);
}

// The sum of check i's bits in the first `count` blocks of a layer, which begin at a quad.
fn sum(base: u32, quad: u32, count: u32, i: u32) -> u32 {
  var odd = 0u;
  for (var e = 0u; e < count; e++) {
    let entry = params.blocks[quad + e / 4u][e % 4u];
    odd ^= core[base + turned(i, entry >> 16u)] >> (entry & 0xffffu);
  }
  return odd & 1u;
}

// Bit of a column at a place.
fn bitAt(column: u32, place: u32) -> u32 {
  let columns = params.informationBlocks + params.core;
  if (column < columns) { return (core[place] >> column) & 1u; }
  let layer = column - columns;
  return (later[place][layer / 32u] >> (layer % 32u)) & 1u;
}

// The information bits of word w of a codeword, whose own bits begin at word `first`.
fn informationWord(first: u32, w: u32) -> u32 {
  let systematic = params.information - params.punctured;
  if (32u * w >= systematic) { return 0u; }
  let k = 32u * w + params.punctured;
  var word = bits[first + k / 32u] >> (k % 32u);
  let next = k / 32u + 1u;
  if (k % 32u > 0u && 32u * next < params.information) { word |= bits[first + next] << (32u - k % 32u); }
  return word & (0xffffffffu >> (32u - min(32u, systematic - 32u * w)));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) index: u32) {
  let z = params.z;
  let row = index / params.lanes;
  let lane = index % params.lanes;
  let base = row * z;
  let frame = (group.y * groups.x + group.x) * params.rows + row;
  // A lane without a frame has no checks.
  let end = select(0u, z, row < params.rows && frame < params.frames);
  let words = (params.information + 31u) / 32u;
  let own = params.informationBlocks;

  for (var i = lane; i < end; i += params.lanes) {
    var word = 0u;
    for (var c = 0u; c < own; c++) {
      let k = c * z + i;
      if (k < params.information) { word |= ((bits[frame * words + k / 32u] >> (k % 32u)) & 1u) << c; }
    }
    core[base + i] = word;
  }
  workgroupBarrier();
  for (var i = lane; i < end; i += params.lanes) {
    var sums = 0u;
    for (var layer = 0u; layer < params.core; layer++) {
      let table = params.layers[layer];
      sums |= sum(base, table.x, table.w, i) << layer;
    }
    later[base + i].y = sums;
    later[base + turned(i, params.turn)].x = countOneBits(sums) & 1u;
  }
  workgroupBarrier();
  for (var i = lane; i < end; i += params.lanes) {
    var all = later[base + i].y;
    for (var e = 0u; e < 3u; e++) {
      let start = params.starts[e];
      all ^= later[base + turned(i, start.y)].x << start.x;
    }
    // Block r + 1 is the sum of all that the layers to r bring.
    all ^= all << 1u;
    all ^= all << 2u;
    all ^= all << 4u;
    all ^= all << 8u;
    core[base + i] |= (later[base + i].x | ((all << 1u) & ((1u << params.core) - 1u))) << own;
  }
  workgroupBarrier();
  for (var i = lane; i < end; i += params.lanes) {
    var parities = vec2u();
    for (var layer = params.core; layer < params.count; layer++) {
      let place = layer - params.core;
      let table = params.layers[layer];
      parities[place / 32u] |= sum(base, table.x, table.z - 1u, i) << (place % 32u); // its own block is the last
    }
    later[base + i] = parities;
  }
  workgroupBarrier();
  if (end == 0u) { return; }

  let codeWords = (params.length + 31u) / 32u;
  let systematic = params.information - params.punctured;
  for (var w = lane; w < codeWords; w += params.lanes) {
    var word = informationWord(frame * words, w);
    let start = max(32u * w, systematic);
    var column = own + (start - systematic) / z;
    var place = (start - systematic) % z;
    for (var k = start; k < min(32u * w + 32u, params.length); k++) {
      word |= bitAt(column, base + place) << (k % 32u);
      place++;
      if (place == z) {
        place = 0u;
        column++;
      }
    }
    code[frame * codeWords + w] = word;
  }
}
