// Timing, frequency offset, constant offset, noise and channel of one candidate per workgroup, from both trainings:
// rough offset from lag 16; likeness |c(m)|·|c(m+64)|/energies, c(m) = Σk y[m+k]·conj(t[k]) with the long training's symbol t; start
// from the impulse response; offsets from lags 16 and 64; H and noise from sum and difference of both symbols.
// Every candidate takes all steps, because barriers need it; only the row in the table differs if there is no long training.
// Needs lib/frame, lib/finite-sample, lib/complex, lib/phasor, lib/angle.
override EARLY: u32;      // starts before the candidate
override SEARCH: u32;     // starts
override LIKENESS: f32;   // the least one of a long training
override STRENGTH: f32;   // and the least ratio of its mean |H|² and the noise that its symbols' difference shows
override LONG: u32;       // samples from a frame's start to the long training's first symbol
override ADVANCE: u32;    // samples by which transforms begin early
const GROUP = 128u;
const PERIOD = 16u;       // of the short training
const LENGTH = 64u;       // of the long training's symbol
const ENERGY = 0.8125;    // Σ|t|²: 52 carriers of 1 or −1, divided by 64
const MOVES = 57u;        // from −PERIOD on
const ROUGH = 32u;        // samples after the candidate, for the rough offset: candidates begin up to 44 samples early
const PERIODS = 9u;       // of the short training, for the offsets
const NO_LONG_TRAINING = 1u; // as in frame-table.ts
struct Params { length: u32 }
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> candidates: array<vec2u>;      // (sample, end of the search + EARLY)
@group(0) @binding(2) var<storage, read> counts: array<u32>;            // frames, …
@group(0) @binding(3) var<storage, read> training: array<vec4f>;        // [64]: t[k], and the carrier of bin k, 1, −1 or 0
@group(0) @binding(4) var<storage, read_write> frames: array<Frame>;
@group(0) @binding(5) var<storage, read_write> channel: array<vec2f>;   // [frame][64]
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> sums: array<vec4f, GROUP>;
var<workgroup> symbol: array<vec2f, LENGTH>;                            // t
var<workgroup> turned: array<vec2f, SEARCH + 4u * LENGTH>;              // y, later other samples
var<workgroup> alike: array<f32, SEARCH + 2u * LENGTH>;
var<workgroup> delays: array<vec2f, GROUP>;

fn sample(n: u32) -> vec2f {
  return select(vec2f(), finiteSample(samples[min(n, params.length - 1u)]), n < params.length);
}

// Uniform control flow only, like the next one.
fn total(i: u32, value: vec4f) -> vec4f {
  workgroupBarrier();
  sums[i] = value;
  workgroupBarrier();
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    if (i < half) { sums[i] += sums[i + half]; }
    workgroupBarrier();
  }
  return sums[0];
}

fn larger(a: vec2f, b: vec2f) -> vec2f {
  return select(a, b, b.x > a.x || (b.x == a.x && b.y < a.y));
}

// The largest value and its place; of equal ones the first.
fn largest(i: u32, value: f32, place: u32) -> vec2f {
  workgroupBarrier();
  sums[i] = vec4f(value, f32(place), 0.0, 0.0);
  workgroupBarrier();
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    if (i < half) { sums[i] = vec4f(larger(sums[i].xy, sums[i + half].xy), 0.0, 0.0); }
    workgroupBarrier();
  }
  return sums[0].xy;
}

// The offset in rad per sample of a correlation with this lag.
fn offsetOf(correlation: vec2f, lag: u32) -> f32 {
  return angle(correlation) / f32(lag);
}

// By how many samples to move a start, from both symbols at `at` of y, which begin PERIOD samples early. It minimizes the interference
// of paths outside the guard interval, plus a little of the paths' squared distances.
fn moveOf(i: u32, at: u32) -> i32 {
  let k = i % LENGTH;
  let first = turned[at + k];
  let second = turned[at + LENGTH + k];
  let own = select(0.0, 1.0, i < LENGTH);
  let agreement = total(i, vec4f(own * mulConj(second, first), 0.0, 0.0)).xy;
  let again = mul(second, phasor(0u - turns(angle(agreement))));
  let difference = first - again;
  let noise = total(i, vec4f(own * dot(difference, difference), 0.0, 0.0, 0.0)).x;
  if (i < LENGTH) { delays[i] = 0.5 * (first + again); }
  workgroupBarrier();

  // The impulse response. Carrier 0 is not sent; the mean of its neighbours, for delays near PERIOD, replaces it.
  var response = vec2f();
  for (var j = 0u; j < LENGTH; j++) { response += mulConj(delays[j], symbol[(j - k) % LENGTH]); }
  let cosine = phasor((k - PERIOD) << 26u).x;
  response += total(i, vec4f(own * cosine * response, 0.0, 0.0)).xy / f32(LENGTH);
  delays[i] = response;
  workgroupBarrier();
  // A taper over the carriers, so that a path leaks into the neighbouring delays only.
  let tapered = 0.5 * response + 0.25 * (delays[(k + 1u) % LENGTH] + delays[(k + LENGTH - 1u) % LENGTH]);
  let power = dot(tapered, tapered);
  // The floor is 12 times the mean of noise: of both symbols' mean, correlated and tapered.
  let variance = noise / f32(2u * LENGTH);
  let floor = max(12.0 * 0.375 * 0.5 * variance * ENERGY, 2e-3 * largest(i, power, i).x);
  delays[i] = vec2f(select(0.0, power, power > floor), 0.0);
  workgroupBarrier();

  var cost = 0.0;
  for (var l = 0u; l < LENGTH; l++) {
    let delay = f32(i32(l) - i32(i)); // after the start that is moved by i − PERIOD
    let outside = max(0.0, max(delay - f32(PERIOD - ADVANCE), -f32(ADVANCE) - delay));
    cost += delays[l].x * (outside + 1e-3 * delay * delay);
  }
  return i32(largest(i, select(-cost, -1e38, i >= MOVES), i).y) - i32(PERIOD);
}

// The constant d of nine periods in `turned`, which are d plus a turning sequence of period 16 and mean 0: the least-squares
// estimate. The plain mean would hold a part of the sequence's neighbouring carriers.
fn constantOffset(i: u32, sum: vec2f, offset: f32) -> vec2f {
  let step = turns(offset);
  var back = vec2f();
  var explained = vec2f();
  if (i < PERIOD) {
    for (var p = 0u; p < PERIODS; p++) {
      let n = PERIOD * p + i;
      let turn = phasor(0u - n * step);
      back += turn;
      explained += mul(turned[n], turn);
    }
  }
  let n = 1.0 / f32(PERIODS);
  let means = n / f32(PERIOD) * total(i, vec4f(back, explained));
  let own = select(0.0, 1.0, i < PERIOD);
  let g = own * (n * back - means.xy);
  let e = own * (n * explained - means.zw);
  let both = f32(PERIODS) * total(i, vec4f(mulConj(e, g), dot(g, g), 0.0));
  return (sum - both.xy) / (f32(PERIODS * PERIOD) - both.z);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let row = group.x + group.y * groups.x;
  let f = min(row, arrayLength(&candidates) - 1u);
  let candidate = candidates[f].x;
  let known = training[i % LENGTH];
  if (i < LENGTH) { symbol[i] = known.xy; }

  // Rough values. Five periods of the short training have a mean of 0.
  let now = sample(candidate + ROUGH + i);
  let rest = total(i, vec4f(select(vec2f(), now, i < 5u * PERIOD), 0.0, 0.0)).xy / f32(5u * PERIOD);
  let lag = mulConj(sample(candidate + ROUGH + PERIOD + i) - rest, now - rest);
  let rough = offsetOf(total(i, vec4f(select(vec2f(), lag, i < 4u * PERIOD), 0.0, 0.0)).xy, PERIOD);

  // Likeness of both symbols. y begins PERIOD samples before the first one.
  let first = candidate - min(candidate, EARLY);
  let limit = min(candidates[f].y - min(candidates[f].y, EARLY), max(params.length, 5u * LENGTH - 1u) - (5u * LENGTH - 1u));
  let starts = min(max(limit, first) - first, SEARCH);
  let back = 0u - turns(rough);
  for (var m = i; m < SEARCH + 4u * LENGTH; m += GROUP) {
    let n = first + LONG - PERIOD + m;
    turned[m] = mul(sample(n) - rest, phasor((n - candidate) * back));
  }
  workgroupBarrier();
  for (var m = i; m < SEARCH + 2u * LENGTH; m += GROUP) {
    var c = vec2f();
    var energy = 0.0;
    for (var k = 0u; k < LENGTH; k++) {
      let y = turned[m + PERIOD + k];
      c += mulConj(y, symbol[k]);
      energy += dot(y, y);
    }
    alike[m] = select(0.0, sqrt(dot(c, c) / (ENERGY * energy)), energy > 0.0);
  }
  workgroupBarrier();
  // Half of a symbol precedes the first one, and none follows the second one: so a start 64 samples early loses.
  var best = vec2f(-2.0, 0.0);
  for (var m = i; m < starts; m += GROUP) {
    best = larger(best, vec2f(alike[m + LENGTH] * (alike[m] - alike[m + 2u * LENGTH]), f32(m)));
  }
  let at = u32(largest(i, best.x, u32(best.y)).y);
  let likely = starts > 0u && alike[at] * alike[at + LENGTH] >= LIKENESS;
  let peak = select(candidate, first + at, starts > 0u);
  let start = u32(max(0, i32(peak) + moveOf(i, at)));

  // Offsets from nine periods of the short training.
  workgroupBarrier();
  for (var m = i; m < PERIODS * PERIOD; m += GROUP) { turned[m] = sample(start + PERIOD - ADVANCE + m); }
  workgroupBarrier();
  var sum = turned[i];
  if (i < PERIOD) { sum += turned[i + GROUP]; }
  sum = total(i, vec4f(sum, 0.0, 0.0)).xy;
  let centre = sum / f32(PERIODS * PERIOD);
  let coarse = offsetOf(total(i, vec4f(mulConj(turned[i + PERIOD] - centre, turned[i] - centre), 0.0, 0.0)).xy, PERIOD);
  let dc = constantOffset(i, sum, coarse);

  // The offset from lag 64: a part of the guard interval, and the first symbol.
  let n = start + LONG - ADVANCE;
  let early = sample(n - PERIOD + i) - dc;
  let late = sample(n - PERIOD + LENGTH + i) - dc;
  let pair = select(vec2f(), mulConj(late, early), i < PERIOD + LENGTH);
  let fine = offsetOf(total(i, vec4f(pair, 0.0, 0.0)).xy, LENGTH);
  let step = 6.283185307179586 / f32(LENGTH);
  let offset = fine + step * round((coarse - fine) / step);

  // Transforms of the mean and of the difference of both symbols.
  let k = i % LENGTH;
  let after = LONG - ADVANCE + k;
  let one = mulConj(sample(start + after) - dc, phasor(turnsAfter(after, offset)));
  let other = mulConj(sample(start + after + LENGTH) - dc, phasor(turnsAfter(after + LENGTH, offset)));
  workgroupBarrier();
  turned[i] = select(one - other, 0.5 * (one + other), i < LENGTH);
  workgroupBarrier();
  var bin = vec2f();
  for (var j = 0u; j < LENGTH; j++) { bin += mulConj(turned[i - k + j], phasor((j * k) << 26u)); }
  bin *= known.z;
  let power = dot(bin, bin);
  let powers = total(i, vec4f(select(vec2f(0.0, power), vec2f(power, 0.0), i < LENGTH), select(0.0, abs(known.z), i < LENGTH), 0.0));
  // The offset was chosen so that both symbols agree in phase, which takes one of their real differences.
  let noise = max(powers.y / (2.0 * powers.z - 1.0), 1e-6 * powers.x / powers.z);
  let found = likely && powers.x >= STRENGTH * powers.z * noise;

  if (row >= counts[0]) { return; }
  if (i < LENGTH) { channel[row * LENGTH + i] = select(vec2f(), bin, found); }
  if (i > 0u) { return; }
  var frame = Frame();
  frame.start = select(peak, start, found);
  frame.offset = select(rough, offset, found);
  if (found) {
    frame.noise = noise;
    frame.dcReal = dc.x;
    frame.dcImaginary = dc.y;
  } else {
    frame.status = NO_LONG_TRAINING;
  }
  frames[row] = frame;
}
