// Linear minimum mean squared error: H = Σ c·u over the modes u of a random channel, whose coefficients c are uncorrelated.
// So each c has its own Kalman filter: the training starts it, and each symbol continues it with the innovation
// uᴴ·E[X*·(Y − H·X) | Y]: a point that may be wrong counts less. Invocations 0 … 31 and 32 … 63 keep the same modes, and each half sums half of the carriers.
override MODES: u32; // at most 32
override WALK: f32;  // variance that c gains per symbol, relative to its own
@group(0) @binding(6) var<storage, read> variances: array<f32>;      // [32] E|c|² for E|H|² = 1
@group(0) @binding(7) var<storage, read> vectors: array<vec2f>;      // [mode][64], 0 on unused bins; then [bin][32]
const HALF = 32u;

var<workgroup> partial: array<vec2f, LANES>;
var<workgroup> coefficients: array<vec2f, HALF>;
var<private> coefficient: vec2f; // c
var<private> uncertainty: f32;   // E|error of c|²
var<private> growth: f32;        // of it per symbol

// Σ u*·value over the bins, for the mode of this invocation.
fn projected(lane: u32, value: vec2f) -> vec2f {
  exchange[lane] = value;
  workgroupBarrier();
  let first = select(1u, 38u, lane >= HALF);
  var sum = vec2f();
  for (var i = 0u; i < 26u; i++) {
    sum += mulConj(exchange[first + i], vectors[LANES * HALF + (first + i) * HALF + lane % HALF]);
  }
  partial[lane] = sum;
  workgroupBarrier();
  return partial[lane % HALF] + partial[lane % HALF + HALF];
}

// H from all coefficients.
fn synthesized(lane: u32) -> vec2f {
  if (lane < HALF) { coefficients[lane] = coefficient; }
  workgroupBarrier();
  var sum = vec2f();
  for (var m = 0u; m < MODES; m++) { sum += mul(coefficients[m], vectors[m * LANES + lane]); }
  return sum;
}

fn estimateBegin(lane: u32, frame: Frame, training: vec2f) -> vec2f {
  let noise = max(frame.noise, LEAST_NOISE);
  let power = summed(lane, dot(training, training)) / 52.0;
  let prior = variances[lane % HALF] * max(power - 0.5 * noise, 0.1 * power);
  let gain = prior / (prior + 0.5 * noise);
  workgroupBarrier();
  coefficient = gain * projected(lane, training);
  uncertainty = 0.5 * gain * noise;
  growth = WALK * prior;
  return synthesized(lane);
}

fn estimateBefore(lane: u32, H: vec2f, symbol: Symbol) -> vec2f {
  return H;
}

fn estimateAfter(lane: u32, H: vec2f, symbol: Symbol, sent: vec2f) -> vec2f {
  let innovation = projected(lane, mulConj(symbol.received, symbol.mean) - symbol.energy * H);
  let predicted = uncertainty + growth;
  let gain = predicted / (predicted + symbol.noise);
  coefficient += gain * innovation;
  uncertainty = (1.0 - gain) * predicted;
  return synthesized(lane);
}
