// LLRs in the order before interleaving/bits: L[c] is the sum over the repetitions e = first[c], first[c] + PERIOD, … < SENT of
// bit c, and 0 for a bit that was never sent. One invocation per bit c, frames along y.
override LANES: u32;    // invocations per workgroup along a frame
override ROWS: u32;     // frames per workgroup
override SENT: u32;     // transmitted bits per frame
override LENGTH: u32;   // bits c per frame
override PERIOD: u32;   // bits sent before they begin again
override COMBINED: u32; // 1: adds to what `llr` holds
override ENDS: u32;     // 1: frames may have ended, and keep their LLRs
struct Params { frames: u32, }
@group(0) @binding(0) var<storage, read> first: array<u32>;
@group(0) @binding(1) var<storage, read> received: array<f32>;
@group(0) @binding(2) var<storage, read_write> llr: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> ended: array<u32>; // [frame]

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= LENGTH || id.y >= params.frames) { return; }
  if (ENDS == 1u && ended[id.y] != 0u) { return; }
  let at = id.y * LENGTH + id.x;
  var sum = 0.0;
  if (COMBINED == 1u) { sum = llr[at]; }
  for (var e = first[id.x]; e < SENT; e += PERIOD) { sum += received[id.y * SENT + e]; }
  llr[at] = sum;
}
