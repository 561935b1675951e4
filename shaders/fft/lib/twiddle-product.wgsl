// The eighth power of a twiddle for lib/twiddles, as a product. Needs lib/complex.
fn eighthPower(n: u32, fourth: vec2f) -> vec2f {
  return mul(fourth, fourth);
}
