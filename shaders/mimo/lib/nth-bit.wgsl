// Places of bits.

// The place of the set bit that has `number` set ones below it.
fn setBit(word: u32, number: u32) -> u32 {
  var bits = word;
  var left = number;
  var place = 0u;
  for (var width = 16u; width > 0u; width /= 2u) {
    let below = countOneBits(bits & ((1u << width) - 1u));
    if (left >= below) {
      left -= below;
      bits >>= width;
      place += width;
    }
  }
  return place;
}
