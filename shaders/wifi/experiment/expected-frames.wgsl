// Leaves in a table only the frames of one rate and length: the others get a status, and no symbols. One invocation per frame.
// Needs lib/frame.
override GROUP: u32;   // invocations per workgroup
override RATE: u32;    // index into RATES
override OCTETS: u32;  // of a PSDU
override REFUSED: u32; // the status of other frames
@group(0) @binding(0) var<storage, read> counts: array<u32>; // frames, …
@group(0) @binding(1) var<storage, read_write> frames: array<Frame>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= counts[0] || frames[id.x].status != 0u) { return; }
  if (frames[id.x].rate == RATE && frames[id.x].length == OCTETS) { return; }
  frames[id.x].status = REFUSED;
  frames[id.x].symbols = 0u;
}
