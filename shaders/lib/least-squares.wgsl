// The matrix P of recursive least squares, P ← (P − s·g·gᴴ)/λ, by rows: an invocation keeps the row of its tap. Needs lib/complex.

// An element of P = start·I.
fn startElement(row: u32, column: u32, start: f32) -> vec2f {
  return vec2f(select(0.0, start, row == column), 0.0);
}

// The element g·other* of g·gᴴ. If the two change places, the result is the conjugate to the last bit, so P stays Hermitian. A compiler may round
// one of two products and not the other: fma says which, and the imaginary part is the mean of both ways.
fn hermitianProduct(g: vec2f, other: vec2f) -> vec2f {
  let forth = fma(g.y, other.x, -(g.x * other.y));
  let back = fma(g.x, other.y, -(g.y * other.x));
  return vec2f(fma(g.x, other.x, g.y * other.y), 0.5 * (forth - back));
}
