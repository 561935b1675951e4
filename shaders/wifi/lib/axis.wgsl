// One axis of the constellations of IEEE Std 802.11-2012, 18.3.5.8. Its levels are ±1, ±3, … ±most, times the unit. Each function
// takes the coordinates of two carriers at once. Unlike constellation/lib/axis it needs no labels: folding the axis gives all metrics
// without a search over its levels, which is faster.

fn unitOf(bitsPerCarrier: u32) -> f32 {
  return array<f32, 4>(1.0, 0.7071067811865476, 0.31622776601683794, 0.1543033499620919)[bitsPerCarrier / 2u];
}

fn mostLevel(bitsPerCarrier: u32) -> f32 {
  return array<f32, 4>(1.0, 1.0, 3.0, 7.0)[bitsPerCarrier / 2u];
}

// The positive level that is nearest to v ≥ 0.
fn nearestPositive(v: vec2f, most: f32) -> vec2f {
  return min(2.0 * floor(0.5 * v) + 1.0, vec2f(most));
}

fn nearestLevel(t: vec2f, most: f32) -> vec2f {
  let level = nearestPositive(abs(t), most);
  return select(level, -level, t < vec2f());
}

struct Moments { mean: vec2f, variance: vec2f }

// Mean and variance of the level that was sent, all levels being equally likely before t was received. `weight` is
// 1/(2·variance of t).
fn levelMoments(t: vec2f, most: f32, weight: vec2f) -> Moments {
  let nearest = nearestLevel(t, most);
  var total = vec2f();
  var first = vec2f();
  var second = vec2f();
  for (var level = -most; level <= most; level += 2.0) {
    let away = level - nearest;
    let likelihood = exp(weight * away * (2.0 * t - level - nearest));
    total += likelihood;
    first += likelihood * away;
    second += likelihood * away * away;
  }
  let mean = first / total;
  return Moments(nearest + mean, second / total - mean * mean);
}

// The squared distance to the nearest negative level minus the squared distance to the nearest positive one:
// with p nearest to |t|, (|t| + 1)² − (|t| − p)².
fn signMetric(t: vec2f, most: f32) -> vec2f {
  let v = abs(t);
  let p = nearestPositive(v, most);
  let metric = (p + 1.0) * (2.0 * v + 1.0 - p);
  return select(metric, -metric, t < vec2f());
}

// Max-log metrics of an axis's bits, one column per bit, the first one sent first: the least squared distance with a 0 minus that
// with a 1. Gray labels are reflected: each further bit is the sign of the last axis folded at its middle, inner levels positive.
fn axisMetrics(t: vec2f, most: f32) -> mat3x2f {
  let inner = 0.5 * (most + 1.0) - abs(t);
  return mat3x2f(signMetric(t, most), signMetric(inner, 0.5 * (most - 1.0)), signMetric(2.0 - abs(inner), 1.0));
}
