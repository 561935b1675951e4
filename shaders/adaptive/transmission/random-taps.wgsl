// Taps of random channels, h[l] = amplitudes[l]·g with Gaussian g, E|g|² = 1, from Philox(l, packet; seed). One invocation per tap and
// packet. Needs lib/random, lib/phasor.
override GROUP: u32; // invocations per workgroup
const STREAM = 81u;  // of random numbers
struct Params { firstPacket: u32, packets: u32, seed: u32, }
@group(0) @binding(0) var<storage, read> amplitudes: array<f32>;    // [tap]
@group(0) @binding(1) var<storage, read_write> taps: array<vec2f>;  // [tap][packet]
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.packets || id.y >= arrayLength(&amplitudes)) { return; }
  let bits = philox(vec4u(id.y, params.firstPacket + id.x, 0u, 0u), vec2u(params.seed, STREAM));
  taps[id.y * params.packets + id.x] = 0.7071067811865476 * amplitudes[id.y] * normals(bits.xy);
}
