// One stage of the trellis of the code 133, 171 (octal), on path metrics in registers, and one stage of its traceback.
// State s holds the last six bits, the newest as bit 0; s' = (2s + u) mod 64.
const NEVER = -1e30;    // metric of a state that cannot be
const MOST = 1048576.0; // largest magnitude of an LLR

// Member v holds the metrics of states 4v … 4v + 3.
struct Metrics {
  m0: vec4f, m1: vec4f, m2: vec4f, m3: vec4f, m4: vec4f, m5: vec4f, m6: vec4f, m7: vec4f,
  m8: vec4f, m9: vec4f, m10: vec4f, m11: vec4f, m12: vec4f, m13: vec4f, m14: vec4f, m15: vec4f,
}
// Metrics where only state 0 can be.
fn inStateZero() -> Metrics {
  return Metrics(vec4f(0.0, NEVER, NEVER, NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER),
    vec4f(NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER), vec4f(NEVER));
}

// Bytes by component: bit 7 − v of byte c is 1 where state 4v + c + 32, not 4v + c, leads to the survivor.
struct Lost {
  even: vec4u, // new states 2(4v + c)
  odd: vec4u,  // new states 2(4v + c) + 1
}

struct Pair { low: vec4f, high: vec4f }

// Both generators contain u and the oldest bit, so the four branches of a butterfly have the metrics ±m.
fn butterflies(p: vec4f, q: vec4f, m: vec4f, lost: ptr<function, Lost>) -> Pair {
  let a = p + m;
  let b = q - m;
  let c = p - m;
  let d = q + m;
  // The sign bit of a difference is the decision.
  (*lost).even = ((*lost).even << vec4u(1u)) | (bitcast<vec4u>(a - b) >> vec4u(31u));
  (*lost).odd = ((*lost).odd << vec4u(1u)) | (bitcast<vec4u>(c - d) >> vec4u(31u));
  let even = max(a, b);
  let odd = max(c, d);
  return Pair(vec4f(even.x, odd.x, even.y, odd.y), vec4f(even.z, odd.z, even.w, odd.w));
}

fn packed(bytes: vec4u) -> u32 {
  return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
}

struct Step { metrics: Metrics, survivors: vec2u }

// Metrics of the coded bits 00, 01, 10, 11, from their LLRs.
fn branchMetrics(llr: vec2f) -> vec4f {
  let sum = 0.5 * (llr.x + llr.y);
  let difference = 0.5 * (llr.x - llr.y);
  return vec4f(-sum, -difference, difference, sum);
}

// One stage, from the LLRs of its two coded bits.
fn step(p: Metrics, llr: vec2f) -> Step {
  // Each swizzle lists the coded bits of u = 0 from states 4v … 4v + 3.
  let b = branchMetrics(llr);
  var lost = Lost();
  let q0 = butterflies(p.m0, p.m8, b.xywz, &lost);
  let q1 = butterflies(p.m1, p.m9, b.wzxy, &lost);
  let q2 = butterflies(p.m2, p.m10, b.xywz, &lost);
  let q3 = butterflies(p.m3, p.m11, b.wzxy, &lost);
  let q4 = butterflies(p.m4, p.m12, b.zwyx, &lost);
  let q5 = butterflies(p.m5, p.m13, b.yxzw, &lost);
  let q6 = butterflies(p.m6, p.m14, b.zwyx, &lost);
  let q7 = butterflies(p.m7, p.m15, b.yxzw, &lost);
  let next = Metrics(q0.low, q0.high, q1.low, q1.high, q2.low, q2.high, q3.low, q3.high,
    q4.low, q4.high, q5.low, q5.high, q6.low, q6.high, q7.low, q7.high);
  return Step(next, vec2u(packed(lost.even), packed(lost.odd)));
}

// Only differences between states matter.
fn levelled(p: Metrics) -> Metrics {
  return Metrics(p.m0 - p.m0.x, p.m1 - p.m0.x, p.m2 - p.m0.x, p.m3 - p.m0.x, p.m4 - p.m0.x, p.m5 - p.m0.x, p.m6 - p.m0.x, p.m7 - p.m0.x,
    p.m8 - p.m0.x, p.m9 - p.m0.x, p.m10 - p.m0.x, p.m11 - p.m0.x, p.m12 - p.m0.x, p.m13 - p.m0.x, p.m14 - p.m0.x, p.m15 - p.m0.x);
}

struct Best { metric: vec4f, state: vec4u }

fn better(best: Best, metrics: vec4f, v: u32) -> Best {
  let state = 4u * v + vec4u(0u, 1u, 2u, 3u);
  return Best(max(best.metric, metrics), select(best.state, state, metrics > best.metric));
}

fn bestState(p: Metrics) -> u32 {
  var best = Best(p.m0, vec4u(0u, 1u, 2u, 3u));
  best = better(best, p.m1, 1u);
  best = better(best, p.m2, 2u);
  best = better(best, p.m3, 3u);
  best = better(best, p.m4, 4u);
  best = better(best, p.m5, 5u);
  best = better(best, p.m6, 6u);
  best = better(best, p.m7, 7u);
  best = better(best, p.m8, 8u);
  best = better(best, p.m9, 9u);
  best = better(best, p.m10, 10u);
  best = better(best, p.m11, 11u);
  best = better(best, p.m12, 12u);
  best = better(best, p.m13, 13u);
  best = better(best, p.m14, 14u);
  best = better(best, p.m15, 15u);
  let half = select(best.state.xy, best.state.zw, best.metric.zw > best.metric.xy);
  let metric = max(best.metric.xy, best.metric.zw);
  return select(half.x, half.y, metric.y > metric.x);
}

// An LLR that the decoder can stand: nothing is known where it is no number.
fn sound(value: vec2f) -> vec2f {
  let isNumber = (bitcast<vec2u>(value) & vec2u(0x7fffffffu)) <= vec2u(0x7f800000u);
  return select(vec2f(), clamp(value, vec2f(-MOST), vec2f(MOST)), isNumber);
}

// The state before stage t, from the state after it.
fn previous(state: u32, survivor: vec2u) -> u32 {
  let word = select(survivor.x, survivor.y, (state & 1u) == 1u);
  let s = state >> 1u;
  return s | (((word >> (8u * (s & 3u) + 7u - (s >> 2u))) & 1u) << 5u);
}
