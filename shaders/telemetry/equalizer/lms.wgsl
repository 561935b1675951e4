// Decision-directed LMS on the packets behind the MMSE equalizer and the detection filter, x: z(k) = Re{e^{-jθ}·Σ w(i)·x(2k + REACH − i)} for even
// bits, Im for odd ones; ε = d − z with the known bits d first, then the decisions; w += μ·ε·u*, u the samples in the frame of the bit. The
// loop follows the gradient of ε² with respect to θ, ε·Im z, which is zero on average at the best taps: e = 2(ε·q + ε'·q') per pair of bits.
// One invocation per packet; a dispatch continues with the next SEGMENT words of bits. Needs lib/complex, lib/phase-loop, lib/decided-bits,
// lib/adaptation-state, and the constant TAPS, 2·REACH + 1: it is the length of arrays.
override GROUP: u32;       // invocations per workgroup
override LENGTH: u32;      // samples per packet, from −REACH on
override SEGMENT: u32;     // words per dispatch
const LIMIT = 1e3;         // |z| at which a packet counts as diverged
struct Params { slots: u32, step: f32, k1: f32, k2: f32, }
@group(0) @binding(1) var<storage, read> filtered: array<vec2f>;        // [slot][LENGTH]
@group(0) @binding(2) var<storage, read_write> state: array<vec2f>;     // [w, e^{-jθ}, (θ, v), (word, diverged)][slot]
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = id.x;
  if (slot >= params.slots) { return; }
  let progress = progressOf(slot);
  let first = u32(progress.x);
  var diverged = progress.y > 0.0;
  var pll = loopAt(slot, first);
  var w = array<vec2f, TAPS>();
  var x = array<vec2f, TAPS>(); // the newest sample first
  let begin = slot * LENGTH + 64u * first;
  for (var i = 0u; i < TAPS; i++) {
    w[i] = tapAt(i, slot, first);
    if (i < TAPS - 2u) { x[i] = filtered[begin + TAPS - 3u - i]; }
  }
  let end = min(first + SEGMENT, WORDS);
  for (var word = first; word < end; word++) {
    keepPhase(slot, word, pll.theta);
    let aided = word < KNOWN_WORDS;
    let sent = knownBits(word);
    var decided = 0u;
    for (var t = 0u; t < 16u; t++) {
      var pair = array<vec2f, 2>();
      var e = 0.0;
      for (var half = 0u; half < 2u; half++) {
        let bit = 2u * t + half;
        let newest = slot * LENGTH + 64u * word + 2u * bit + TAPS - 1u;
        for (var i = TAPS - 1u; i > 1u; i--) { x[i] = x[i - 2u]; }
        x[1] = filtered[newest - 1u];
        x[0] = filtered[newest];
        var y = vec2f();
        for (var i = 0u; i < TAPS; i++) { y += mul(w[i], x[i]); }
        y = mul(y, pll.turned);
        // A NaN is not below the limit either.
        diverged = diverged || !(dot(y, y) < LIMIT * LIMIT);
        if (diverged) { y = vec2f(LIMIT); }
        pair[half] = y;
        let z = inFrame(y, half == 1u);
        decided |= select(0u, 1u, z.x > 0.0) << bit;
        let error = select(signOf(select(decided, sent, aided), bit) - z.x, 0.0, diverged);
        e += 2.0 * error * z.y;
        let change = params.step * error * conj(inFrame(pll.turned, half == 1u));
        if (!diverged) {
          for (var i = 0u; i < TAPS; i++) { w[i] += mulConj(change, x[i]); }
        }
      }
      pll = follow(pll, e, params.k1, params.k2);
      keepSymbols(slot, word, t, pair);
    }
    decisions[slot * WORDS + word] = decided;
  }
  for (var i = 0u; i < TAPS; i++) { keepTap(i, slot, w[i]); }
  keepLoop(slot, pll, end, diverged);
}
