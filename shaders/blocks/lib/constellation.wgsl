// Constellations of unit mean energy with 1, 2, 3, 4, 6 or 8 bits per symbol: BPSK, QPSK, 8-PSK and square QAM with the
// Gray labels of IEEE Std 802.11-2012, 18.3.5.8, continued to 256-QAM. The first half of a label chooses the in-phase
// level. 8-PSK has its points at odd multiples of π/8. Needs lib/axis, lib/phasor, lib/angle.

// Half the distance of neighbouring levels of square QAM.
fn halfDistance(bits: u32) -> f32 {
  return sqrt(1.5 / f32((1u << bits) - 1u));
}

fn pointOfLabel(label: u32, bits: u32) -> vec2f {
  let own = label & ((1u << bits) - 1u);
  if (bits == 1u) { return vec2f(2.0 * f32(own) - 1.0, 0.0); }
  if (bits == 3u) { return phasor((2u * levelOfGray(own) + 1u) << 28u); }
  let half = bits / 2u;
  let unit = halfDistance(bits);
  let levels = vec2u(levelOfGray(own >> half), levelOfGray(own & ((1u << half) - 1u)));
  return vec2f(axisLevel(levels.x, 1u << half, unit), axisLevel(levels.y, 1u << half, unit));
}

// The label of the nearest point.
fn labelOfPoint(y: vec2f, bits: u32) -> u32 {
  if (bits == 1u) { return u32(y.x >= 0.0); }
  if (bits == 3u) { return grayOfLevel(turns(angle(y)) >> 29u); }
  let half = bits / 2u;
  let most = f32((1u << half) - 1u);
  let levels = vec2u(clamp(floor(0.5 * (y / halfDistance(bits) + most + 1.0)), vec2f(), vec2f(most)));
  return (grayOfLevel(levels.x) << half) | grayOfLevel(levels.y);
}

// The log-likelihood ratio log p(1)/p(0) of bit `bit` of a label, counted from the first. `variance` is E|noise|².
// Exact, or by the nearest point with each value of the bit.
fn llrOfPoint(y: vec2f, bit: u32, bits: u32, variance: f32, exact: bool) -> f32 {
  if (bits == 1u) { return 4.0 * y.x / variance; }
  let isPsk = bits == 3u;
  let half = bits / 2u;
  let axis = select(half, bits, isPsk); // bits of the labels to compare
  let place = axis - 1u - select(bit % half, bit, isPsk);
  let coordinate = select(y.y, y.x, bit < half);
  var least = vec2f(3e38);
  for (var label = 0u; label < (1u << axis); label++) {
    let distance = distanceOf(y, coordinate, label, bits);
    let value = (label >> place) & 1u;
    least[value] = min(least[value], distance);
  }
  let maxLog = (least[0] - least[1]) / variance;
  if (!exact) { return maxLog; }
  var sums = vec2f();
  for (var label = 0u; label < (1u << axis); label++) {
    let value = (label >> place) & 1u;
    sums[value] += exp((least[value] - distanceOf(y, coordinate, label, bits)) / variance);
  }
  return maxLog + log(sums[1]) - log(sums[0]);
}

fn distanceOf(y: vec2f, coordinate: f32, label: u32, bits: u32) -> f32 {
  if (bits == 3u) {
    let difference = y - pointOfLabel(label, bits);
    return dot(difference, difference);
  }
  let difference = coordinate - axisLevel(levelOfGray(label), 1u << (bits / 2u), halfDistance(bits));
  return difference * difference;
}
