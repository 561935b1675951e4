// Bits sent of each frame: bit e is coded bit order[e]. One invocation per word of 32, frames along y.
override LANES: u32;      // invocations per workgroup along a frame
override ROWS: u32;       // frames per workgroup
override SENT: u32;       // bits sent a frame
override WORDS: u32;      // words of them
override CODE_WORDS: u32; // words of coded bits in a frame
struct Params { frames: u32, }
@group(0) @binding(0) var<storage, read> order: array<u32>; // [bit of a word][word]
@group(0) @binding(1) var<storage, read> code: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= WORDS || id.y >= params.frames) { return; }
  let count = min(SENT - 32u * id.x, 32u);
  var word = 0u;
  for (var i = 0u; i < count; i++) {
    let at = order[i * WORDS + id.x];
    word |= ((code[id.y * CODE_WORDS + at / 32u] >> (at % 32u)) & 1u) << i;
  }
  output[id.y * WORDS + id.x] = word;
}
