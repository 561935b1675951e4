// Decision feedback behind a forward filter y, one sample per bit: z(k) = Re{e^{-jθ}·y(k)} for even bits, Im for odd ones, plus
// σ(k)·(Σ b(j)·ã(k−j) + Σ c(j)·ã(k−j−1)·ã(k−j)·ã(k−j+1)); ã(k) = σ(k)·a(k), σ = + + − − …, are the bits in the frame that turns by j per bit. a are
// the known bits first, then the decisions. The loop follows the gradient of the squared error ε with respect to θ, as in lms.wgsl.
// One invocation per packet. Needs lib/complex, lib/phase-loop, lib/decided-bits, and the constant FEEDBACK, fed-back bits: it is the length of arrays.
override GROUP: u32;       // invocations per workgroup
struct Params { slots: u32, k1: f32, k2: f32, }
@group(0) @binding(1) var<storage, read> filtered: array<vec4f>;        // y, [slot][WORDS · 16], a vector per pair
@group(0) @binding(2) var<storage, read> feedback: array<vec2f>;        // (b(j), c(j + 1)) for j = 1 … FEEDBACK, [slot][FEEDBACK]
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = id.x;
  if (slot >= params.slots) { return; }
  var pll = PhaseLoop(vec2f(1.0, 0.0), 0.0, 0.0);
  var taps = array<vec2f, FEEDBACK + 1u>();
  for (var j = 0u; j < FEEDBACK; j++) { taps[j] = feedback[slot * FEEDBACK + j]; }
  var past = 0u; // bit j is ã(k − 1 − j)
  for (var word = 0u; word < WORDS; word++) {
    keepPhase(slot, word, pll.theta);
    let aided = word < KNOWN_WORDS;
    let sent = knownBits(word);
    var decided = 0u;
    for (var t = 0u; t < 16u; t++) {
      let samples = filtered[(slot * WORDS + word) * 16u + t];
      let negative = t & 1u; // σ(k) = −1
      var pair = array(mul(samples.xy, pll.turned), mul(samples.zw, pll.turned));
      var e = 0.0;
      for (var half = 0u; half < 2u; half++) {
        let bit = 2u * t + half;
        // The exclusive or of three bits is 1 where their product is positive.
        let products = past ^ (past >> 1u) ^ (past >> 2u);
        var fedBack = 0.0;
        for (var j = 0u; j < FEEDBACK; j++) {
          fedBack += taps[j].x * signOf(past, j) + taps[j].y * signOf(products, j);
        }
        let z = inFrame(pair[half], half == 1u) + vec2f(select(fedBack, -fedBack, negative == 1u), 0.0);
        pair[half] = select(z, vec2f(-z.y, z.x), half == 1u);
        decided |= select(0u, 1u, z.x > 0.0) << bit;
        let bits = select(decided, sent, aided);
        e += 2.0 * (signOf(bits, bit) - z.x) * z.y;
        past = (past << 1u) | (((bits >> bit) & 1u) ^ negative);
      }
      pll = follow(pll, e, params.k1, params.k2);
      keepSymbols(slot, word, t, pair);
    }
    decisions[slot * WORDS + word] = decided;
  }
}
