// a0 − a1·cos θ + a2·cos 2θ − a3·cos 3θ + a4·cos 4θ, θ = 2π·k/N: windows that are sums of cosines. `turn` is 2^32/N as a
// whole number and a rest, so that the angle is exact. Needs lib/phasor.
fn cosineWindow(k: u32, turn: u32, rest: f32, first: f32, others: vec4f) -> f32 {
  let angle = k * turn + u32(f32(k) * rest);
  let cosines = vec4f(phasor(angle).x, phasor(2u * angle).x, phasor(3u * angle).x, phasor(4u * angle).x);
  return first + dot(others, cosines);
}
