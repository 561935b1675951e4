// Estimates in the layout of all equalizers, from blocks of LENGTH symbols of which block j starts at symbol HOP·j − DROP, and the last
// one at symbol `last`. One invocation per symbol and packet.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // N
override HOP: u32;    // N − 2·DROP
override DROP: u32;   // symbols that are not used on each side of a block
struct Params {
  packets: u32,
  symbols: u32, // K
  blocks: u32,  // of a packet
  last: i32,
}
@group(0) @binding(0) var<storage, read> blocks: array<vec2f>;          // [packet][block][N]
@group(0) @binding(1) var<storage, read_write> estimates: array<vec2f>; // [symbol][packet]
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let packet = id.x;
  let k = id.y + groups.y * id.z;
  if (packet >= params.packets || k >= params.symbols) { return; }
  let number = k / HOP;
  let start = min(i32(number * HOP) - i32(DROP), params.last);
  estimates[k * params.packets + packet] = blocks[(packet * params.blocks + number) * LENGTH + u32(i32(k) - start)];
}
