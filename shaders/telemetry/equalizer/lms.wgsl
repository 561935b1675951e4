// Decision-directed LMS on the packets behind the MMSE equalizer and the detection filter, x: z(k) = Re{e^{-jθ}·Σ w(i)·x(2k + REACH − i)} for even
// bits, Im for odd ones; ε = d − z with the known bits d first, then the decisions; w += μ·ε·u*, u the samples in the frame of the bit. The
// loop follows the gradient of ε² with respect to θ, ε·Im z, which is zero on average at the best taps: e = 2(ε·q + ε'·q') per pair of bits.
// One invocation per packet; a dispatch continues with the next SEGMENT words of bits. Needs lib/complex, lib/phase-loop, and the constant
// TAPS, 2·REACH + 1: it is the length of arrays.
override GROUP: u32;       // invocations per workgroup
override WORDS: u32;       // words of bits in a packet, an even number
override KNOWN_WORDS: u32; // leading words whose bits are known
override LENGTH: u32;      // samples per packet, from −REACH on
override SEGMENT: u32;     // words per dispatch
override SHOWN: u32;       // packets whose symbols are kept
const LIMIT = 1e3;         // |z| at which a packet counts as diverged
struct Params { slots: u32, step: f32, k1: f32, k2: f32, }
@group(0) @binding(0) var<storage, read> known: array<u32>;
@group(0) @binding(1) var<storage, read> filtered: array<vec2f>;        // [slot][LENGTH]
@group(0) @binding(2) var<storage, read_write> state: array<vec2f>;     // [w, e^{-jθ}, (θ, v), (word, diverged)][slot]
@group(0) @binding(3) var<storage, read_write> decisions: array<u32>;   // [slot][WORDS]
@group(0) @binding(4) var<storage, read_write> phase: array<f32>;       // [slot][WORDS / 2]
@group(0) @binding(5) var<storage, read_write> symbols: array<vec4f>;   // [slot][WORDS · 16], a vector per pair
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = id.x;
  let slots = params.slots;
  if (slot >= slots) { return; }
  let rest = TAPS * slots + slot;
  let progress = state[rest + 2u * slots];
  let first = u32(progress.x);
  var diverged = progress.y > 0.0;
  let motion = state[rest + slots];
  var pll = PhaseLoop(select(state[rest], vec2f(1.0, 0.0), first == 0u), motion.x, motion.y);
  var w = array<vec2f, TAPS>();
  var x = array<vec2f, TAPS>(); // the newest sample first
  let begin = slot * LENGTH + 64u * first;
  for (var i = 0u; i < TAPS; i++) {
    w[i] = select(state[i * slots + slot], vec2f(f32(i == TAPS / 2u), 0.0), first == 0u);
    if (i < TAPS - 2u) { x[i] = filtered[begin + TAPS - 3u - i]; }
  }
  let end = min(first + SEGMENT, WORDS);
  for (var word = first; word < end; word++) {
    if (word % 2u == 0u) { phase[(slot * WORDS + word) / 2u] = pll.theta; }
    let aided = word < KNOWN_WORDS;
    var sent = 0u;
    if (aided) { sent = known[word]; }
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
      if (slot < SHOWN) { symbols[(slot * WORDS + word) * 16u + t] = vec4f(pair[0], pair[1]); }
    }
    decisions[slot * WORDS + word] = decided;
  }
  for (var i = 0u; i < TAPS; i++) { state[i * slots + slot] = w[i]; }
  state[rest] = pll.turned;
  state[rest + slots] = vec2f(pll.theta, pll.velocity);
  state[rest + 2u * slots] = vec2f(f32(end), f32(diverged));
}
