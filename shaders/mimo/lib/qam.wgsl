// Axes of Gray-mapped QAM, TS 38.211 5.1. Level i of √Q in rising order is (2i + 1 − √Q)·unit, and its bits are the
// inverted Gray code of i.

// Index i in `levels` of an axis's bits, most significant first.
fn axisPlace(label: u32, levels: u32) -> u32 {
  var gray = label ^ (levels - 1u);
  gray ^= gray >> 2u;
  return gray ^ (gray >> 1u);
}

// The bits of level i.
fn axisLabel(i: u32, levels: u32) -> u32 {
  return (levels - 1u) ^ i ^ (i >> 1u);
}

fn axisLevel(i: u32, levels: u32, unit: f32) -> f32 {
  return f32(2 * i32(i) + 1 - i32(levels)) * unit;
}
