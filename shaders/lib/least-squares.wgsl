// The matrix P of recursive least squares, P ← (P − s·g·gᴴ)/λ, by rows: an invocation keeps the row of its tap. Needs lib/complex.

// An element of P = start·I.
fn startElement(row: u32, column: u32, start: f32) -> vec2f {
  return vec2f(select(0.0, start, row == column), 0.0);
}

// The element g·other* of g·gᴴ. The invocations of a pair of taps compute it and its conjugate from the same products in the same order,
// so P stays Hermitian to the last bit.
fn hermitianProduct(g: vec2f, other: vec2f, row: u32, column: u32) -> vec2f {
  let isFirst = row < column;
  let value = mulConj(select(other, g, isFirst), select(g, other, isFirst));
  return vec2f(value.x, select(select(-value.y, value.y, isFirst), 0.0, row == column));
}
