// Numbers without NaN and infinity, which a state would keep for ever. It compares bits: compilers may assume that numbers are finite.

// x; 0 where it is NaN or infinite.
fn finite(x: f32) -> f32 {
  return select(x, 0.0, (bitcast<u32>(x) & 0x7f800000u) == 0x7f800000u);
}
