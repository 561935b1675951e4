// Decision-directed recursive least squares on the packets behind the MMSE equalizer and the detection filter: as LMS (lms.wgsl), but with real
// vectors w = [Re; Im] of the taps and u = [Re; −Im] of the samples in the frame of the bit, so that z = wᵀu, and
// g = P·u, w += g·ε/(λ + uᵀg), P ← (P − g·gᵀ/(λ + uᵀg))/λ. P = p0·I at the start. Both invocations of a pair compute the same product
// g(i)·g(j), so P stays symmetric to the last bit. One workgroup per packet, one invocation per number, which keeps its row of P in registers.
// A dispatch continues with the next SEGMENT words of bits. Slots without a packet get zeros. Needs lib/complex, lib/packet, lib/phase-loop, and the
// constants TAPS and SIZE, 2·TAPS: they are the lengths of arrays.
const GROUP = (SIZE + 31u) / 32u * 32u; // invocations per workgroup
const PARTS = (SIZE + 7u) / 8u;
override WORDS: u32;       // words of bits in a packet, an even number
override KNOWN_WORDS: u32; // leading words whose bits are known
override LENGTH: u32;      // samples per packet, from −REACH on
override SEGMENT: u32;     // words per dispatch
override SHOWN: u32;       // packets whose symbols are kept
const LIMIT = 1e3;         // |z| at which a packet counts as diverged
struct Params { slots: u32, forgetting: f32, start: f32, k1: f32, k2: f32, }
@group(0) @binding(0) var<storage, read> known: array<u32>;
@group(0) @binding(1) var<storage, read> filtered: array<vec2f>;        // [slot][LENGTH]
@group(0) @binding(2) var<storage, read_write> state: array<vec2f>;     // [w, e^{-jθ}, (θ, v), (word, diverged)][slot]
@group(0) @binding(3) var<storage, read_write> matrices: array<f32>;    // P between dispatches: [column][slot][GROUP]
@group(0) @binding(4) var<storage, read_write> decisions: array<u32>;   // [slot][WORDS]
@group(0) @binding(5) var<storage, read_write> phase: array<f32>;       // [slot][WORDS / 2]
@group(0) @binding(6) var<storage, read_write> symbols: array<vec4f>;   // [slot][WORDS · 16], a vector per pair
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
  let rest = TAPS * slots + slot;
  if (lane == 0u) { begun = vec3f(state[rest + 2u * slots], f32(packets[slot].found)); }
  let progress = workgroupUniformLoad(&begun);
  let first = u32(progress.x);
  if (progress.z == 0.0) {
    for (var i = lane; i < WORDS; i += GROUP) {
      decisions[slot * WORDS + i] = 0u;
      if (i % 2u == 0u) { phase[(slot * WORDS + i) / 2u] = 0.0; }
      for (var t = 0u; t < 16u; t++) {
        if (slot < SHOWN) { symbols[(slot * WORDS + i) * 16u + t] = vec4f(); }
      }
    }
    return;
  }
  var diverged = progress.y > 0.0;
  let motion = state[rest + slots];
  var pll = PhaseLoop(select(state[rest], vec2f(1.0, 0.0), first == 0u), motion.x, motion.y);
  let isUsed = lane < SIZE;
  let place = min(lane, SIZE - 1u);
  let tap = place % TAPS;
  let isImaginary = place >= TAPS;
  var row = array<f32, SIZE>();
  for (var j = 0u; j < SIZE; j++) {
    if (first == 0u) { row[j] = select(0.0, params.start, j == place); }
    else { row[j] = matrices[(j * slots + slot) * GROUP + lane]; }
  }
  let tapOf = select(state[tap * slots + slot], vec2f(f32(tap == TAPS / 2u), 0.0), first == 0u);
  var w = select(tapOf.x, tapOf.y, isImaginary);
  let end = min(first + SEGMENT, WORDS);
  for (var word = first; word < end; word++) {
    if (lane == 0u && word % 2u == 0u) { phase[(slot * WORDS + word) / 2u] = pll.theta; }
    let aided = word < KNOWN_WORDS;
    var sent = 0u;
    if (aided) { sent = known[word]; }
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
      if (lane == 0u && slot < SHOWN) { symbols[(slot * WORDS + word) * 16u + t] = vec4f(pair[0], pair[1]); }
    }
    if (lane == 0u) { decisions[slot * WORDS + word] = decided; }
  }
  for (var j = 0u; j < SIZE; j++) { matrices[(j * slots + slot) * GROUP + lane] = row[j]; }
  if (isUsed) { weights[place] = w; }
  workgroupBarrier();
  if (lane < TAPS) { state[lane * slots + slot] = vec2f(weights[lane], weights[lane + TAPS]); }
  if (lane == 0u) {
    state[rest] = pll.turned;
    state[rest + slots] = vec2f(pll.theta, pll.velocity);
    state[rest + 2u * slots] = vec2f(f32(end), f32(diverged));
  }
}
