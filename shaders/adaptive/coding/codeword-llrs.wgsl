// LLRs of coded bits in the order of the codewords, from the places where the bits were sent. One invocation per coded bit and packet.
override GROUP: u32; // invocations per workgroup
struct Params {
  packets: u32,
  length: u32, // coded bits of a packet
  first: u32,  // rows of the training symbols
}
@group(0) @binding(0) var<storage, read> llrs: array<f32>;             // [row][packet]
@group(0) @binding(1) var<storage, read> placeOf: array<u32>;          // [length]
@group(0) @binding(2) var<storage, read_write> codeword: array<f32>;   // [packet][length]
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let packet = id.x;
  let bit = id.y + groups.y * id.z;
  if (packet >= params.packets || bit >= params.length) { return; }
  codeword[packet * params.length + bit] = llrs[(params.first + placeOf[bit]) * params.packets + packet];
}
