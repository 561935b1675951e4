// Half an iteration of log-MAP. Within a span the states are 2^metric: a join is then products and a sum, without exponentials and logarithms.
// Part of codes/turbo/decoder.
//
// A float32 reaches from 2^-126 to 2^127. At the edges of a span the sum of the states is 2^LEVEL to 2^(LEVEL + 1). Weights of branches are at
// most 1, so all that a span loses below 2^-126 is less than 2^-119. It counts in nothing if no state after the span is below LEAST_STATE, and no
// sum over the paths of a bit below LEAST_SUM. Where one is, or a weight does not fit, the stages of the span go one by one with metrics as they are.
const LEVEL = 90u;
const LEAST_STATE = 0x1p-100f;
const ALPHA_SCALE = 0x1p-66f; // of α where it meets β: a sum stays below 2^(24 + 90 + SPAN + 2)
const LEAST_SUM = 0.5;        // 2^-119 times a β below 2^99 is less than 2^-19 of it
const MOST_BRANCH = 125.0;    // largest |log2| of a branch's weight
const WIDEST = 186.0;         // largest difference of metrics that a span begins with

// 2^metric of the values 0 and 1 of a bit: the larger one is 1.
fn ofBit(llr: f32) -> vec2f {
  let smaller = exp2(-abs(llr));
  return select(vec2f(1.0, smaller), vec2f(smaller, 1.0), llr > 0.0);
}

struct Weights { u: vec2f, p: vec2f }

fn weights(stage: Stage) -> Weights {
  return Weights(ofBit(stage.u), ofBit(stage.p));
}

// Of the branches (u, p) = 00, 10, 01, 11.
fn products(w: Weights) -> vec4f {
  return vec4f(w.u * w.p.x, w.u * w.p.y);
}

fn forwardPowers(alpha: States, same: vec4f) -> States {
  let even = vec4f(alpha.low.xz, alpha.high.xz);
  let odd = vec4f(alpha.low.yw, alpha.high.yw);
  let opposite = same.wzyx;
  return States(fma(even, same, odd * opposite), fma(even, opposite, odd * same));
}

fn backwardPowers(beta: States, same: vec4f) -> States {
  let opposite = same.wzyx;
  let even = fma(beta.low, same, beta.high * opposite);
  let odd = fma(beta.low, opposite, beta.high * same);
  return States(vec4f(even.x, odd.x, even.y, odd.y), vec4f(even.z, odd.z, even.w, odd.w));
}

// Sums over the paths of a stage without its branches' weights, for (u, p) = 00, 10, 01, 11.
fn pathSums(alpha: States, beta: States) -> vec4f {
  let even = vec4f(alpha.low.xz, alpha.high.xz);
  let odd = vec4f(alpha.low.yw, alpha.high.yw);
  return fma(even, beta.low, odd * beta.high) + fma(odd, beta.low, even * beta.high).wzyx;
}

fn least(s: States) -> f32 {
  let four = min(s.low, s.high);
  return min(min(four.x, four.y), min(four.z, four.w));
}

fn most(s: States) -> f32 {
  let four = max(s.low, s.high);
  return max(max(four.x, four.y), max(four.z, four.w));
}

// The states with their sum at 2^LEVEL to 2^(LEVEL + 1).
fn rescaled(s: States) -> States {
  let four = s.low + s.high;
  let exponent = bitcast<u32>((four.x + four.y) + (four.z + four.w)) >> 23u;
  let factor = bitcast<f32>(min(254u + LEVEL - exponent, 254u) << 23u);
  return States(s.low * factor, s.high * factor);
}

// Whether a span may begin with the powers of these metrics. States that cannot be have the power 0.
fn fits(s: States) -> bool {
  let bottom = vec4f(most(s) - WIDEST);
  return all((s.low >= bottom) | (s.low < vec4f(0.5 * NEVER))) && all((s.high >= bottom) | (s.high < vec4f(0.5 * NEVER)));
}

// 2^(LEVEL + x). LEVEL is not part of the sum that is rounded, except where the power is small beside others.
fn power(x: vec4f) -> vec4f {
  let isSmall = x < vec4f(-36.0);
  return exp2(x + select(vec4f(), vec4f(f32(LEVEL)), isSmall)) * select(vec4f(0x1p90f), vec4f(1.0), isSmall);
}

fn powers(s: States) -> States {
  let top = most(s);
  return States(power(s.low - top), power(s.high - top));
}

// The inverse.
fn logarithm(x: vec4f) -> vec4f {
  let isSmall = x < vec4f(0x1p54f);
  let found = log2(max(x, vec4f(0x1p-126f)) * select(vec4f(0x1p-90f), vec4f(1.0), isSmall));
  return select(found - select(vec4f(), vec4f(f32(LEVEL)), isSmall), vec4f(NEVER), x == vec4f());
}

fn logarithms(s: States) -> States {
  return levelled(States(logarithm(s.low), logarithm(s.high)));
}

// Whether stored states are powers. The metric of state 0 is stored as 0, and state 0 can always be.
fn arePowers(s: States) -> bool {
  return s.low.x != 0.0;
}

// Gives 0 when the section has nothing against a stop.
fn halfIteration(w: Section, decoder: u32, iteration: u32) -> u32 {
  let half = halfOf(decoder, iteration);
  let spans = params.stages / SPAN;
  let all = (params.stages + SPAN - 1u) / SPAN; // with a shorter one, whose stages go one by one
  let saved = w.metrics + w.lane;
  var alpha = levelled(metrics[edge(w, 0u, decoder, iteration, w.number)]);
  // The next span is loaded while this one is processed; values beyond an empty section are not used.
  var ahead: array<Stage, SPAN>;
  for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, j); }
  for (var i = 0u; i < all; i++) {
    var stage = ahead;
    let following = (clamp(i + 2u, 1u, max(spans, 1u)) - 1u) * SPAN;
    for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, following + j); }
    if (i < spans && !arePowers(alpha) && fits(alpha)) { alpha = powers(alpha); }
    if (i < spans && arePowers(alpha)) {
      var next = alpha;
      var longest = 0.0;
      for (var j = 0u; j < SPAN; j++) {
        longest = max(longest, abs(stage[j].u) + abs(stage[j].p));
        next = forwardPowers(next, products(weights(stage[j])));
      }
      if (longest <= MOST_BRANCH && least(next) >= LEAST_STATE) {
        metrics[saved + i * w.lanes] = alpha;
        alpha = rescaled(next);
        continue;
      }
    }
    if (arePowers(alpha)) { alpha = logarithms(alpha); }
    metrics[saved + i * w.lanes] = alpha;
    for (var k = i * SPAN; k < min((i + 1u) * SPAN, params.stages); k++) {
      let one = stageOf(w, decoder, k);
      alpha = levelled(forward(alpha, one.u, one.p));
    }
  }
  if (arePowers(alpha)) { alpha = logarithms(alpha); }
  metrics[edge(w, 0u, decoder, iteration + 1u, w.number + 1u)] = alpha;

  var verdict = 0u;
  var beta = levelled(metrics[edge(w, 1u, decoder, iteration, w.number + 1u)]);
  for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, (max(spans, 1u) - 1u) * SPAN + j); }
  for (var i = all; i > 0u; i--) {
    let first = (i - 1u) * SPAN;
    var stage = ahead;
    let following = (max(min(i, spans + 1u), 2u) - 2u) * SPAN;
    for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, following + j); }
    if (i <= spans && !arePowers(beta) && fits(beta)) { beta = powers(beta); }
    if (i <= spans && arePowers(beta)) {
      let kept = metrics[saved + (i - 1u) * w.lanes];
      var before: array<States, SPAN>;
      before[0] = States(ALPHA_SCALE * kept.low, ALPHA_SCALE * kept.high);
      for (var j = 1u; j < SPAN; j++) { before[j] = forwardPowers(before[j - 1u], products(weights(stage[j - 1u]))); }
      var next = beta;
      var gained: array<f32, SPAN>;
      var gainedParity: array<f32, SPAN>;
      var smallest = 1.0;
      for (var j = SPAN; j > 0u; j--) {
        let known = weights(stage[j - 1u]);
        let sums = pathSums(before[j - 1u], next);
        let bit = sums.xy * known.p.x + sums.zw * known.p.y;
        smallest = min(smallest, min(bit.x, bit.y));
        gained[j - 1u] = log2(bit.y / bit.x);
        if (CODEWORD && half.keepParity) {
          let parity = sums.xz * known.u.x + sums.yw * known.u.y;
          smallest = min(smallest, min(parity.x, parity.y));
          gainedParity[j - 1u] = log2(parity.y / parity.x);
        }
        next = backwardPowers(next, products(known));
      }
      if (arePowers(kept) && smallest >= LEAST_SUM && least(next) >= LEAST_STATE) {
        for (var j = SPAN; j > 0u; j--) {
          verdict = conclude(w, half, first + j - 1u, stage[j - 1u], gained[j - 1u], gainedParity[j - 1u], verdict);
        }
        beta = rescaled(next);
        continue;
      }
    }
    if (arePowers(beta)) { beta = logarithms(beta); }
    for (var end = min(i * SPAN, params.stages); end > first; end--) {
      var before = metrics[saved + (i - 1u) * w.lanes];
      if (arePowers(before)) { before = logarithms(before); }
      for (var k = first; k + 1u < end; k++) {
        let one = stageOf(w, decoder, k);
        before = levelled(forward(before, one.u, one.p));
      }
      let one = stageOf(w, decoder, end - 1u);
      verdict = concludeBetween(w, half, end - 1u, one, before, beta, verdict);
      beta = levelled(backward(beta, one.u, one.p));
    }
  }
  if (arePowers(beta)) { beta = logarithms(beta); }
  metrics[edge(w, 1u, decoder, iteration + 1u, w.number)] = beta;
  return verdict;
}
