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

// a / b. Scaled by the divisor's larger part, so that its square neither overflows nor underflows.
fn quotient(a: vec2f, b: vec2f) -> vec2f {
  let scale = max(abs(b.x), abs(b.y));
  let unit = b / scale;
  return mulConj(a / scale, unit) / dot(unit, unit);
}
