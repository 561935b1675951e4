// Comb: H of each symbol from its four pilots, interpolated linearly; beyond the outer pilots towards the mean of all four,
// which is reached at carrier ±32; averaged over symbols as (1 − α)·H + α·(this symbol's).
// The mean delay of the training is taken out before the interpolation. Needs lib/wifi-delay, lib/angle.
override ALPHA: f32;

var<private> slope: f32;

// The values of the pilots at their carriers, interpolated at a carrier.
fn interpolated(lane: u32, pilots: array<vec2f, 4>) -> vec2f {
  var p = pilots;
  for (var i = 0u; i < 4u; i++) { p[i] = mul(p[i], turnedBackBy(slope * PILOT_CARRIERS[i])); }
  let mean = 0.25 * (p[0] + p[1] + p[2] + p[3]);
  let k = f32(carrierOf(lane));
  var value = mix(p[1], p[2], (k + 7.0) / 14.0);
  if (k < -21.0) {
    value = mix(p[0], mean, (-21.0 - k) / 11.0);
  } else if (k < -7.0) {
    value = mix(p[0], p[1], (k + 21.0) / 14.0);
  } else if (k > 21.0) {
    value = mix(p[3], mean, (k - 21.0) / 11.0);
  } else if (k > 7.0) {
    value = mix(p[2], p[3], (k - 7.0) / 14.0);
  }
  let turn = turnedBackBy(slope * k);
  return select(vec2f(), mulConj(value, turn), isUsed(carrierOf(lane)));
}

fn estimateBegin(lane: u32, frame: Frame, training: vec2f) -> vec2f {
  slope = meanSlope(lane, training);
  var pilots: array<vec2f, 4>;
  for (var i = 0u; i < 4u; i++) { pilots[i] = exchange[PILOT_BINS[i]]; }
  return interpolated(lane, pilots);
}

fn estimateBefore(lane: u32, H: vec2f, symbol: Symbol) -> vec2f {
  return mix(H, interpolated(lane, symbol.pilots), ALPHA);
}

fn estimateAfter(lane: u32, H: vec2f, symbol: Symbol, sent: vec2f) -> vec2f {
  return H;
}
