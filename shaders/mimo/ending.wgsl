// Ends a frame of an iterative receiver when all of its codewords are verified: e = Π_c holds_c. Its uses are then skipped, and its
// codewords' decoders have run 0 iterations. Verdicts of an ended frame stay, so it remains ended.
// One invocation per use of a frame, frames along y.
override LANES: u32;     // invocations per workgroup along a frame
override ROWS: u32;      // frames per workgroup
override USES: u32;      // uses per frame
override CODEWORDS: u32; // codewords per frame
struct Params { frames: u32 }
@group(0) @binding(0) var<storage, read> holds: array<u32>;            // [codeword]: 1 where its checks or its CRC hold
@group(0) @binding(1) var<storage, read_write> ended: array<u32>;      // [frame]
@group(0) @binding(2) var<storage, read_write> skipped: array<u32>;    // [use]
@group(0) @binding(3) var<storage, read_write> iterations: array<u32>; // [codeword], of the decoder
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= USES || id.y >= params.frames) { return; }
  var all = 1u;
  for (var c = 0u; c < CODEWORDS; c++) { all &= holds[id.y * CODEWORDS + c]; }
  skipped[id.y * USES + id.x] = all;
  if (id.x > 0u) { return; }
  ended[id.y] = all;
  for (var c = 0u; c < CODEWORDS && all == 1u; c++) { iterations[id.y * CODEWORDS + c] = 0u; }
}
