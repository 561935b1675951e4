// Magnitude and powers of one sample.

// |z|, scaled by the larger part, so that the squares neither overflow nor underflow.
fn magnitude(z: vec2f) -> f32 {
  let a = abs(z);
  let high = max(a.x, a.y);
  let ratio = select(min(a.x, a.y) / high, 0.0, high == 0.0);
  return high * sqrt(1.0 + ratio * ratio);
}

// r^p for a natural p, by squaring.
fn naturalPower(r: f32, p: u32) -> f32 {
  var product = 1.0;
  var factor = r;
  for (var left = p; left > 0u; left >>= 1u) {
    if ((left & 1u) == 1u) { product *= factor; }
    factor *= factor;
  }
  return product;
}
