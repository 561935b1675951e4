// 32 bits of two neighbouring words, from bit `shift` (0 … 31) of the first one on.
fn straddle(low: u32, high: u32, shift: u32) -> u32 {
  return select((low >> shift) | (high << (32u - shift)), low, shift == 0u);
}
