// LLRs in transmission order, y[e] = L[order[e mod PERIOD]] − EXTRINSIC·input[the same], and 0 for a place that carries no bit: the
// detector's priors from the decoder's results. One invocation per place e, frames along y.
override LANES: u32;     // invocations per workgroup along a frame
override ROWS: u32;      // frames per workgroup
override SENT: u32;      // places per frame
override LENGTH: u32;    // bits per frame
override PERIOD: u32;    // places before the order begins again
override EXTRINSIC: u32; // 1: subtracts the decoder's input
override ENDS: u32;      // 1: frames may have ended, and keep their priors
const NOTHING = 0xffffffffu; // in `order`: a place without a bit
struct Params { frames: u32, }
@group(0) @binding(0) var<storage, read> order: array<u32>;
@group(0) @binding(1) var<storage, read> posterior: array<f32>;
@group(0) @binding(2) var<storage, read> input: array<f32>;
@group(0) @binding(3) var<storage, read_write> prior: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;
@group(0) @binding(5) var<storage, read> ended: array<u32>; // [frame]

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= SENT || id.y >= params.frames) { return; }
  if (ENDS == 1u && ended[id.y] != 0u) { return; }
  let bit = order[id.x % PERIOD];
  var value = 0.0;
  if (bit != NOTHING) {
    let at = id.y * LENGTH + bit;
    value = posterior[at];
    if (EXTRINSIC == 1u) { value -= input[at]; }
  }
  prior[id.y * SENT + id.x] = value;
}
