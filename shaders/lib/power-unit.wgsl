// Powers of two near samples of any size, so that their powers neither overflow nor underflow. Multiplying by one is exact.

// 1/2^e with 2^e ≤ largest < 2^(e+1), for a largest magnitude; 1 for 0, what is subnormal and what is no finite number.
fn inversePower(largest: f32) -> f32 {
  let exponent = bitcast<u32>(largest) >> 23u;
  if (exponent == 0u || exponent >= 255u) { return 1.0; }
  return bitcast<f32>(max(254u - exponent, 1u) << 23u);
}

// The largest of two parts; 0 where one of them is no finite number.
fn largestPart(z: vec2f) -> f32 {
  let patterns = bitcast<vec2u>(z) & vec2u(0x7fffffffu);
  let largest = max(patterns.x, patterns.y);
  return select(bitcast<f32>(largest), 0.0, largest >= 0x7f800000u);
}

// The same direction, with the larger part between 1 and 4.
fn inOwnUnit(z: vec2f) -> vec2f { return z * inversePower(largestPart(z)); }
