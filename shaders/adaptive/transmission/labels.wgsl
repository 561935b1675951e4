// Labels of random symbols: byte i of word w is the lowest bits of word i of Philox(w, packet; seed). One invocation per word of
// four labels and packet. Needs lib/random, lib/phasor.
override GROUP: u32; // invocations per workgroup
override MASK: u32;  // 2^bits − 1
const STREAM = 80u;  // of random numbers
struct Params { firstPacket: u32, packets: u32, words: u32, seed: u32, }
@group(0) @binding(0) var<storage, read_write> labels: array<u32>; // [word][packet]
@group(0) @binding(1) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.packets || id.y >= params.words) { return; }
  let bits = philox(vec4u(id.y, params.firstPacket + id.x, 0u, 0u), vec2u(params.seed, STREAM)) & vec4u(MASK);
  labels[id.y * params.packets + id.x] = bits.x | (bits.y << 8u) | (bits.z << 16u) | (bits.w << 24u);
}
