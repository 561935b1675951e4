// State of an equalizer between dispatches: taps w, the phase loop, the word of bits that comes next, and whether the packet has diverged. Needs
// lib/phase-loop, params.slots, the constant TAPS, and the binding state, [w, e^{-jθ}, (θ, v), (word, diverged)][slot].

// The word where a dispatch begins, and 1 where the packet has diverged before.
fn progressOf(slot: u32) -> vec2f {
  return state[(TAPS + 2u) * params.slots + slot];
}

// Tap i. At the packet's start the middle tap is 1, the others are 0.
fn tapAt(i: u32, slot: u32, word: u32) -> vec2f {
  return select(state[i * params.slots + slot], vec2f(f32(i == TAPS / 2u), 0.0), word == 0u);
}

fn loopAt(slot: u32, word: u32) -> PhaseLoop {
  let rest = TAPS * params.slots + slot;
  let motion = state[rest + params.slots];
  return PhaseLoop(select(state[rest], vec2f(1.0, 0.0), word == 0u), motion.x, motion.y);
}

fn keepTap(i: u32, slot: u32, w: vec2f) {
  state[i * params.slots + slot] = w;
}

fn keepLoop(slot: u32, pll: PhaseLoop, word: u32, diverged: bool) {
  let rest = TAPS * params.slots + slot;
  state[rest] = pll.turned;
  state[rest + params.slots] = vec2f(pll.theta, pll.velocity);
  state[rest + 2u * params.slots] = vec2f(f32(word), f32(diverged));
}
