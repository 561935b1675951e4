// Recursive least squares with samples u and past decisions p in v = [u; p]: z = xᴴv, g = Pv, k = g/(λ + vᴴg), x += k·e*, P ← (P − k·gᴴ)/λ,
// e = d − z, d = a before symbol T and the decision after it. x = 0 and P = p0·I at the start. One workgroup per packet. SPLIT invocations
// keep a row of P in registers: every SPLIT-th element. ONE_SIDED does not keep P Hermitian: the anti-Hermitian part then grows by 1/λ per
// symbol. A dispatch continues with the next `segment` symbols. Needs lib/complex, lib/least-squares, lib/decision, lib/sent, and the constants
// FORWARD, N, TOTAL, N + Nb, SPLIT, and OWNED, ⌈TOTAL/SPLIT⌉: they are the lengths of arrays.
override GROUP: u32;     // invocations per workgroup, at least SPLIT·TOTAL
override SPS: u32;       // samples per symbol
override HOLD: u32;      // 1: taps stay after the training
override ONE_SIDED: u32;
const LIMIT = 1e6;       // |z|² at which a packet counts as diverged
const PARTIAL = 8u;      // sums of the terms of all taps
struct Params {
  packets: u32,
  symbols: u32,   // K
  segment: u32,   // symbols per dispatch
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
@group(0) @binding(4) var<storage, read_write> matrices: array<vec2f>;   // P between dispatches: [element][packet][GROUP]
@group(0) @binding(5) var<storage, read_write> estimates: array<vec2f>;  // [symbol][packet]
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> inputs: array<vec2f, OWNED * SPLIT>;  // v; zeros after TOTAL
var<workgroup> gains: array<vec2f, OWNED * SPLIT>;   // g, likewise
var<workgroup> shares: array<array<vec2f, SPLIT>, TOTAL>; // of g
var<workgroup> terms: array<vec3f, TOTAL>;           // x*v, and Re(v*g)
var<workgroup> partial: array<vec3f, PARTIAL>;       // sums of every PARTIAL-th term
var<workgroup> begun: vec2f;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let packet = group.x;
  let packets = params.packets;
  let last = (TOTAL + TOTAL - FORWARD) * packets + packet;
  if (lane == 0u) { begun = state[last]; }
  let begin = workgroupUniformLoad(&begun);
  let first = u32(begin.x);
  var diverged = begin.y > 0.0;
  let place = min(lane / SPLIT, TOTAL - 1u);
  let part = lane % SPLIT;
  // One invocation per row writes.
  let isTap = lane < TOTAL * SPLIT && part == 0u;
  var row = array<vec2f, OWNED>();
  for (var m = 0u; m < OWNED; m++) {
    if (first == 0u) { row[m] = startElement(place, part + SPLIT * m, params.start); }
    else { row[m] = matrices[(m * packets + packet) * GROUP + lane]; }
  }
  var x = state[place * packets + packet];
  var past = vec2f();
  if (place >= FORWARD) {
    // The symbols before the packet are known.
    past = sent(params.guard - 1u - (place - FORWARD), packet);
    if (first > 0u) { past = state[(TOTAL + place - FORWARD) * packets + packet]; }
  }
  let end = min(first + params.segment, params.symbols);
  let source = (params.guard * SPS + params.delay - min(place, FORWARD - 1u)) * packets + packet;
  var sample = received[source + first * SPS * packets];
  for (var k = first; k < end; k++) {
    let v = select(past, sample, place < FORWARD);
    if (isTap) { inputs[place] = v; }
    workgroupBarrier();
    var g = vec2f();
    for (var m = 0u; m < OWNED; m++) { g += mul(row[m], inputs[part + SPLIT * m]); }
    // Decisions move on by one tap.
    let later = inputs[max(place, 1u) - 1u];
    if (SPLIT > 1u) {
      if (lane < TOTAL * SPLIT) { shares[place][part] = g; }
      workgroupBarrier();
      g = vec2f();
      for (var i = 0u; i < SPLIT; i++) { g += shares[place][i]; }
    }
    if (isTap) {
      gains[place] = g;
      terms[place] = vec3f(mulConj(v, x), dot(v, g));
    }
    workgroupBarrier();
    if (lane < PARTIAL) {
      var sum = vec3f();
      for (var i = lane; i < TOTAL; i += PARTIAL) { sum += terms[i]; }
      partial[lane] = sum;
    }
    workgroupBarrier();
    // Memory is slow: the next sample is fetched while P changes.
    sample = received[source + (k + 1u) * SPS * packets];
    var sum = vec3f();
    for (var i = 0u; i < PARTIAL; i++) { sum += partial[i]; }
    var z = sum.xy;
    // A P that is not positive definite any more has lost its way, even while z is small. A NaN fails both tests.
    diverged = diverged || !(dot(z, z) < LIMIT) || !(params.forgetting + sum.z > 0.0);
    if (diverged) { z = vec2f(LIMIT * LIMIT); }
    if (lane == 0u) { estimates[k * packets + packet] = z; }
    var wanted = decide(z);
    if (k < params.training) { wanted = sent(params.guard + k, packet); }
    if (!(diverged || (HOLD == 1u && k >= params.training))) {
      let scale = 1.0 / (params.forgetting + sum.z);
      let shrink = 1.0 / params.forgetting;
      x += scale * mulConj(g, wanted - z);
      for (var m = 0u; m < OWNED; m++) {
        let other = gains[part + SPLIT * m];
        if (ONE_SIDED == 1u) {
          // k is rounded before the product, so that the two elements of a pair differ in their last bits.
          row[m] = shrink * (row[m] - mulConj(scale * g, other));
        } else {
          row[m] = fma(vec2f(-scale * shrink), hermitianProduct(g, other), shrink * row[m]);
        }
      }
    }
    if (place >= FORWARD) { past = select(later, wanted, place == FORWARD); }
  }
  for (var m = 0u; m < OWNED; m++) { matrices[(m * packets + packet) * GROUP + lane] = row[m]; }
  if (isTap) { state[place * packets + packet] = x; }
  if (isTap && place >= FORWARD) { state[(TOTAL + place - FORWARD) * packets + packet] = past; }
  if (lane == 0u) { state[last] = vec2f(f32(end), f32(diverged)); }
}
