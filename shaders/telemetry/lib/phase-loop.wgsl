// Phase-locked loop of the detectors. Needs lib/complex.
struct PhaseLoop {
  turned: vec2f, // e^{-jθ}
  theta: f32,
  velocity: f32, // v
}

// Largest change of θ per update, so that a diverging equalizer leaves the loop a phase.
const LARGEST_TURN = 0.2;

// e^{-jx}, accurate to 1e-7 for |x| ≤ 0.2.
fn turn(x: f32) -> vec2f {
  let z = x * x;
  return vec2f(1.0 + z * (z * (1.0 / 24.0) - 0.5), x * z * (1.0 / 6.0 - z * (1.0 / 120.0)) - x);
}

// v += k2·e, θ += k1·e + v.
fn follow(state: PhaseLoop, e: f32, k1: f32, k2: f32) -> PhaseLoop {
  let v = clamp(state.velocity + k2 * e, -LARGEST_TURN, LARGEST_TURN);
  let advance = clamp(k1 * e + v, -LARGEST_TURN, LARGEST_TURN);
  let w = mul(state.turned, turn(advance));
  // Back to unit length: each product rounds.
  return PhaseLoop(w * (1.5 - 0.5 * dot(w, w)), state.theta + advance, v);
}

// A complex sample in the frame in which a bit is the real part: an odd bit is the imaginary part of the sample.
fn inFrame(y: vec2f, odd: bool) -> vec2f {
  return select(y, vec2f(y.y, -y.x), odd);
}

// ±1 for bit `place` of a word.
fn signOf(word: u32, place: u32) -> f32 {
  return select(-1.0, 1.0, ((word >> place) & 1u) == 1u);
}
