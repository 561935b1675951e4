// Spectral-temporal averaging: (1 − α)·H + α·(Σ Y·X* / Σ |X|² over the used carriers up to REACH away), with the decided X.
// The mean delay of the training is taken out before the sum: neighbours then have about the same phase.
// Needs lib/delay, lib/angle.
override ALPHA: f32;
override REACH: i32; // β

var<workgroup> energies: array<vec2f, LANES>;
var<private> slope: f32;

fn estimateBegin(lane: u32, frame: Frame, training: Pair) -> Pair {
  slope = meanSlope(lane, training);
  return training;
}

fn estimateBefore(lane: u32, H: Pair, symbol: Symbol) -> Pair {
  return H;
}

fn estimateAfter(lane: u32, H: Pair, symbol: Symbol, sent: Pair) -> Pair {
  let turn = turnedBackByLine(lane, vec2f(0.0, slope));
  let seen = pairMul(pairMulConj(symbol.received, sent), turn);
  exchange[lane] = vec4f(seen[0].x, seen[1].x, seen[0].y, seen[1].y);
  energies[lane] = pairEnergies(sent);
  workgroupBarrier();
  var sum = vec4f();
  var energy = vec2f();
  for (var away = -REACH; away <= REACH; away++) {
    let k = i32(lane) + away;
    let at = u32(abs(k)) % LANES;
    sum += select(exchange[at], exchange[at].zwxy, k < 0);
    energy += select(energies[at], energies[at].yx, k < 0);
  }
  let mean = pairScaled(pairMulConj(pairOf(sum.xy, sum.zw), turn), ALPHA / max(energy, vec2f(LEAST_ENERGY)));
  if (!isUsed(lane)) { return H; }
  return (1.0 - ALPHA) * H + mean;
}
