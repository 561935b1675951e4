// Leaves out the frames of a table that ended before the page began: an earlier page gave them. One invocation per frame.
// Needs lib/frame.
override GROUP: u32;   // invocations per workgroup
override DATA: u32;    // samples from a frame's start to its data
override SYMBOL: u32;  // samples per symbol
override BEGIN: u32;   // sample at which the page begins
override REFUSED: u32; // the status of left-out frames
@group(0) @binding(0) var<storage, read> counts: array<u32>; // frames, …
@group(0) @binding(1) var<storage, read_write> frames: array<Frame>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= counts[0] || frames[id.x].status != 0u) { return; }
  if (frames[id.x].start + DATA + SYMBOL * frames[id.x].symbols > BEGIN) { return; }
  frames[id.x].status = REFUSED;
  frames[id.x].symbols = 0u;
}
