// Bits in another order, y[e] = x[order[e]]: all of them, some, or some again. One invocation per word of 32, frames along y.
override LANES: u32;       // invocations per workgroup along a frame
override ROWS: u32;        // frames per workgroup
override SENT: u32;        // bits of y in a frame
override WORDS: u32;       // words of them
override INPUT_WORDS: u32; // words of x in a frame
const NOTHING = 0xffffffffu; // in `order`: a 0
struct Params { frames: u32, }
@group(0) @binding(0) var<storage, read> order: array<u32>; // [bit of a word][word]
@group(0) @binding(1) var<storage, read> bits: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= WORDS || id.y >= params.frames) { return; }
  let count = min(SENT - 32u * id.x, 32u);
  var word = 0u;
  for (var i = 0u; i < count; i++) {
    let at = order[i * WORDS + id.x];
    if (at == NOTHING) { continue; }
    word |= ((bits[id.y * INPUT_WORDS + at / 32u] >> (at % 32u)) & 1u) << i;
  }
  output[id.y * WORDS + id.x] = word;
}
