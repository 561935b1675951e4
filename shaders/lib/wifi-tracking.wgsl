// Phase and timing of a frame from its pilots: a Kalman filter with one step per symbol. The phase of carrier k after the
// training is θ + φ·k. θ grows by ω per symbol (the rest of the carrier frequency offset), φ by ν (the sampling clock's offset).
// The error of H at the pilots turns all symbols of a frame alike, by a + b·k. The filter knows its variance: so it follows
// changes of the phase at once, and a constant phase only as far as it cannot be an error of H. Decided points may follow
// the pilots of each symbol.
// Needs lib/wifi-pilots, lib/complex, lib/phasor.
const SYMBOLS_TO_SIGNAL = 1.4;    // from the middle of the long training to the middle of SIGNAL
const CLOCK_VARIANCE = 3.9e-8;    // of ν, (rad per carrier and symbol)²: a clock offset of 25 ppm
const FREQUENCY_FLOOR = 1e-6;     // of the variance of ω, (rad per symbol)²
const PHASE_WALK = 3e-5;          // variance that phase noise adds to θ per symbol, rad²
const TIMING_WALK = 1e-9;         // variance that moving paths add to φ per symbol, (rad per carrier)²
const LEAST_VARIANCE = 1e-5;      // of a pilot's phase, rad²: without it, rounding decides where there is no noise
const LEAST_SPREAD = 1e-3;        // of the decided carriers, their variance: fewer than two carriers show no slope

struct Tracking {
  state: vec4f,        // θ + a, ω, φ + b, ν: what pilots show
  covariance: mat4x4f, // of the state
  error: vec2f,        // a, b
  cross: mat2x4f,     // covariances of a and of b with the state
}

// θ and φ.
fn trackedPhase(now: Tracking) -> vec2f {
  return now.state.xz - now.error;
}

// e^{−j·radians}, to 1e-6 for a few turns.
fn turnedBackBy(radians: f32) -> vec2f {
  let cycles = radians * 0.15915494309189535;
  return phasor(bitcast<u32>(-i32(round((cycles - round(cycles)) * 4294967296.0))));
}

// Before the first symbol of data. `energy` is Σ|H|²/noise of the long training, which sets the variance of the offset's
// fine estimate: a phase difference over 64 samples has the variance 1/energy, and noise² terms at most as much again.
// `energies` are |H|² of the pilots, and `errorVariance` > 0 is E|error of H|² at a pilot.
fn trackingStart(energy: f32, energies: vec4f, errorVariance: f32) -> Tracking {
  var sums = vec3f(); // Σ|H|²·(1, k, k²)
  for (var i = 0u; i < 4u; i++) {
    let k = PILOT_CARRIERS[i];
    sums += energies[i] * vec3f(1.0, k, k * k);
  }
  // The phase of an estimate has the variance errorVariance/(2|H|²); a + b·k is the weighted fit to four of them.
  let scale = 0.5 * errorVariance / max(sums.x * sums.z - sums.y * sums.y, 1e-30);
  let a = scale * sums.z;
  let both = -scale * sums.y;
  let b = scale * sums.x;
  let frequency = 3.125 / max(energy, 1e-30) + FREQUENCY_FLOOR;
  let before = SYMBOLS_TO_SIGNAL;
  let covariance = mat4x4f(
    vec4f(before * before * frequency + a, before * frequency, both, 0.0),
    vec4f(before * frequency, frequency, 0.0, 0.0),
    vec4f(both, 0.0, before * before * CLOCK_VARIANCE + b, before * CLOCK_VARIANCE),
    vec4f(0.0, 0.0, before * CLOCK_VARIANCE, CLOCK_VARIANCE),
  );
  return Tracking(vec4f(), covariance, vec2f(), mat2x4f(vec4f(a, 0.0, both, 0.0), vec4f(both, 0.0, b, 0.0)));
}

fn advanced(x: vec4f) -> vec4f {
  return vec4f(x.x + x.y, x.y, x.z + x.w, x.w);
}

// The state one symbol later.
fn trackingNext(now: Tracking) -> Tracking {
  let p = now.covariance;
  let c1 = advanced(p[1]);
  let c3 = advanced(p[3]);
  let c0 = advanced(p[0]) + c1 + vec4f(PHASE_WALK, 0.0, 0.0, 0.0);
  let c2 = advanced(p[2]) + c3 + vec4f(0.0, 0.0, TIMING_WALK, 0.0);
  let cross = mat2x4f(advanced(now.cross[0]), advanced(now.cross[1]));
  return Tracking(advanced(now.state), mat4x4f(c0, c1, c2, c3), now.error, cross);
}

// The state after `count` carriers k have each shown a residual: |H|²·(error of the phase) + noise of variance |H|²·noise/2.
fn trackingCorrected(before: Tracking, carriers: vec4f, residuals: vec4f, energies: vec4f, count: u32, noise: f32) -> Tracking {
  var change = vec4f();
  var error = before.error;
  var p = before.covariance;
  var cross = before.cross;
  for (var i = 0u; i < count; i++) {
    let k = carriers[i];
    let gain = p[0] + k * p[2];
    let errorGain = vec2f(cross[0].x + k * cross[0].z, cross[1].x + k * cross[1].z);
    let scale = 1.0 / (energies[i] * (gain.x + k * gain.z + LEAST_VARIANCE) + 0.5 * noise);
    let innovation = scale * (residuals[i] - energies[i] * (change.x + k * change.z));
    change += gain * innovation;
    error += errorGain * innovation;
    let taken = gain * (energies[i] * scale);
    p = mat4x4f(p[0] - taken * gain.x, p[1] - taken * gain.y, p[2] - taken * gain.z, p[3] - taken * gain.w);
    cross = mat2x4f(cross[0] - taken * errorGain.x, cross[1] - taken * errorGain.y);
  }
  return Tracking(before.state + change, p, error, cross);
}

// The state after a symbol's pilots. `correlations` are y·H*/sent of each pilot, whose phases are θ + a + (φ + b)·k without
// noise, and `noise` > 0. The residual is Im{y·H*/sent · e^{−jψ}}.
fn trackingUpdate(predicted: Tracking, correlations: array<vec2f, 4>, energies: vec4f, noise: f32) -> Tracking {
  var carriers: vec4f;
  var residuals: vec4f;
  for (var i = 0u; i < 4u; i++) {
    carriers[i] = PILOT_CARRIERS[i];
    let turn = turnedBackBy(predicted.state.x + carriers[i] * predicted.state.z);
    residuals[i] = mul(correlations[i], turn).y;
  }
  return trackingCorrected(predicted, carriers, residuals, energies, 4u, noise);
}

// The state after a symbol's decided points. `information` is Σ i·(1, k, k²) over their carriers, where i is what |H|² is for
// a pilot, and `residual` is Σ r·(1, k). Two carriers with half of Σ i each have the same sums.
fn trackingDecided(now: Tracking, information: vec3f, residual: vec2f, noise: f32) -> Tracking {
  let middle = information.y / information.x;
  let variance = information.z / information.x - middle * middle;
  if (!(variance > LEAST_SPREAD)) { return now; }
  let away = sqrt(variance);
  let carriers = vec4f(middle - away, middle + away, 0.0, 0.0);
  let upper = (residual.y - carriers.x * residual.x) / (2.0 * away);
  let energies = vec4f(vec2f(0.5 * information.x), 0.0, 0.0);
  return trackingCorrected(now, carriers, vec4f(residual.x - upper, upper, 0.0, 0.0), energies, 2u, noise);
}
