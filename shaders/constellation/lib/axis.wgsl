// Axes of square QAM with Gray labels. Level i of `levels` in rising order is (2i + 1 − levels)·unit. Its label is the Gray code of i in
// IEEE Std 802.11, and the inverted Gray code of i in TS 38.211.

// Level of a Gray code of up to eight bits.
fn levelOfGray(gray: u32) -> u32 {
  var level = gray ^ (gray >> 1u);
  level ^= level >> 2u;
  return level ^ (level >> 4u);
}

fn grayOfLevel(i: u32) -> u32 {
  return i ^ (i >> 1u);
}

// The bits of level i in TS 38.211.
fn axisLabel(i: u32, levels: u32) -> u32 {
  return (levels - 1u) ^ grayOfLevel(i);
}

fn axisLevel(i: u32, levels: u32, unit: f32) -> f32 {
  return f32(2 * i32(i) + 1 - i32(levels)) * unit;
}
