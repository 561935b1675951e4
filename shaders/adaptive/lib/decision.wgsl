// Nearest points. Square constellations have AXIS levels (2i + 1 − AXIS)·UNIT per axis, BPSK on the real axis only; point i + AXIS·j
// has the levels i and j. Point i of 8-PSK lies at 2πi/8.
override CIRCLE: u32;      // 1: 8-PSK
override AXIS: u32;        // levels per axis
override IMAGINARY: u32;   // 1: the imaginary axis has levels too
override UNIT: f32;        // half the distance of levels

fn levelOf(value: f32) -> u32 {
  return u32(clamp(floor(value / (2.0 * UNIT)) + f32(AXIS / 2u), 0.0, f32(AXIS) - 1.0));
}

// Number of the nearest point.
fn nearest(z: vec2f) -> u32 {
  if (CIRCLE == 0u) { return levelOf(z.x) + AXIS * levelOf(z.y) * IMAGINARY; }
  let a = abs(z);
  // tan(π/8)
  let diagonal = min(a.x, a.y) > 0.41421356 * max(a.x, a.y);
  var octant = select(select(2u, 0u, a.x > a.y), 1u, diagonal);
  if (z.x < 0.0) { octant = 4u - octant; }
  return select(octant, (8u - octant) % 8u, z.y < 0.0);
}

fn point(index: u32) -> vec2f {
  if (CIRCLE == 0u) {
    let level = vec2f(f32(2u * (index % AXIS) + 1u), f32(2u * (index / AXIS) + 1u)) - f32(AXIS);
    return UNIT * level * vec2f(1.0, f32(IMAGINARY));
  }
  let axis = vec2f(f32(index == 0u) - f32(index == 4u), f32(index == 2u) - f32(index == 6u));
  let half = 0.7071067811865476 * vec2f(select(-1.0, 1.0, index == 1u || index == 7u), select(-1.0, 1.0, index < 4u));
  return select(axis, half, index % 2u == 1u);
}

fn decide(z: vec2f) -> vec2f {
  return point(nearest(z));
}
