// Comb: H of each symbol from its four pilots, interpolated linearly; beyond the outer pilots towards the mean of all four,
// which is reached at carrier ±32; averaged over symbols as (1 − α)·H + α·(this symbol's).
// The mean delay of the training is taken out before the interpolation. Needs lib/delay, lib/angle.
override ALPHA: f32;

var<private> slope: f32;

// The values of the pilots at their carriers, interpolated at a carrier.
fn interpolated(k: f32, pilots: array<vec2f, 4>, mean: vec2f) -> vec2f {
  var value = mix(pilots[1], pilots[2], (k + 7.0) / 14.0);
  if (k < -21.0) {
    value = mix(pilots[0], mean, (-21.0 - k) / 11.0);
  } else if (k < -7.0) {
    value = mix(pilots[0], pilots[1], (k + 21.0) / 14.0);
  } else if (k > 21.0) {
    value = mix(pilots[3], mean, (k - 21.0) / 11.0);
  } else if (k > 7.0) {
    value = mix(pilots[2], pilots[3], (k - 7.0) / 14.0);
  }
  return value;
}

// H from the values of this invocation's carriers, of which pilots count.
fn fromPilots(lane: u32, values: Pair) -> Pair {
  let turn = turnedBackByLine(lane, vec2f(0.0, slope));
  let straight = pairMul(values, turn);
  exchange[lane] = vec4f(straight[0].x, straight[1].x, straight[0].y, straight[1].y);
  workgroupBarrier();
  let pilots = array<vec2f, 4>(exchange[21].zw, exchange[7].zw, exchange[7].xy, exchange[21].xy);
  let mean = 0.25 * (pilots[0] + pilots[1] + pilots[2] + pilots[3]);
  let k = f32(lane);
  let found = pairMulConj(pairOf(interpolated(k, pilots, mean), interpolated(-k, pilots, mean)), turn);
  return pairScaled(found, vec2f(f32(isUsed(lane))));
}

fn estimateBegin(lane: u32, frame: Frame, training: Pair) -> Pair {
  slope = meanSlope(lane, training);
  workgroupBarrier();
  return fromPilots(lane, training);
}

fn estimateBefore(lane: u32, H: Pair, symbol: Symbol) -> Pair {
  let seen = pairScaled(symbol.received, pilotsSent(symbol.number + 1u, lane));
  return (1.0 - ALPHA) * H + ALPHA * fromPilots(lane, seen);
}

fn estimateAfter(lane: u32, H: Pair, symbol: Symbol, sent: Pair) -> Pair {
  return H;
}
