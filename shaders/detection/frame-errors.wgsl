// Bit errors of frames, e[f] = Σ popcount(decisions ⊕ bits), and totals: bits in error, frames in error.
// A row of invocations per frame, each takes every LANES-th word; a workgroup adds its sums to the totals.
override LANES: u32; // invocations per frame
override ROWS: u32;  // frames per workgroup
struct Params { frames: u32, words: u32, } // words in a frame
@group(0) @binding(0) var<storage, read> bits: array<u32>;
@group(0) @binding(1) var<storage, read> decisions: array<u32>;
@group(0) @binding(2) var<storage, read_write> errors: array<u32>;
@group(0) @binding(3) var<storage, read_write> totals: array<atomic<u32>, 2>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> counts: array<atomic<u32>, ROWS>;
var<workgroup> shares: array<atomic<u32>, 2>;

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) global: vec3u, @builtin(local_invocation_id) id: vec3u,
    @builtin(local_invocation_index) lane: u32) {
  let frame = global.y;
  let counted = frame < params.frames;
  if (counted) {
    let end = (frame + 1u) * params.words;
    var wrong = 0u;
    for (var at = end - params.words + id.x; at < end; at += LANES) { wrong += countOneBits(decisions[at] ^ bits[at]); }
    if (wrong > 0u) { atomicAdd(&counts[id.y], wrong); }
  }
  workgroupBarrier();
  if (counted && id.x == 0u) {
    let wrong = atomicLoad(&counts[id.y]);
    errors[frame] = wrong;
    atomicAdd(&shares[0], wrong);
    atomicAdd(&shares[1], u32(wrong > 0u));
  }
  workgroupBarrier();
  if (lane < 2u) { atomicAdd(&totals[lane], atomicLoad(&shares[lane])); }
}
