// Phases as 64-bit integers, low word first, in units of 2^−64 turns: start + n·step wraps without error for any n.
fn phaseSum(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + u32(low < a.x));
}

fn phaseTimes(a: vec2u, n: u32) -> vec2u {
  // The low word's product in halves of 16 bits, none of which overflows.
  let low = (a.x & 0xffffu) * (n & 0xffffu);
  let left = (a.x >> 16u) * (n & 0xffffu) + (low >> 16u);
  let right = (a.x & 0xffffu) * (n >> 16u) + (left & 0xffffu);
  let carried = (a.x >> 16u) * (n >> 16u) + (left >> 16u) + (right >> 16u);
  return vec2u(a.x * n, a.y * n + carried);
}

// The phase after n steps, as a 32-bit fraction of a turn.
fn phaseAfter(start: vec2u, step: vec2u, n: u32) -> u32 {
  return phaseSum(start, phaseTimes(step, n)).y;
}
