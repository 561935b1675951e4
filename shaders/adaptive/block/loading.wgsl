// Bits and energies of a block's carriers. The m·N/2 pairs of bits with the least costs 3·2^b/|H|² are loaded, b = 0, 2, 4 (those that a
// greedy search takes one by one; of equal costs, the first carrier's). Energies are (2^b − 1)/|H|², scaled to the mean 1. One workgroup per channel.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // N
struct Params {
  channels: u32,
  pairs: u32,  // m·N/2
  floor: f32,  // least |H|²
}
@group(0) @binding(0) var<storage, read> response: array<vec2f>;         // H: [channel][N]
@group(0) @binding(1) var<storage, read_write> loads: array<vec2u>;      // [carrier][channel]: bits, and the block's bits before them
@group(0) @binding(2) var<storage, read_write> amplitudes: array<f32>;   // [carrier][channel]
@group(0) @binding(3) var<uniform> params: Params;

var<workgroup> gains: array<f32, LENGTH>;
var<workgroup> bits: array<u32, LENGTH>;
var<workgroup> total: f32;

// Bits of carrier k. Pair q of carrier i costs less than pair p of carrier k if |H_i|² > 4^(q − p)·|H_k|²; the rank of pair p is the sum over q.
fn bitsOf(k: u32) -> u32 {
  let gain = gains[k];
  let limits = gain * vec4f(0.0625, 0.25, 4.0, 16.0);
  var less = vec4u(); // for q − p = −2, −1, 1, 2
  var equal = 0u;     // for q = p
  for (var i = 0u; i < LENGTH; i++) {
    let other = gains[i];
    less += vec4u(vec4f(other) > limits) + vec4u(vec4f(other) == limits) * u32(i < k);
    equal += u32(other > gain || (other == gain && i < k));
  }
  let ranks = vec3u(equal + less.z + less.w, less.y + equal + less.z, less.x + less.y + equal);
  return 2u * dot(vec3u(ranks < vec3u(params.pairs)), vec3u(1u));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let channel = group.x;
  for (var k = lane; k < LENGTH; k += GROUP) {
    let h = response[channel * LENGTH + k];
    gains[k] = max(dot(h, h), params.floor);
  }
  workgroupBarrier();
  for (var k = lane; k < LENGTH; k += GROUP) { bits[k] = bitsOf(k); }
  workgroupBarrier();
  if (lane == 0u) {
    var before = 0u;
    var energy = 0.0;
    for (var k = 0u; k < LENGTH; k++) {
      loads[k * params.channels + channel] = vec2u(bits[k], before);
      before += bits[k];
      energy += f32((1u << bits[k]) - 1u) / gains[k];
    }
    total = energy / f32(LENGTH);
  }
  workgroupBarrier();
  for (var k = lane; k < LENGTH; k += GROUP) {
    amplitudes[k * params.channels + channel] = sqrt(f32((1u << bits[k]) - 1u) / (gains[k] * total));
  }
}
