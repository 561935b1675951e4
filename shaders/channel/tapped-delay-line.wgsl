// Multipath of packets in slots, y[n] = Σ over taps l of g_l(n)·x[n − lead − l], with gains interpolated linearly between
// instants; x is 0 outside its packet. One invocation per sample of a slot, packets along y. Needs lib/complex.
override GROUP: u32;    // invocations per workgroup
override TAPS: u32;     // per packet
override INSTANTS: u32; // of gains per packet; 1: the gains do not change
override SPACING: u32;  // samples from one instant to the next, from the slot's first sample on
override SHARED: u32;   // 1: all packets have the same gains
struct Params {
  slot: u32,   // samples per slot
  length: u32, // samples of a packet
  lead: u32,   // samples of a slot before the packet
}
@group(0) @binding(0) var<storage, read> gains: array<vec2f>;  // [packet][instant][tap]
@group(0) @binding(1) var<storage, read> input: array<vec2f>;  // x: [packet][length]
@group(0) @binding(2) var<storage, read_write> output: array<vec2f>; // y: [packet][slot]
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.slot) { return; }
  let instant = select(0u, id.x / SPACING, INSTANTS > 1u);
  let weight = select(0.0, f32(id.x % SPACING) / f32(SPACING), INSTANTS > 1u);
  let first = (select(id.y, 0u, SHARED == 1u) * INSTANTS + instant) * TAPS;
  let second = first + select(0u, TAPS, INSTANTS > 1u);
  var sum = vec2f();
  for (var l = 0u; l < TAPS; l++) {
    let at = id.x - params.lead - l; // wraps to a large number before the packet
    if (at < params.length) {
      sum += mul(mix(gains[first + l], gains[second + l], weight), input[id.y * params.length + at]);
    }
  }
  output[id.y * params.slot + id.x] = sum;
}
