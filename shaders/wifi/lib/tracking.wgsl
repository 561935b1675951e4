// Phase and timing of a frame from its pilots: a Kalman filter with one step per symbol. The phase of carrier k after the
// training is θ + φ·k. θ grows by ω per symbol (the rest of the carrier frequency offset), φ by ν (the sampling clock's offset).
// The error of H at the pilots turns all symbols of a frame alike, by a + b·k. The filter knows its variance: so it follows
// changes of the phase at once, and a constant phase only as far as it cannot be an error of H. Decided points may follow
// the pilots of each symbol. All carriers of a symbol correct the state in one step: of the state they show θ and φ alone, so
// sums over them replace one step per carrier. Every invocation computes the same filter.
// Needs lib/pilots, lib/complex, lib/phasor.
const SYMBOLS_TO_SIGNAL = 1.4;    // from the middle of the long training to the middle of SIGNAL
const CLOCK_VARIANCE = 3.9e-8;    // of ν, (rad per carrier and symbol)²: a clock offset of 25 ppm
const FREQUENCY_FLOOR = 1e-6;     // of the variance of ω, (rad per symbol)²
const PHASE_WALK = 3e-5;          // variance that phase noise adds to θ per symbol, rad²
const TIMING_WALK = 1e-9;         // variance that moving paths add to φ per symbol, (rad per carrier)²
const LEAST_VARIANCE = 1e-5;      // of a carrier's phase, rad²: without it, rounding decides where there is no noise
const LEAST_SPREAD = 1e-3;        // of the decided carriers, their variance: fewer than two carriers show no slope

struct Tracking {
  state: vec4f,   // θ + a, ω, φ + b, ν: what pilots show
  theta: vec4f,   // covariances of θ + a with the state
  phi: vec4f,     // of φ + b
  growth: vec3f,  // of ω with ω, of ω with ν, and of ν with ν
  error: vec2f,   // a, b
  cross: mat2x4f, // covariances of a and of b with the state
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
  return Tracking(
    vec4f(),
    vec4f(before * before * frequency + a, before * frequency, both, 0.0),
    vec4f(both, 0.0, before * before * CLOCK_VARIANCE + b, before * CLOCK_VARIANCE),
    vec3f(frequency, 0.0, CLOCK_VARIANCE),
    vec2f(),
    mat2x4f(vec4f(a, 0.0, both, 0.0), vec4f(both, 0.0, b, 0.0)),
  );
}

fn advanced(x: vec4f) -> vec4f {
  return vec4f(x.x + x.y, x.y, x.z + x.w, x.w);
}

// The state one symbol later.
fn trackingNext(now: Tracking) -> Tracking {
  let g = now.growth;
  let theta = advanced(now.theta + vec4f(now.theta.y, g.x, now.phi.y, g.y)) + vec4f(PHASE_WALK, 0.0, 0.0, 0.0);
  let phi = advanced(now.phi + vec4f(now.theta.w, g.y, now.phi.w, g.z)) + vec4f(0.0, 0.0, TIMING_WALK, 0.0);
  let cross = mat2x4f(advanced(now.cross[0]), advanced(now.cross[1]));
  return Tracking(advanced(now.state), theta, phi, g, now.error, cross);
}

// What carriers show of the phase: with i = 1/(variance of the phase that carrier k shows) and r = i·(error of the phase),
// the sums W = Σ i·(1, k, k²) and Σ r·(1, k), and the determinant W.x·W.z − W.y².
struct ShownPhase {
  information: vec3f,
  determinant: f32,
  residual: vec2f,
}

// The state after carriers have shown their phases. With A the covariance of θ + a and φ + b, the gain is (A + W⁻¹)⁻¹, written
// without inverses of A or W: they may be singular.
fn trackingCorrected(now: Tracking, shown: ShownPhase) -> Tracking {
  let a = vec3f(now.theta.x, now.theta.z, now.phi.z);
  let w = shown.information;
  let scale = 1.0 / (1.0 + dot(a * w, vec3f(1.0, 2.0, 1.0)) + max(a.x * a.z - a.y * a.y, 0.0) * shown.determinant);
  let gain = scale * (w + shown.determinant * vec3f(a.z, -a.y, a.x));
  let r = shown.residual;
  let crossed = vec2f(w.z * r.x - w.y * r.y, w.x * r.y - w.y * r.x);
  let step = scale * (r + vec2f(a.z * crossed.x - a.y * crossed.y, a.x * crossed.y - a.y * crossed.x));
  let first = gain.x * now.theta + gain.y * now.phi;
  let second = gain.y * now.theta + gain.z * now.phi;
  return Tracking(
    now.state + now.theta * step.x + now.phi * step.y,
    now.theta - first * now.theta.x - second * now.phi.x,
    now.phi - first * now.theta.z - second * now.phi.z,
    now.growth - first.yyw * now.theta.yww - second.yyw * now.phi.yww,
    now.error + vec2f(dot(now.cross[0].xz, step), dot(now.cross[1].xz, step)),
    mat2x4f(
      now.cross[0] - first * now.cross[0].x - second * now.cross[0].z,
      now.cross[1] - first * now.cross[1].x - second * now.cross[1].z,
    ),
  );
}

// What a pilot shows: i and r. `correlation` is y·H*/sent, whose phase is θ + a + (φ + b)·k without noise: with the expected
// phase ψ, Im{y·H*/sent · e^{−jψ}} is |H|²·(error of the phase) + noise of variance |H|²·noise/2.
fn shownByPilot(expected: vec4f, carrier: f32, correlation: vec2f, energy: f32, noise: f32) -> vec2f {
  let residual = mul(correlation, turnedBackBy(expected.x + carrier * expected.z)).y;
  return vec2f(energy, residual) / (energy * LEAST_VARIANCE + 0.5 * noise);
}

// The sums of the four pilots' i and r.
fn shownByPilots(i: vec4f, r: vec4f) -> ShownPhase {
  let k = vec4f(PILOT_CARRIERS[0], PILOT_CARRIERS[1], PILOT_CARRIERS[2], PILOT_CARRIERS[3]);
  // Σ i·j·(k − l)² over the pairs of pilots: neighbours are 14 carriers apart.
  let determinant = 196.0 * dot(i.xyz, i.yzw) + 784.0 * dot(i.xy, i.zw) + 1764.0 * i.x * i.w;
  return ShownPhase(vec3f(dot(i, vec4f(1.0)), dot(i, k), dot(i, k * k)), determinant, vec2f(dot(r, vec4f(1.0)), dot(r, k)));
}

// What a symbol's decided points show. `information` is Σ e·(1, k, k²) over their carriers, where e is what |H|² is for
// a pilot, and `residual` is Σ r·(1, k).
fn shownByDecided(information: vec3f, residual: vec2f, noise: f32) -> ShownPhase {
  let scale = 2.0 / (information.x * LEAST_VARIANCE + noise);
  let determinant = information.x * information.z - information.y * information.y;
  if (!(determinant > LEAST_SPREAD * information.x * information.x)) { return ShownPhase(); }
  return ShownPhase(scale * information, scale * scale * determinant, scale * residual);
}
