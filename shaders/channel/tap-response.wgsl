// Frequency response of packets' taps at instants, H[k] = Σ over taps l of g_l(n)·e^{−j2πk(l + d + e·i)/N}, with gains
// interpolated linearly at sample n = first + i·distance of a slot. One workgroup per packet and instant, one invocation per
// bin of an N-point transform. Needs lib/complex, lib/phasor.
override BINS: u32;     // N, a power of 2, 2 to 256
override TAPS: u32;     // per packet
override INSTANTS: u32; // of gains per packet; 1: the gains do not change
override SPACING: u32;  // samples from one instant of gains to the next, from the slot's first sample on
override SHARED: u32;   // 1: all packets have the same gains
struct Params {
  rows: u32,     // packets · instants of the response
  perPacket: u32, // instants of the response per packet
  first: f32,    // sample of a slot at a packet's first instant
  distance: f32, // samples from one instant to the next
  delay: f32,    // d in samples
  drift: f32,    // e: samples by which the delay grows from one instant to the next
}
@group(0) @binding(0) var<storage, read> gains: array<vec2f>;     // [packet][instant][tap]
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>; // H: [packet][instant][bin]
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(BINS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) bin: u32,
) {
  let row = group.y * groups.x + group.x;
  if (row >= params.rows) { return; }
  let packet = row / params.perPacket;
  let i = f32(row % params.perPacket);
  var instant = 0u;
  var weight = 0.0;
  if (INSTANTS > 1u) {
    let place = (params.first + i * params.distance) / f32(SPACING);
    instant = min(u32(place), INSTANTS - 2u);
    weight = place - f32(instant);
  }
  let begin = (select(packet, 0u, SHARED == 1u) * INSTANTS + instant) * TAPS;
  let next = begin + select(0u, TAPS, INSTANTS > 1u);
  let frequency = i32(bin) - select(0, i32(BINS), bin >= BINS / 2u);
  let unit = 0u - (0xffffffffu / BINS + 1u) * bitcast<u32>(frequency); // the turn of one sample's delay
  var sum = vec2f();
  for (var l = 0u; l < TAPS; l++) { sum += mul(mix(gains[begin + l], gains[next + l], weight), phasor(unit * l)); }
  let delay = f32(frequency) * (params.delay + i * params.drift) / f32(BINS);
  let turned = bitcast<u32>(-i32(round((delay - round(delay)) * 4294967296.0)));
  output[row * BINS + bin] = mul(sum, phasor(turned));
}
