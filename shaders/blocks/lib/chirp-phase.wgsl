// The phase of sweeps that follow each other: start + sweeps·whole + m·step + (m(m − 1)/2)·growth in a sweep of `length`
// samples, m from its beginning. Phases as in lib/phase. Needs lib/phase, lib/random.
fn chirpPhase(start: vec2u, whole: vec2u, step: vec2u, growth: vec2u, length: u32, n: u32) -> u32 {
  let m = n % length;
  let odd = m & 1u;
  let steps = wideMul(select(m / 2u, m, odd == 1u), select(m - 1u, (m - 1u) / 2u, odd == 1u)); // high word first
  let grown = phaseSum(phaseTimes(growth, steps.y), vec2u(0u, growth.x * steps.x));
  return phaseSum(phaseSum(start, phaseTimes(whole, n / length)), phaseSum(phaseTimes(step, m), grown)).y;
}
