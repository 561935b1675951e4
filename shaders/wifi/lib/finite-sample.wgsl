// A sample whose square fits into f32 many times; 0 for any other, not-a-number included.
fn finiteSample(z: vec2f) -> vec2f {
  // 0x58800000 is 2^50. The pattern of a magnitude grows with it, and is largest for infinity and not-a-number.
  let fits = (bitcast<vec2u>(z) & vec2u(0x7fffffffu)) < vec2u(0x58800000u);
  return select(vec2f(), z, all(fits));
}
