// Two complex numbers, for example of the carriers k and −k: the first column has their real parts, the second one their
// imaginary parts. Sums and real multiples are WGSL's own.
alias Pair = mat2x2f;

fn pairOf(a: vec2f, b: vec2f) -> Pair {
  return Pair(a.x, b.x, a.y, b.y);
}

fn pairMul(a: Pair, b: Pair) -> Pair {
  return Pair(a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]);
}

// a · conj(b)
fn pairMulConj(a: Pair, b: Pair) -> Pair {
  return Pair(a[0] * b[0] + a[1] * b[1], a[1] * b[0] - a[0] * b[1]);
}

// Each number times a real one.
fn pairScaled(a: Pair, by: vec2f) -> Pair {
  return Pair(a[0] * by, a[1] * by);
}

// |a|² and |b|²
fn pairEnergies(a: Pair) -> vec2f {
  return a[0] * a[0] + a[1] * a[1];
}
