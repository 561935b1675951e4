// Phase and timing of a frame from its pilots: a Kalman filter with one step per symbol. The phase of carrier k after the
// training is θ + φ·k. θ grows by ω per symbol (the rest of the carrier frequency offset), φ by ν (the sampling clock's offset).
// Needs lib/wifi-pilots, lib/complex, lib/phasor.
const SYMBOLS_TO_SIGNAL = 1.4;    // from the middle of the long training to the middle of SIGNAL
const CLOCK_VARIANCE = 3.9e-8;    // of ν, (rad per carrier and symbol)²: a clock offset of 25 ppm
const FREQUENCY_FLOOR = 1e-6;     // of the variance of ω, (rad per symbol)²
const PHASE_WALK = 1e-4;          // variance that phase noise adds to θ per symbol, rad²
const TIMING_WALK = 1e-9;         // variance that moving paths add to φ per symbol, (rad per carrier)²
const LEAST_VARIANCE = 1e-5;      // of a pilot's phase, rad²: without it, rounding decides where there is no noise

struct Tracking {
  state: vec4f,        // θ, ω, φ, ν
  covariance: mat4x4f,
}

// e^{−j·radians}, to 1e-6 for a few turns.
fn turnedBackBy(radians: f32) -> vec2f {
  let cycles = radians * 0.15915494309189535;
  return phasor(bitcast<u32>(-i32(round((cycles - round(cycles)) * 4294967296.0))));
}

// Before the first symbol of data. `energy` is Σ|H|²/noise of the long training, which sets the variance of the
// offset's fine estimate: a phase difference over 64 samples has the variance 1/energy, and noise² terms at most as much again.
fn trackingStart(energy: f32) -> Tracking {
  let frequency = 3.125 / max(energy, 1e-30) + FREQUENCY_FLOOR;
  let before = SYMBOLS_TO_SIGNAL;
  return Tracking(vec4f(), mat4x4f(
    vec4f(before * before * frequency, before * frequency, 0.0, 0.0),
    vec4f(before * frequency, frequency, 0.0, 0.0),
    vec4f(0.0, 0.0, before * before * CLOCK_VARIANCE, before * CLOCK_VARIANCE),
    vec4f(0.0, 0.0, before * CLOCK_VARIANCE, CLOCK_VARIANCE),
  ));
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
  return Tracking(advanced(now.state), mat4x4f(c0, c1, c2, c3));
}

// The state after a symbol's pilots. `correlations` are y·H*/(sent) of each pilot, whose phases are θ + φ·k without noise,
// `energies` are |H|², and `noise` > 0. Im{y·H*·e^{−j(θ + φk)}} ≈ |H|²·(error of θ + φk) + noise of variance |H|²·noise/2.
fn trackingUpdate(predicted: Tracking, correlations: array<vec2f, 4>, energies: array<f32, 4>, noise: f32) -> Tracking {
  var change = vec4f();
  var p = predicted.covariance;
  for (var i = 0u; i < 4u; i++) {
    let k = PILOT_CARRIERS[i];
    let turn = turnedBackBy(predicted.state.x + k * predicted.state.z);
    let gain = p[0] + k * p[2];
    let scale = 1.0 / (energies[i] * (gain.x + k * gain.z + LEAST_VARIANCE) + 0.5 * noise);
    let innovation = mul(correlations[i], turn).y - energies[i] * (change.x + k * change.z);
    change += gain * (innovation * scale);
    let taken = gain * (energies[i] * scale);
    p = mat4x4f(p[0] - taken * gain.x, p[1] - taken * gain.y, p[2] - taken * gain.z, p[3] - taken * gain.w);
  }
  return Tracking(predicted.state + change, p);
}
