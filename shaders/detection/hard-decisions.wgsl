// Bits decided from LLRs, b[k] = 1 where L[k] > 0, 32 in a word, LSB first. One invocation per word, frames along y.
override LANES: u32;  // invocations per workgroup along a frame
override ROWS: u32;   // frames per workgroup
override LENGTH: u32; // bits of a frame
override WORDS: u32;  // words of them
struct Params { frames: u32, }
@group(0) @binding(0) var<storage, read> llr: array<f32>;
@group(0) @binding(1) var<storage, read_write> decisions: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= WORDS || id.y >= params.frames) { return; }
  let first = id.y * LENGTH + 32u * id.x;
  let count = min(LENGTH - 32u * id.x, 32u);
  var word = 0u;
  for (var i = 0u; i < count; i++) { word |= u32(llr[first + i] > 0.0) << i; }
  decisions[id.y * WORDS + id.x] = word;
}
