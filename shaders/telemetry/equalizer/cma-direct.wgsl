// One step of the constant-modulus algorithm, c ← c − μ∇J: ∇J(k) = (1/L) Σm z(m)·x*(m−k), z = 2(|s|²−1)s, s(n) = Σk c(k)x(n−k),
// J = (1/L) Σ(|s|²−1)² over the L samples of a packet. It computes both sums directly, in tiles in workgroup memory, and reads
// each sample once. One workgroup per packet (slot): an invocation computes OUTPUTS values of s per tile, then the part of OWNED taps in ∇J.
// Needs lib/complex, lib/packet.
const OUTPUTS = 3u;
const OWNED = 2u; // most taps of an invocation
override TAPS: u32;    // taps of the equalizer, at most OWNED · GROUP
override SAMPLES: u32; // L, a multiple of the tile: OUTPUTS · GROUP
override WINDOW: u32;  // samples in a window
override FIRST: u32;   // index in its window of x(n−k) for n = 0 and the last tap
override GROUP: u32;   // invocations per workgroup
struct Params { step: f32, iteration: u32, slots: u32, }
@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read> window: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> taps: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> cost: array<f32>; // [pass][slot]
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> c: array<vec2f, TAPS>;
var<workgroup> x: array<vec2f, OUTPUTS * GROUP + TAPS>; // x[l + TAPS − 1 − t] is multiplied by tap t in output l of the tile
var<workgroup> z: array<vec2f, OUTPUTS * GROUP>;
var<workgroup> sums: array<f32, GROUP>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let slot = group.x;
  if (packets[slot].found == 0) {
    if (local == 0) { cost[params.iteration * params.slots + slot] = 0.0; }
    return;
  }
  let tile = OUTPUTS * GROUP;
  for (var t = local; t < TAPS; t += GROUP) { c[t] = taps[slot * TAPS + t]; }

  var gradient = array<vec2f, OWNED>();
  var sum = 0.0;
  for (var n = 0u; n < SAMPLES; n += tile) {
    for (var l = local; l < tile + TAPS - 1; l += GROUP) { x[l] = window[slot * WINDOW + FIRST + n + l]; }
    workgroupBarrier();

    var s = array<vec2f, OUTPUTS>();
    for (var t = 0u; t < TAPS; t++) {
      let tap = c[t];
      for (var o = 0u; o < OUTPUTS; o++) { s[o] += mul(tap, x[local + o * GROUP + TAPS - 1 - t]); }
    }
    for (var o = 0u; o < OUTPUTS; o++) {
      let excess = dot(s[o], s[o]) - 1.0;
      sum += excess * excess;
      z[local + o * GROUP] = 2.0 * excess * s[o];
    }
    workgroupBarrier();

    for (var o = 0u; o < OWNED; o++) {
      let t = local + o * GROUP;
      if (t >= TAPS) { break; }
      var share = vec2f(); // a sum per tile, because the rounding error of a long float32 sum grows with its length
      for (var l = 0u; l < tile; l++) { share += mulConj(z[l], x[l + TAPS - 1 - t]); }
      gradient[o] += share;
    }
    workgroupBarrier();
  }
  for (var o = 0u; o < OWNED; o++) {
    let t = local + o * GROUP;
    if (t < TAPS) { taps[slot * TAPS + t] = c[t] - params.step / f32(SAMPLES) * gradient[o]; }
  }

  sums[local] = sum;
  workgroupBarrier();
  if (local == 0) {
    for (var i = 1u; i < GROUP; i++) { sum += sums[i]; }
    cost[params.iteration * params.slots + slot] = sum / f32(SAMPLES);
  }
}
