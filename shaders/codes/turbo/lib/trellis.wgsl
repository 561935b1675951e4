// Stages of the trellis of the Turbo code's two equal encoders, on metrics of all eight states, and the LLRs of a stage.
// Part of codes/turbo/decoder.

fn join(a: vec4f, b: vec4f) -> vec4f {
  let larger = max(a, b);
  if (!LOG_MAP) { return larger; }
  return larger + log2(1.0 + exp2(-abs(a - b)));
}

// State 4r₁ + 2r₂ + r₃ goes to 4a + 2r₁ + r₂ with a = u ⊕ r₂ ⊕ r₃ and sends p = a ⊕ r₁ ⊕ r₃: even states 2N reach N
// with (u, p) = 00, 10, 01, 11 for N = 0…3, and odd ones 2N + 1 with the opposite; to 4 + N it is the other way round.
fn branches(u: f32, p: f32) -> vec4f {
  return vec4f(0.0, u, p, u + p);
}

fn forward(alpha: States, u: f32, p: f32) -> States {
  let even = vec4f(alpha.low.xz, alpha.high.xz);
  let odd = vec4f(alpha.low.yw, alpha.high.yw);
  let same = branches(u, p);
  let opposite = same.wzyx;
  return States(join(even + same, odd + opposite), join(even + opposite, odd + same));
}

fn backward(beta: States, u: f32, p: f32) -> States {
  let same = branches(u, p);
  let opposite = same.wzyx;
  let even = join(beta.low + same, beta.high + opposite);
  let odd = join(beta.low + opposite, beta.high + same);
  return States(vec4f(even.x, odd.x, even.y, odd.y), vec4f(even.z, odd.z, even.w, odd.w));
}

// Metrics of the transitions of a stage without the branches', four times (u, p) = 00, 10, 01, 11.
struct Transitions { a: vec4f, b: vec4f, c: vec4f, d: vec4f }

fn transitions(alpha: States, beta: States) -> Transitions {
  let even = vec4f(alpha.low.xz, alpha.high.xz);
  let odd = vec4f(alpha.low.yw, alpha.high.yw);
  return Transitions(even + beta.low, odd + beta.high, (odd + beta.low).wzyx, (even + beta.high).wzyx);
}

// Extrinsic LLR of u.
fn extrinsic(t: Transitions, p: f32) -> f32 {
  let best = max(max(t.a, t.b), max(t.c, t.d));
  let top = max(best.xy, best.zw + p);
  if (!LOG_MAP) { return top.y - top.x; }
  let level = vec4f(top, top - p);
  let sum = exp2(t.a - level) + exp2(t.b - level) + exp2(t.c - level) + exp2(t.d - level);
  let total = sum.xy + sum.zw;
  return top.y - top.x + log2(total.y / total.x);
}

// Extrinsic LLR of p.
fn parityExtrinsic(t: Transitions, u: f32) -> f32 {
  return extrinsic(Transitions(t.a.xzyw, t.b.xzyw, t.c.xzyw, t.d.xzyw), u);
}

// Only differences between states matter.
fn levelled(s: States) -> States {
  return States(s.low - s.low.x, s.high - s.low.x);
}

// A codeword begins and ends in state 0.
fn ended() -> States {
  return States(vec4f(0.0, NEVER, NEVER, NEVER), vec4f(NEVER));
}

// Metrics of paths from one state.
fn begun(state: u32) -> States {
  return States(select(vec4f(NEVER), vec4f(), vec4u(state) == vec4u(0u, 1u, 2u, 3u)),
    select(vec4f(NEVER), vec4f(), vec4u(state) == vec4u(4u, 5u, 6u, 7u)));
}

fn joinAll(a: States) -> f32 {
  let larger = max(a.low, a.high);
  let pair = max(larger.xy, larger.zw);
  let most = max(pair.x, pair.y);
  if (!LOG_MAP) { return most; }
  return most + log2(dot(exp2(a.low - most) + exp2(a.high - most), vec4f(1.0)));
}
