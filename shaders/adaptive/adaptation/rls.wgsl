// Recursive least squares with samples u and past decisions p in v = [u; p]: z = xᴴv, g = Pv, k = g/(λ + vᴴg), x += k·e*, P ← (P − k·gᴴ)/λ,
// e = d − z, d = a before symbol T and the decision after it. x = 0 and P = p0·I at the start. One workgroup per packet, one invocation per
// tap: it keeps its row of P in registers. ONE_SIDED does not keep P Hermitian: the anti-Hermitian part then grows by 1/λ per symbol.
// A dispatch continues with the next SEGMENT symbols. Needs lib/complex, lib/least-squares, lib/decision, lib/sent, and the constants
// FORWARD, N, and TOTAL, N + Nb: they are the lengths of arrays.
override GROUP: u32;     // invocations per workgroup, at least TOTAL
override SPS: u32;       // samples per symbol
override SEGMENT: u32;   // symbols per dispatch
override HOLD: u32;      // 1: taps stay after the training
override ONE_SIDED: u32;
const LIMIT = 1e6;       // |z|² at which a packet counts as diverged
struct Params {
  packets: u32,
  symbols: u32,   // K
  training: u32,  // T
  guard: u32,
  delay: u32,     // δ, samples
  forgetting: f32, // λ
  start: f32,     // p0
}
@group(0) @binding(0) var<storage, read> received: array<vec2f>;         // [row][packet]
@group(0) @binding(1) var<storage, read> labels: array<u32>;             // [word][packet], four labels each
@group(0) @binding(2) var<storage, read> points: array<vec2f>;           // by label
@group(0) @binding(3) var<storage, read_write> state: array<vec2f>;      // [x, p, (symbol, diverged)][packet]
@group(0) @binding(4) var<storage, read_write> matrices: array<vec2f>;   // P between dispatches: [column][packet][GROUP]
@group(0) @binding(5) var<storage, read_write> estimates: array<vec2f>;  // [symbol][packet]
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> inputs: array<vec2f, TOTAL>;   // v
var<workgroup> gains: array<vec2f, TOTAL>;    // g
var<workgroup> begun: vec2f;
var<workgroup> terms: array<vec3f, TOTAL>;    // x*v, and Re(v*g)

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let packet = group.x;
  let packets = params.packets;
  let last = (TOTAL + TOTAL - FORWARD) * packets + packet;
  if (lane == 0u) { begun = state[last]; }
  let begin = workgroupUniformLoad(&begun);
  let first = u32(begin.x);
  var diverged = begin.y > 0.0;
  let isTap = lane < TOTAL;
  let place = min(lane, TOTAL - 1u);
  var row = array<vec2f, TOTAL>();
  for (var j = 0u; j < TOTAL; j++) {
    if (first == 0u) { row[j] = startElement(lane, j, params.start); }
    else { row[j] = matrices[(j * packets + packet) * GROUP + lane]; }
  }
  var x = state[place * packets + packet];
  var past = vec2f();
  if (place >= FORWARD) {
    // The symbols before the packet are known.
    past = sent(params.guard - 1u - (place - FORWARD), packet);
    if (first > 0u) { past = state[(TOTAL + place - FORWARD) * packets + packet]; }
  }
  let end = min(first + SEGMENT, params.symbols);
  for (var k = first; k < end; k++) {
    var v = past;
    if (place < FORWARD) { v = received[((params.guard + k) * SPS + params.delay - place) * packets + packet]; }
    workgroupBarrier();
    if (isTap) { inputs[place] = v; }
    workgroupBarrier();
    var g = vec2f();
    for (var j = 0u; j < TOTAL; j++) { g += mul(row[j], inputs[j]); }
    if (isTap) {
      gains[place] = g;
      terms[place] = vec3f(mulConj(v, x), dot(v, g));
    }
    workgroupBarrier();
    var sum = vec3f();
    for (var j = 0u; j < TOTAL; j++) { sum += terms[j]; }
    var z = sum.xy;
    // A P that is not positive definite any more has lost its way, even while z is small. A NaN fails both tests.
    diverged = diverged || !(dot(z, z) < LIMIT) || !(params.forgetting + sum.z > 0.0);
    if (diverged) { z = vec2f(LIMIT * LIMIT); }
    if (lane == 0u) { estimates[k * packets + packet] = z; }
    var wanted = decide(z);
    if (k < params.training) { wanted = sent(params.guard + k, packet); }
    if (!(diverged || (HOLD == 1u && k >= params.training))) {
      let scale = 1.0 / (params.forgetting + sum.z);
      x += scale * mulConj(g, wanted - z);
      let shrink = 1.0 / params.forgetting;
      for (var j = 0u; j < TOTAL; j++) {
        var change = scale * hermitianProduct(g, gains[j], place, j);
        // k is rounded before the product, so that the two elements of a pair differ in their last bits.
        if (ONE_SIDED == 1u) { change = mulConj(scale * g, gains[j]); }
        row[j] = (row[j] - change) * shrink;
      }
    }
    if (place >= FORWARD) {
      // Decisions move on by one tap.
      past = select(inputs[place - 1u], wanted, place == FORWARD);
    }
  }
  for (var j = 0u; j < TOTAL; j++) { matrices[(j * packets + packet) * GROUP + lane] = row[j]; }
  if (isTap) { state[place * packets + packet] = x; }
  if (isTap && place >= FORWARD) { state[(TOTAL + place - FORWARD) * packets + packet] = past; }
  if (lane == 0u) { state[last] = vec2f(f32(end), f32(diverged)); }
}
