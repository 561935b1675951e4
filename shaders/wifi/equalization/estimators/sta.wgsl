// Spectral-temporal averaging: (1 − α)·H + α·(Σ Y·X* / Σ |X|² over the used carriers up to REACH away), with the decided X.
// The mean delay of the training is taken out before the sum: neighbours then have about the same phase.
// Needs lib/wifi-delay, lib/angle.
override ALPHA: f32;
override REACH: i32; // β

var<workgroup> energies: array<f32, LANES>;
var<private> slope: f32;

fn estimateBegin(lane: u32, frame: Frame, training: vec2f) -> vec2f {
  slope = meanSlope(lane, training);
  return training;
}

fn estimateBefore(lane: u32, H: vec2f, symbol: Symbol) -> vec2f {
  return H;
}

fn estimateAfter(lane: u32, H: vec2f, symbol: Symbol, sent: vec2f) -> vec2f {
  let turn = turnedBackBy(slope * f32(carrierOf(lane)));
  exchange[lane] = mul(mulConj(symbol.received, sent), turn);
  energies[lane] = dot(sent, sent);
  workgroupBarrier();
  var sum = vec2f();
  var energy = 0.0;
  for (var away = -REACH; away <= REACH; away++) {
    let bin = u32(i32(lane) + away + 64) % LANES;
    sum += exchange[bin];
    energy += energies[bin];
  }
  let mean = mulConj(sum, turn) / max(energy, LEAST_ENERGY);
  return select(H, (1.0 - ALPHA) * H + ALPHA * mean, isUsed(carrierOf(lane)));
}
