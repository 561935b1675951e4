// LLRs back in the order before interleaving/bits, L[c] = Σ of those of the bits sent that repeat c: e = first[c],
// first[c] + PERIOD, … < SENT; 0 for a bit that was never sent. One invocation per bit c, frames along y.
override LANES: u32;    // invocations per workgroup along a frame
override ROWS: u32;     // frames per workgroup
override SENT: u32;     // bits sent a frame
override LENGTH: u32;   // bits c of a frame
override PERIOD: u32;   // bits sent before they begin again
override COMBINED: u32; // 1: adds to what `llr` holds
struct Params { frames: u32, }
@group(0) @binding(0) var<storage, read> first: array<u32>;
@group(0) @binding(1) var<storage, read> received: array<f32>;
@group(0) @binding(2) var<storage, read_write> llr: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= LENGTH || id.y >= params.frames) { return; }
  let at = id.y * LENGTH + id.x;
  var sum = 0.0;
  if (COMBINED == 1u) { sum = llr[at]; }
  for (var e = first[id.x]; e < SENT; e += PERIOD) { sum += received[id.y * SENT + e]; }
  llr[at] = sum;
}
