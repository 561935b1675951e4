// Overlapping blocks of the received samples: block j of LENGTH samples starts at symbol HOP·j − DROP, and the last one at symbol `last`.
// One invocation per sample of a packet's blocks.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // N
override HOP: u32;    // N − 2·DROP
override DROP: u32;   // symbols that are not used on each side of a block
struct Params {
  packets: u32,
  points: u32, // samples of a packet's blocks
  guard: u32,  // at least DROP
  last: i32,
}
@group(0) @binding(0) var<storage, read> received: array<vec2f>;       // [row][packet]
@group(0) @binding(1) var<storage, read_write> segments: array<vec2f>; // [packet][block][N]
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.points) { return; }
  let start = min(i32(id.x / LENGTH * HOP) - i32(DROP), params.last);
  let row = u32(start + i32(params.guard + id.x % LENGTH));
  segments[id.y * params.points + id.x] = received[row * params.packets + id.y];
}
