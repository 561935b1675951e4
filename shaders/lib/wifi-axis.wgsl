// One axis of the constellations of IEEE Std 802.11-2012, 18.3.5.8. Its levels are ±1, ±3, … ±most, times the unit.

fn unitOf(bitsPerCarrier: u32) -> f32 {
  return array<f32, 4>(1.0, 0.7071067811865476, 0.31622776601683794, 0.1543033499620919)[bitsPerCarrier / 2u];
}

fn mostLevel(bitsPerCarrier: u32) -> f32 {
  return array<f32, 4>(1.0, 1.0, 3.0, 7.0)[bitsPerCarrier / 2u];
}

// The positive level that is nearest to v ≥ 0.
fn nearestPositive(v: f32, most: f32) -> f32 {
  return min(2.0 * floor(0.5 * v) + 1.0, most);
}

fn nearestLevel(t: f32, most: f32) -> f32 {
  let level = nearestPositive(abs(t), most);
  return select(level, -level, t < 0.0);
}

// Mean and variance of the level that was sent, all levels being equally likely before t was received. `weight` is
// 1/(2·variance of t).
fn levelMoments(t: f32, most: f32, weight: f32) -> vec2f {
  let nearest = nearestLevel(t, most);
  var sums = vec3f();
  for (var level = -most; level <= most; level += 2.0) {
    let away = level - nearest;
    sums += exp(weight * away * (2.0 * t - level - nearest)) * vec3f(1.0, away, away * away);
  }
  let mean = sums.y / sums.x;
  return vec2f(nearest + mean, sums.z / sums.x - mean * mean);
}

// The squared distance to the nearest negative level minus the squared distance to the nearest positive one:
// with p nearest to |t|, (|t| + 1)² − (|t| − p)².
fn signMetric(t: f32, most: f32) -> f32 {
  let v = abs(t);
  let p = nearestPositive(v, most);
  let metric = (p + 1.0) * (2.0 * v + 1.0 - p);
  return select(metric, -metric, t < 0.0);
}

// Max-log metrics of an axis's bits, the first one sent first: the least squared distance with a 0 minus that with a 1.
// Gray labels are reflected: each further bit is the sign of the last axis folded at its middle, inner levels positive.
fn axisMetrics(t: f32, most: f32) -> vec3f {
  let inner = 0.5 * (most + 1.0) - abs(t);
  return vec3f(signMetric(t, most), signMetric(inner, 0.5 * (most - 1.0)), signMetric(2.0 - abs(inner), 1.0));
}
