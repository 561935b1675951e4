// Complex numbers as vec2f(real, imaginary).
fn mul(a: vec2f, b: vec2f) -> vec2f {
  return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// a · conj(b)
fn mulConj(a: vec2f, b: vec2f) -> vec2f {
  return vec2f(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y);
}

fn conj(a: vec2f) -> vec2f {
  return vec2f(a.x, -a.y);
}
