// Numbers without NaN and infinity, which a state would keep for ever. It compares bits: compilers may assume that numbers are finite.

// x; 0 where it is NaN or infinite: no bit of the exponent is 0. A comparison with 0 is part of an NVIDIA GPU's logical instruction.
fn finite(x: f32) -> f32 {
  return select(x, 0.0, (~bitcast<u32>(x) & 0x7f800000u) == 0u);
}
