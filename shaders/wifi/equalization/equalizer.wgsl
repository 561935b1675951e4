// Equalizer of a table of frames: points Y·e^{−jψ}/H, with the phase ψ from the pilots and H from an estimator, and max-log
// LLRs of their bits with the weights |H|²/noise, deinterleaved and depunctured. One workgroup of 32 per frame; invocation k takes
// the carriers k and −k, as a Pair; symbols one after another. All invocations compute the same tracking, so that its result
// needs no exchange; with two carriers each, half as many do.
// Needs lib/frame, lib/rates, lib/axis, lib/tracking, lib/pilots, lib/complex, lib/complex-pair,
// lib/phasor, one of lib/decided (with DECIDED) and lib/decided-nothing, one of lib/keep and
// lib/keep-nothing, and an estimator. It provides
//   fn estimateBegin(lane: u32, frame: Frame, training: Pair) -> Pair        H before the first symbol
//   fn estimateBefore(lane: u32, H: Pair, symbol: Symbol) -> Pair            H of a symbol before its equalization
//   fn estimateAfter(lane: u32, H: Pair, symbol: Symbol, sent: Pair) -> Pair  H after it; `sent` is 0 on unused carriers
// All invocations call them together. They may exchange values in `exchange`: it is free at each call, and a barrier follows
// the last one of a symbol.
override TRACKED: bool;       // whether pilots correct the phase
override DECIDED: bool;       // whether decided points correct it, too, before the estimator sees a symbol
override PILOT_ERROR: f32;    // E|error of the first H|² at a pilot, relative to the noise
const LANES = 32u;
const BINS = 64u;
const MOST_STEPS = 216u;      // data bits per symbol at 54 Mbit/s
const LEAST_NOISE = 1e-20;
const LEAST_ENERGY = 1e-30;
struct Symbol {
  place: u32,                 // among the symbols of all frames
  number: u32,                // in its frame
  received: Pair,             // Y·e^{−jψ}
  noise: f32,
  mean: Pair,                 // DECIDED: E[X | Y] of what is sent, 0 on unused carriers
  energy: vec2f,              // DECIDED: E[|X|² | Y]
}
@group(0) @binding(0) var<storage, read> carriers: array<vec2f>;    // [symbol][64]
@group(0) @binding(1) var<storage, read> channel: array<vec2f>;     // [frame][64]
@group(0) @binding(2) var<storage, read> counts: array<u32>;        // frames, …
@group(0) @binding(3) var<storage, read_write> frames: array<Frame>;
@group(0) @binding(4) var<storage, read_write> llr: array<vec4f>;   // A, B of two steps

var<workgroup> frame: Frame;
var<workgroup> exchange: array<vec4f, LANES>;
var<workgroup> staged: array<f32, 2 * MOST_STEPS>;    // LLRs by their place in the codeword; places that are not sent stay 0
var<workgroup> pilotInformation: array<f32, 4>;       // what the pilots show of the phase
var<workgroup> pilotResidual: array<f32, 4>;

// The bins of carriers k and −k. Invocation 0 takes bins 0 and 32, which are not used.
fn binsOf(lane: u32) -> vec2u {
  return vec2u(lane, select(BINS - lane, LANES, lane == 0u));
}

fn isUsed(lane: u32) -> bool {
  return lane >= 1u && lane <= 26u;
}

fn isPilot(lane: u32) -> bool {
  return lane == 7u || lane == 21u;
}

// The number of data carriers below this one.
fn dataPlace(carrier: i32) -> u32 {
  let others = u32(carrier > -21) + u32(carrier > -7) + u32(carrier > 0) + u32(carrier > 7) + u32(carrier > 21);
  return u32(carrier + 26) - others;
}

// Σ value over the workgroup.
fn summed(lane: u32, value: f32) -> f32 {
  workgroupBarrier();
  exchange[lane] = vec4f(value);
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < LANES; i++) { sum += exchange[i].x; }
  return sum;
}

// Writes what the pilots of a symbol show of the phase, for pilotsShown() after a barrier.
fn showPilots(lane: u32, number: u32, received: Pair, H: Pair, expected: vec4f, noise: f32) {
  if (isPilot(lane)) {
    let k = f32(lane);
    let correlation = pairScaled(pairMulConj(received, H), pilotsSent(number + 1u, lane));
    let energy = pairEnergies(H);
    let upper = shownByPilot(expected, k, vec2f(correlation[0].x, correlation[1].x), energy.x, noise);
    let lower = shownByPilot(expected, -k, vec2f(correlation[0].y, correlation[1].y), energy.y, noise);
    let at = select(vec2u(3u, 0u), vec2u(2u, 1u), lane == 7u);
    pilotInformation[at.x] = upper.x;
    pilotInformation[at.y] = lower.x;
    pilotResidual[at.x] = upper.y;
    pilotResidual[at.y] = lower.y;
  }
}

// What all four pilots show.
fn pilotsShown() -> ShownPhase {
  return shownByPilots(
    vec4f(pilotInformation[0], pilotInformation[1], pilotInformation[2], pilotInformation[3]),
    vec4f(pilotResidual[0], pilotResidual[1], pilotResidual[2], pilotResidual[3]),
  );
}

// e^{−jψ} of carriers k and −k.
fn turnedBackByLine(lane: u32, line: vec2f) -> Pair {
  return pairOf(turnedBackBy(line.x + f32(lane) * line.y), turnedBackBy(line.x - f32(lane) * line.y));
}

// The two carriers of a symbol.
fn carriersOf(lane: u32, place: u32) -> Pair {
  let bins = place * BINS + binsOf(lane);
  return pairOf(carriers[bins.x], carriers[bins.y]);
}

// A frame with its symbols, or none if it is not to be received or does not fit the buffers.
fn load(index: u32) -> Frame {
  if (index >= counts[0]) { return Frame(); }
  var one = frames[index];
  let steps = one.symbols * dataBitsPerSymbol(one.rate);
  let fits = one.firstSymbol + one.symbols <= arrayLength(&carriers) / BINS && 32u * one.firstWord + steps <= 2u * arrayLength(&llr);
  if (one.status != 0u || !fits) { one.symbols = 0u; }
  return one;
}

// The places in the codeword of one bit of the in-phase axis of two data carriers, and of the same bit of their quadrature axis.
fn placesOf(rate: u32, at: vec2u, bit: u32) -> vec4u {
  let other = bitsPerCarrier(rate) / 2u + bit;
  return vec4u(
    codewordPlace(rate, at.x, bit),
    codewordPlace(rate, at.y, bit),
    codewordPlace(rate, at.x, other),
    codewordPlace(rate, at.y, other),
  );
}

// Puts the LLRs of such bits at their places. BPSK has no quadrature axis.
fn stage(places: vec4u, inPhase: vec2f, quadrature: vec2f, complex: bool) {
  staged[places.x] = inPhase.x;
  staged[places.y] = inPhase.y;
  if (complex) {
    staged[places.z] = quadrature.x;
    staged[places.w] = quadrature.y;
  }
}

@compute @workgroup_size(LANES)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let index = group.y * groups.x + group.x;
  if (lane == 0u) { frame = load(index); }
  let f = workgroupUniformLoad(&frame);
  if (f.symbols == 0u) { return; }

  let used = isUsed(lane);
  let isData = used && !isPilot(lane);
  let bits = bitsPerCarrier(f.rate);
  let steps = dataBitsPerSymbol(f.rate);
  let unit = unitOf(bits);
  let most = mostLevel(bits);
  let noise = max(f.noise, LEAST_NOISE);
  let axisBits = max(bits / 2u, 1u);
  let complex = bits > 1u;
  let dataPlaces = vec2u(dataPlace(i32(lane)), dataPlace(-i32(lane)));
  let firstPlaces = placesOf(f.rate, dataPlaces, 0u);
  let secondPlaces = placesOf(f.rate, dataPlaces, min(1u, axisBits - 1u));
  let thirdPlaces = placesOf(f.rate, dataPlaces, axisBits - 1u);

  let bins = index * BINS + binsOf(lane);
  var H = estimateBegin(lane, f, pairOf(channel[bins.x], channel[bins.y]));
  var next = carriersOf(lane, f.firstSymbol);
  var tracking = Tracking();
  if (TRACKED) {
    let energies = pairEnergies(H);
    let energy = summed(lane, energies.x + energies.y) / noise;
    workgroupBarrier();
    exchange[lane] = vec4f(energies, 0.0, 0.0);
    workgroupBarrier();
    let pilots = vec4f(exchange[21].y, exchange[7].y, exchange[7].x, exchange[21].x);
    tracking = trackingNext(trackingStart(energy, pilots, PILOT_ERROR * noise));
    showPilots(lane, 0u, next, H, tracking.state, noise);
  }
  var error = 0.0;
  workgroupBarrier(); // an estimator may write `exchange` again

  for (var number = 0u; number < f.symbols; number++) {
    let place = f.firstSymbol + number;
    var symbol = Symbol();
    symbol.place = place;
    symbol.number = number;
    symbol.noise = noise;
    symbol.received = next;
    next = carriersOf(lane, f.firstSymbol + min(number + 1u, f.symbols - 1u)); // long before it is needed
    if (TRACKED) {
      tracking = trackingCorrected(tracking, pilotsShown());
      symbol.received = pairMul(symbol.received, turnedBackByLine(lane, trackedPhase(tracking)));
    }

    H = estimateBefore(lane, H, symbol);
    let power = max(pairEnergies(H), vec2f(LEAST_ENERGY));
    let point = pairScaled(pairMulConj(symbol.received, H), 1.0 / power);
    var sent = Pair();
    var information = vec2f(); // about the phase, and what the point shows of its error
    var residual = vec2f();
    if (isData) {
      let axes = point * (1.0 / unit);
      let weight = unit * unit * power / noise;
      let inPhase = axisMetrics(axes[0], most);
      let quadrature = axisMetrics(axes[1], most);
      stage(firstPlaces, weight * inPhase[0], weight * quadrature[0], complex);
      if (axisBits > 1u) { stage(secondPlaces, weight * inPhase[1], weight * quadrature[1], complex); }
      if (axisBits > 2u) { stage(thirdPlaces, weight * inPhase[2], weight * quadrature[2], complex); }
      sent = unit * Pair(nearestLevel(axes[0], most), select(vec2f(), nearestLevel(axes[1], most), complex));
      let wrong = pairEnergies(point - sent);
      error += wrong.x + wrong.y;
      if (DECIDED) {
        let real = levelMoments(axes[0], most, weight);
        var imaginary = Moments();
        if (complex) { imaginary = levelMoments(axes[1], most, weight); }
        symbol.mean = unit * Pair(real.mean, imaginary.mean);
        symbol.energy = pairEnergies(symbol.mean) + unit * unit * (real.variance + imaginary.variance);
        // Without the doubt about X, Y·(H·X)* would inform like a pilot. The doubt takes away the variance of its imaginary part.
        let product = pairScaled(pairMulConj(point, symbol.mean), power);
        let squares = Pair(point[0] * point[0], point[1] * point[1]);
        let doubt = unit * unit * power * power * (squares[1] * real.variance + squares[0] * imaginary.variance);
        information = max(product[0] - 2.0 * doubt / noise, vec2f());
        residual = product[1];
      }
      keepPoint(place, dataPlaces.x, vec2f(point[0].x, point[1].x));
      keepPoint(place, dataPlaces.y, vec2f(point[0].y, point[1].y));
    } else if (used) {
      sent = Pair(pilotsSent(number + 1u, lane), vec2f());
      symbol.mean = sent;
      symbol.energy = vec2f(1.0);
    }
    let line = trackedPhase(tracking);
    keepChannel(place, binsOf(lane).x, vec2f(H[0].x, H[1].x));
    keepChannel(place, binsOf(lane).y, vec2f(H[0].y, H[1].y));
    if (lane == 0u) { keepPhase(place, line); }
    if (DECIDED) { sharePhaseTerms(lane, information, residual); }
    workgroupBarrier();
    for (var pair = lane; pair < steps / 2u; pair += LANES) {
      let at = 4u * pair;
      llr[16u * f.firstWord + number * (steps / 2u) + pair] =
        vec4f(staged[at], staged[at + 1u], staged[at + 2u], staged[at + 3u]);
    }
    if (DECIDED) {
      tracking = trackingCorrected(tracking, phaseShown(lane, noise));
      symbol.received = pairMul(symbol.received, turnedBackByLine(lane, trackedPhase(tracking) - line));
    }

    H = estimateAfter(lane, H, symbol, sent);
    if (TRACKED) {
      tracking = trackingNext(tracking);
      showPilots(lane, number + 1u, next, H, tracking.state, noise);
    }
    workgroupBarrier();
  }
  let total = summed(lane, error);
  if (lane == 0u) { frames[index].error = total / f32(48u * f.symbols); }
}
