// Equalizer of a table of frames: points Y·e^{−jψ}/H, with the phase ψ from the pilots and H from an estimator, and max-log
// LLRs of their bits with the weights |H|²/noise, deinterleaved and depunctured. One workgroup per frame, one invocation per
// carrier; symbols one after another. Needs lib/wifi-frame, lib/wifi-rates, lib/wifi-axis, lib/wifi-tracking, lib/wifi-pilots,
// lib/complex, lib/phasor, one of lib/wifi-keep and lib/wifi-keep-nothing, and an estimator. It provides
//   fn estimateBegin(lane: u32, frame: Frame, training: vec2f) -> vec2f       H before the first symbol
//   fn estimateBefore(lane: u32, H: vec2f, symbol: Symbol) -> vec2f           H of a symbol before its equalization
//   fn estimateAfter(lane: u32, H: vec2f, symbol: Symbol, sent: vec2f) -> vec2f   H after it; `sent` is 0 on unused carriers
// All invocations call them together. They may exchange values in `exchange`: it is free at each call, and a barrier follows
// the last one of a symbol.
override TRACKED: bool;       // whether pilots correct the phase
override DECIDED: bool;       // whether decided points correct it, too, before the estimator sees a symbol
override PILOT_ERROR: f32;    // E|error of the first H|² at a pilot, relative to the noise
const LANES = 64u;
const MOST_STEPS = 216u;      // data bits per symbol at 54 Mbit/s
const LEAST_NOISE = 1e-20;
const LEAST_ENERGY = 1e-30;
struct Symbol {
  place: u32,                 // among the symbols of all frames
  number: u32,                // in its frame
  received: vec2f,            // Y·e^{−jψ}
  noise: f32,
  pilots: array<vec2f, 4>,    // Y·e^{−jψ}/sent
  mean: vec2f,                // DECIDED: E[X | Y] of what is sent, 0 on unused carriers
  energy: f32,                // DECIDED: E[|X|² | Y]
}
@group(0) @binding(0) var<storage, read> carriers: array<vec2f>;    // [symbol][64]
@group(0) @binding(1) var<storage, read> channel: array<vec2f>;     // [frame][64]
@group(0) @binding(2) var<storage, read> counts: array<u32>;        // frames, …
@group(0) @binding(3) var<storage, read_write> frames: array<Frame>;
@group(0) @binding(4) var<storage, read_write> llr: array<vec2f>;   // [step]: A, B

var<workgroup> frame: Frame;
var<workgroup> exchange: array<vec2f, LANES>;
// Two of each: a symbol's values are written while another invocation may still read the values of the last symbol.
var<workgroup> staged: array<f32, 4 * MOST_STEPS>;    // LLRs by their place in the codeword; places that are not sent stay 0
var<workgroup> pilotChannel: array<vec2f, 8>;         // H of the pilots
var<workgroup> phaseTerms: array<f32, 5 * LANES>;     // of each carrier
var<workgroup> phasePartials: array<f32, 40>;

fn carrierOf(bin: u32) -> i32 {
  return select(i32(bin), i32(bin) - 64, bin >= 32u);
}

fn isUsed(carrier: i32) -> bool {
  return carrier != 0 && abs(carrier) <= 26;
}

// 0 … 3; 4 if the carrier is no pilot.
fn pilotOf(carrier: i32) -> u32 {
  for (var i = 0u; i < 4u; i++) {
    if (f32(carrier) == PILOT_CARRIERS[i]) { return i; }
  }
  return 4u;
}

// The number of data carriers below this one.
fn dataPlace(carrier: i32) -> u32 {
  let others = u32(carrier > -21) + u32(carrier > -7) + u32(carrier > 0) + u32(carrier > 7) + u32(carrier > 21);
  return u32(carrier + 26) - others;
}

// Σ value over the workgroup.
fn summed(lane: u32, value: f32) -> f32 {
  workgroupBarrier();
  exchange[lane] = vec2f(value, 0.0);
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < LANES; i++) { sum += exchange[i].x; }
  return sum;
}

// Σ information·(1, k, k²) and Σ residual·(1, k) over the carriers k. 40 invocations take 8 terms each, then all take 8 sums.
fn phaseSums(lane: u32, carrier: f32, information: f32, residual: f32) -> array<f32, 5> {
  let terms = array<f32, 5>(
    information,
    information * carrier,
    information * carrier * carrier,
    residual,
    residual * carrier,
  );
  for (var row = 0u; row < 5u; row++) { phaseTerms[row * LANES + lane] = terms[row]; }
  workgroupBarrier();
  if (lane < 40u) {
    var partial = 0.0;
    for (var i = 0u; i < 8u; i++) { partial += phaseTerms[lane / 8u * LANES + 8u * i + lane % 8u]; }
    phasePartials[lane] = partial;
  }
  workgroupBarrier();
  var sums: array<f32, 5>;
  for (var i = 0u; i < 40u; i++) { sums[i / 8u] += phasePartials[i]; }
  return sums;
}

fn pilotEnergies(parity: u32) -> vec4f {
  var energies: vec4f;
  for (var i = 0u; i < 4u; i++) {
    let h = pilotChannel[4u * parity + i];
    energies[i] = dot(h, h);
  }
  return energies;
}

// A frame with its symbols, or none if it is not to be received or does not fit the buffers.
fn load(index: u32) -> Frame {
  if (index >= counts[0]) { return Frame(); }
  var one = frames[index];
  let steps = one.symbols * dataBitsPerSymbol(one.rate);
  let fits = one.firstSymbol + one.symbols <= arrayLength(&carriers) / LANES && 32u * one.firstWord + steps <= arrayLength(&llr);
  if (one.status != 0u || !fits) { one.symbols = 0u; }
  return one;
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

  let carrier = carrierOf(lane);
  let used = isUsed(carrier);
  let pilot = pilotOf(carrier);
  let isData = used && pilot == 4u;
  let bits = bitsPerCarrier(f.rate);
  let steps = dataBitsPerSymbol(f.rate);
  let unit = unitOf(bits);
  let most = mostLevel(bits);
  let noise = max(f.noise, LEAST_NOISE);
  let axisBits = max(bits / 2u, 1u);
  var places: array<u32, 6>;
  if (isData) {
    for (var bit = 0u; bit < bits; bit++) { places[bit] = codewordPlace(f.rate, dataPlace(carrier), bit); }
  }
  for (var i = lane; i < 4u * MOST_STEPS; i += LANES) { staged[i] = 0.0; }

  var H = estimateBegin(lane, f, channel[index * LANES + lane]);
  if (pilot < 4u) { pilotChannel[pilot] = H; }
  let energy = summed(lane, dot(H, H)) / noise;
  var tracking = trackingStart(energy, pilotEnergies(0u), PILOT_ERROR * noise);
  var error = 0.0;
  workgroupBarrier(); // an estimator may write `exchange` again

  for (var number = 0u; number < f.symbols; number++) {
    let place = f.firstSymbol + number;
    let parity = number % 2u;
    var phase = vec2f(1.0, 0.0);
    var symbol = Symbol();
    symbol.place = place;
    symbol.number = number;
    symbol.noise = noise;
    for (var i = 0u; i < 4u; i++) {
      symbol.pilots[i] = carriers[place * LANES + PILOT_BINS[i]] * pilotSent(number + 1u, i);
    }
    if (TRACKED) {
      var correlations: array<vec2f, 4>;
      for (var i = 0u; i < 4u; i++) { correlations[i] = mulConj(symbol.pilots[i], pilotChannel[4u * parity + i]); }
      tracking = trackingUpdate(trackingNext(tracking), correlations, pilotEnergies(parity), noise);
      let line = trackedPhase(tracking);
      phase = turnedBackBy(line.x + f32(carrier) * line.y);
      for (var i = 0u; i < 4u; i++) {
        symbol.pilots[i] = mul(symbol.pilots[i], turnedBackBy(line.x + PILOT_CARRIERS[i] * line.y));
      }
    }
    symbol.received = mul(carriers[place * LANES + lane], phase);

    H = estimateBefore(lane, H, symbol);
    let power = max(dot(H, H), LEAST_ENERGY);
    let point = mulConj(symbol.received, H) / power;
    let axes = point / unit;
    var sent = vec2f();
    var information = 0.0; // about the phase, and what the point shows of its error
    var residual = 0.0;
    if (isData) {
      sent = unit * vec2f(nearestLevel(axes.x, most), select(0.0, nearestLevel(axes.y, most), bits > 1u));
      let weight = unit * unit * power / noise;
      let inPhase = weight * axisMetrics(axes.x, most);
      let quadrature = weight * axisMetrics(axes.y, most);
      let row = 2u * MOST_STEPS * parity;
      for (var bit = 0u; bit < axisBits; bit++) {
        staged[row + places[bit]] = inPhase[bit];
        if (bits > 1u) { staged[row + places[axisBits + bit]] = quadrature[bit]; }
      }
      error += dot(point - sent, point - sent);
      if (DECIDED) {
        let real = unit * levelMoments(axes.x, most, weight) * vec2f(1.0, unit);
        let imaginary = select(vec2f(), unit * levelMoments(axes.y, most, weight) * vec2f(1.0, unit), bits > 1u);
        let variance = vec2f(real.y, imaginary.y);
        symbol.mean = vec2f(real.x, imaginary.x);
        symbol.energy = dot(symbol.mean, symbol.mean) + variance.x + variance.y;
        // Without the doubt about X, Y·(H·X)* would inform like a pilot. The doubt takes away the variance of its imaginary part.
        let product = power * mulConj(point, symbol.mean);
        let doubt = power * power * dot(point.yx * point.yx, variance);
        information = max(product.x - 2.0 * doubt / noise, 0.0);
        residual = product.y;
      }
      keepPoint(place, dataPlace(carrier), point);
    } else if (used) {
      sent = vec2f(pilotSent(number + 1u, pilot), 0.0);
      symbol.mean = sent;
      symbol.energy = 1.0;
    }
    keepChannel(place, lane, H);
    let line = trackedPhase(tracking);
    if (lane == 0u) { keepPhase(place, line); }
    if (DECIDED) {
      let sums = phaseSums(lane, f32(carrier), information, residual);
      tracking = trackingDecided(tracking, vec3f(sums[0], sums[1], sums[2]), vec2f(sums[3], sums[4]), noise);
      let change = trackedPhase(tracking) - line;
      symbol.received = mul(symbol.received, turnedBackBy(change.x + f32(carrier) * change.y));
    }

    H = estimateAfter(lane, H, symbol, sent);
    if (pilot < 4u) { pilotChannel[4u * (1u - parity) + pilot] = H; }
    workgroupBarrier();
    for (var step = lane; step < steps; step += LANES) {
      let at = 2u * (MOST_STEPS * parity + step);
      llr[32u * f.firstWord + number * steps + step] = vec2f(staged[at], staged[at + 1u]);
    }
  }
  let total = summed(lane, error);
  if (lane == 0u) { frames[index].error = total / f32(48u * f.symbols); }
}
