// One of an endless sequence of random bits. Needs lib/random.

// Bit number first + offset, where `first` is (low, high word).
fn randomBit(first: vec2u, offset: u32, seed: u32) -> u32 {
  let low = first.x + offset;
  let high = first.y + u32(low < first.x);
  let words = philox(vec4u((low >> 7u) | (high << 25u), high >> 7u, 0u, 0u), vec2u(seed, 16u));
  return (words[(low >> 5u) & 3u] >> (low & 31u)) & 1u;
}
