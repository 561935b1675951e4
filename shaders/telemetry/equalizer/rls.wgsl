// Decision-directed recursive least squares on the packets behind the MMSE equalizer and the detection filter: as LMS (lms.wgsl), but with real
// vectors w = [Re; Im] of the taps and u = [Re; −Im] of the samples in the frame of the bit, so that z = wᵀu, and
// g = P·u, w += g·ε/(λ + uᵀg), P ← (P − g·gᵀ/(λ + uᵀg))/λ. P = p0·I at the start. Both invocations of a pair compute the same product
// g(i)·g(j), so P stays symmetric to the last bit. One workgroup per packet, one invocation per number, which keeps its row of P in registers.
// A dispatch continues with the next SEGMENT words of bits. Slots without a packet get zeros. Needs lib/complex, lib/packet, lib/phase-loop,
// lib/decided-bits, lib/adaptation-state, and the constants TAPS and SIZE, 2·TAPS: they are the lengths of arrays.
const GROUP = (SIZE + 31u) / 32u * 32u; // invocations per workgroup
const PARTS = (SIZE + 7u) / 8u;
override LENGTH: u32;      // samples per packet, from −REACH on
override SEGMENT: u32;     // words per dispatch
const LIMIT = 1e3;         // |z| at which a packet counts as diverged
struct Params { slots: u32, forgetting: f32, start: f32, k1: f32, k2: f32, }
@group(0) @binding(1) var<storage, read> filtered: array<vec2f>;        // [slot][LENGTH]
@group(0) @binding(2) var<storage, read_write> state: array<vec2f>;     // [w, e^{-jθ}, (θ, v), (word, diverged)][slot]
@group(0) @binding(6) var<storage, read_write> matrices: array<f32>;    // P between dispatches: [column][slot][GROUP]
@group(0) @binding(7) var<storage, read> packets: array<Packet>;
@group(0) @binding(8) var<uniform> params: Params;

var<workgroup> inputs: array<f32, SIZE>; // u
var<workgroup> gains: array<f32, SIZE>;  // g
var<workgroup> terms: array<vec3f, SIZE>; // of z, of its imaginary counterpart, and of uᵀg
var<workgroup> parts: array<vec3f, PARTS>; // sums of 8 terms
var<workgroup> weights: array<f32, SIZE>;
var<workgroup> begun: vec3f; // word, diverged, found

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.x;
  let slots = params.slots;
  if (lane == 0u) { begun = vec3f(progressOf(slot), f32(packets[slot].found)); }
  let progress = workgroupUniformLoad(&begun);
  let first = u32(progress.x);
  if (progress.z == 0.0) {
    for (var i = lane; i < WORDS; i += GROUP) {
      decisions[slot * WORDS + i] = 0u;
      keepPhase(slot, i, 0.0);
      for (var t = 0u; t < 16u; t++) { keepSymbols(slot, i, t, array<vec2f, 2>()); }
    }
    return;
  }
  var diverged = progress.y > 0.0;
  var pll = loopAt(slot, first);
  let isUsed = lane < SIZE;
  let place = min(lane, SIZE - 1u);
  let tap = place % TAPS;
  let isImaginary = place >= TAPS;
  var row = array<f32, SIZE>();
  for (var j = 0u; j < SIZE; j++) {
    if (first == 0u) { row[j] = select(0.0, params.start, j == place); }
    else { row[j] = matrices[(j * slots + slot) * GROUP + lane]; }
  }
  let started = tapAt(tap, slot, first);
  var w = select(started.x, started.y, isImaginary);
  let end = min(first + SEGMENT, WORDS);
  for (var word = first; word < end; word++) {
    if (lane == 0u) { keepPhase(slot, word, pll.theta); }
    let aided = word < KNOWN_WORDS;
    let sent = knownBits(word);
    var decided = 0u;
    for (var t = 0u; t < 16u; t++) {
      var pair = array<vec2f, 2>();
      var e = 0.0;
      for (var half = 0u; half < 2u; half++) {
        let bit = 2u * t + half;
        let sample = mul(filtered[slot * LENGTH + 64u * word + 2u * bit + TAPS - 1u - tap], inFrame(pll.turned, half == 1u));
        let u = select(sample.x, -sample.y, isImaginary);
        let quadrature = select(sample.y, sample.x, isImaginary);
        // The last reads of the inputs lie before two barriers.
        if (isUsed) { inputs[place] = u; }
        workgroupBarrier();
        var g = 0.0;
        for (var j = 0u; j < SIZE; j++) { g += row[j] * inputs[j]; }
        if (isUsed) {
          gains[place] = g;
          terms[place] = vec3f(w * u, w * quadrature, u * g);
        }
        workgroupBarrier();
        if (lane < PARTS) {
          var part = vec3f();
          for (var j = 8u * lane; j < min(8u * lane + 8u, SIZE); j++) { part += terms[j]; }
          parts[lane] = part;
        }
        workgroupBarrier();
        var sum = vec3f();
        for (var j = 0u; j < PARTS; j++) { sum += parts[j]; }
        var z = sum.xy;
        let scale = params.forgetting + sum.z;
        // A P that is not positive definite any more has lost its way, even while z is small. A NaN fails both tests.
        diverged = diverged || !(dot(z, z) < LIMIT * LIMIT) || !(scale > 0.0);
        if (diverged) { z = vec2f(LIMIT); }
        pair[half] = select(z, vec2f(-z.y, z.x), half == 1u);
        decided |= select(0u, 1u, z.x > 0.0) << bit;
        let error = select(signOf(select(decided, sent, aided), bit) - z.x, 0.0, diverged);
        e += 2.0 * error * z.y;
        if (!diverged) {
          let inverse = 1.0 / scale;
          let shrink = 1.0 / params.forgetting;
          w += g * (error * inverse);
          for (var j = 0u; j < SIZE; j++) { row[j] = (row[j] - g * gains[j] * inverse) * shrink; }
        }
      }
      pll = follow(pll, e, params.k1, params.k2);
      if (lane == 0u) { keepSymbols(slot, word, t, pair); }
    }
    if (lane == 0u) { decisions[slot * WORDS + word] = decided; }
  }
  for (var j = 0u; j < SIZE; j++) { matrices[(j * slots + slot) * GROUP + lane] = row[j]; }
  if (isUsed) { weights[place] = w; }
  workgroupBarrier();
  if (lane < TAPS) { keepTap(lane, slot, vec2f(weights[lane], weights[lane + TAPS])); }
  if (lane == 0u) { keepLoop(slot, pll, end, diverged); }
}
