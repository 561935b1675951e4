// Linear minimum mean squared error: H = Σ c·u over the modes u of a random channel, whose coefficients c are uncorrelated.
// So each c has its own Kalman filter: the training starts it, and each symbol continues it with the innovation
// uᴴ·E[X*·(Y − H·X) | Y]: a point that may be wrong counts less. With u = a + j·b at carrier k, u is a − j·b at −k. So sums and
// differences of the two carriers need real products only, half as many. Invocation m keeps mode m.
override MODES: u32; // at most 32
override WALK: f32;  // variance that c gains per symbol, relative to its own
@group(0) @binding(6) var<storage, read> variances: array<f32>;      // [32] E|c|² for E|H|² = 1
@group(0) @binding(7) var<storage, read> vectors: array<vec2f>;      // a, b: [mode][carrier], 0 on unused ones; then [carrier][mode]

var<workgroup> coefficients: array<vec2f, LANES>;
var<private> coefficient: vec2f; // c
var<private> uncertainty: f32;   // E|error of c|²
var<private> growth: f32;        // of it per symbol

// Σ u*·value over the carriers, for the mode of this invocation.
fn projected(lane: u32, value: Pair) -> vec2f {
  let even = vec2f(value[0].x + value[0].y, value[1].x + value[1].y);
  let odd = vec2f(value[0].x - value[0].y, value[1].x - value[1].y);
  exchange[lane] = vec4f(even, odd.y, -odd.x); // −j·odd
  workgroupBarrier();
  var sum = vec2f();
  for (var k = 1u; k <= 26u; k++) {
    let terms = exchange[k];
    let u = vectors[(LANES + k) * LANES + lane];
    sum += u.x * terms.xy + u.y * terms.zw;
  }
  return sum;
}

// H from all coefficients.
fn synthesized(lane: u32) -> Pair {
  coefficients[lane] = coefficient;
  workgroupBarrier();
  var even = vec2f();
  var odd = vec2f();
  for (var m = 0u; m < MODES; m++) {
    let c = coefficients[m];
    let u = vectors[m * LANES + lane];
    even += u.x * c;
    odd += u.y * c;
  }
  return pairOf(vec2f(even.x - odd.y, even.y + odd.x), vec2f(even.x + odd.y, even.y - odd.x));
}

fn estimateBegin(lane: u32, frame: Frame, training: Pair) -> Pair {
  let noise = max(frame.noise, LEAST_NOISE);
  let energies = pairEnergies(training);
  let power = summed(lane, energies.x + energies.y) / 52.0;
  let prior = variances[lane] * max(power - 0.5 * noise, 0.1 * power);
  let gain = prior / (prior + 0.5 * noise);
  workgroupBarrier();
  coefficient = gain * projected(lane, training);
  uncertainty = 0.5 * gain * noise;
  growth = WALK * prior;
  return synthesized(lane);
}

fn estimateBefore(lane: u32, H: Pair, symbol: Symbol) -> Pair {
  return H;
}

fn estimateAfter(lane: u32, H: Pair, symbol: Symbol, sent: Pair) -> Pair {
  let innovation = projected(lane, pairMulConj(symbol.received, symbol.mean) - pairScaled(H, symbol.energy));
  let predicted = uncertainty + growth;
  let gain = predicted / (predicted + symbol.noise);
  coefficient += gain * innovation;
  uncertainty = (1.0 - gain) * predicted;
  return synthesized(lane);
}
