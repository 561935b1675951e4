// LDPC encoder of IEEE 802.16e, rate 1/2. With s_r the sum of layer r's information bits, the first parity block is
// p₀ = Σ s_r, the others follow the dual diagonal: p₁[i] = s₀[i] + p₀[i + turn], p_{r+1} = s_r + p_r (+ p₀ for r = 5).
// An invocation per check of a layer, several frames per workgroup; bit r of its words belongs to layer or block r.
override GROUP: u32; // invocations per workgroup
const LAYERS = 12u;
struct Params {
  frames: u32,
  rows: u32,                 // frames in a workgroup
  z: u32,                    // size of a block
  turn: u32,                 // shift of the first parity block in the first layer
  blocks: array<vec4u, 24>,  // [layer][8]: shift · 2^16 + first bit of the column, columns of information bits first
}
@group(0) @binding(0) var<storage, read> bits: array<u32>;       // [frame][⌈K/32⌉]
@group(0) @binding(1) var<storage, read_write> code: array<u32>; // [frame][⌈n/32⌉]
@group(0) @binding(2) var<uniform> params: Params;

var<workgroup> parities: array<u32, GROUP>; // [frame][z]: all blocks at this place

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32) {
  let z = params.z;
  let information = LAYERS * z;
  let row = lane / z;
  let i = lane % z;
  let frame = (group.y * groups.x + group.x) * params.rows + row;
  let present = row < params.rows && frame < params.frames;
  let words = (information + 31u) / 32u;

  var sums = 0u;
  for (var place = 0u; present && place < 8u * LAYERS; place++) {
    let entry = params.blocks[place / 4u][place % 4u];
    let first = entry & 0xffffu;
    if (first >= information) { continue; }
    let turned = i + (entry >> 16u);
    let bit = first + turned - select(0u, z, turned >= z);
    sums ^= ((bits[frame * words + bit / 32u] >> (bit % 32u)) & 1u) << (place / 8u);
  }
  let p0 = countOneBits(sums) & 1u;
  parities[lane] = p0;
  workgroupBarrier();
  let turned = i + params.turn;
  let ahead = parities[select(lane, row * z + turned - select(0u, z, turned >= z), present)];
  workgroupBarrier();
  // Block r + 1 is the sum of all that the layers to r bring.
  var all = sums ^ ahead ^ (p0 << 5u);
  all ^= all << 1u;
  all ^= all << 2u;
  all ^= all << 4u;
  all ^= all << 8u;
  parities[lane] = p0 | (all << 1u);
  workgroupBarrier();
  if (!present) { return; }

  let codeWords = (2u * information + 31u) / 32u;
  for (var w = i; w < codeWords; w += z) {
    var word = 0u;
    if (w < words) { word = bits[frame * words + w]; }
    let start = max(32u * w, information);
    var parity = (start - information) / z;
    var at = (start - information) % z;
    for (var k = start; k < min(32u * w + 32u, 2u * information); k++) {
      word |= ((parities[row * z + at] >> parity) & 1u) << (k % 32u);
      at++;
      if (at == z) {
        at = 0u;
        parity++;
      }
    }
    code[frame * codeWords + w] = word;
  }
}
