// An adaptive equalizer of one stream: z = wᴴu + bᴴp with the samples u and the past decisions p, v = [u; p] and the taps x = [w; b].
// LMS: x += μve*, e = d − z. NLMS: μ/(10⁻⁶ + |v|²). RLS: g = Pv, x += g·e*/(λ + vᴴg), P ← (P − g·gᴴ/(λ + vᴴg))/λ.
// CMA: e = z(R − |z|²). MMA: the same per axis. One workgroup with one invocation per tap; the symbols follow each other.
// Needs lib/complex, lib/least-squares, lib/recent-sample, lib/constellation and its libraries, and the constants RULE (0: LMS, 1: NLMS, 2: RLS, 3: CMA,
// 4: MMA), FORWARD, TOTAL and ROW, TOTAL for RLS and else 1: three are lengths of arrays.
override GROUP: u32;   // invocations, at least TOTAL
override WORDS: u32;   // 2
override HISTORY: u32; // samples before the page
override BITS: u32;    // of the constellation
override SPS: u32;     // samples per symbol
override NEWEST: u32;  // of a symbol's samples, the newest one in u
override START: u32;   // the tap that starts as 1; 2³² − 1: none
override HOLD: bool;   // taps stay after the training
const LIMIT = 1e6;     // |z|² at which the taps start again
const MOST = 16777216u; // symbols are counted up to here
struct Params {
  training: u32,   // T
  first: u32,      // symbol that begins the training
  step: f32,       // μ
  forgetting: f32, // λ
  start: f32,      // P at the start
  modulus: f32,    // R
  limit: f32,      // of the parts of a blind error
}
@group(0) @binding(0) var<storage, read> count: array<u32>; // samples
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> recent: array<f32>;
@group(0) @binding(3) var<storage, read> training: array<vec2f>;
@group(0) @binding(4) var<storage, read_write> state: array<vec2f>;    // [x, v, (symbols, 0)]
@group(0) @binding(5) var<storage, read_write> matrix: array<vec2f>;   // P: [ROW][GROUP]
@group(0) @binding(6) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(7) var<uniform> params: Params;

var<workgroup> inputs: array<vec2f, TOTAL>; // v
var<workgroup> gains: array<vec2f, TOTAL>;  // g
var<workgroup> terms: array<vec3f, TOTAL>;  // x*v, and |v|² or Re(v*g)
var<workgroup> begun: vec2u;

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) { begun = vec2u(u32(state[2u * TOTAL].x), count[0] / SPS); }
  let begin = workgroupUniformLoad(&begun);
  let isTap = lane < TOTAL;
  let place = min(lane, TOTAL - 1u);
  let first = vec2f(f32(place == START), 0.0);
  var tap = select(state[place], first, begin.x == 0u);
  var past = state[TOTAL + place];
  var row = array<vec2f, ROW>();
  if (RULE == 2u) {
    for (var j = 0u; j < ROW; j++) {
      row[j] = select(matrix[j * GROUP + lane], startElement(lane, j, params.start), begin.x == 0u);
    }
  }
  var k = begin.x;
  for (var n = 0u; n < begin.y; n++) {
    var v = past;
    if (place < FORWARD) { v = sample(i32(n * SPS + NEWEST) - i32(place)); }
    if (isTap) { inputs[place] = v; }
    workgroupBarrier();
    var g = v;
    if (RULE == 2u) {
      g = vec2f();
      for (var j = 0u; j < ROW; j++) { g += mul(row[j], inputs[j]); }
    }
    if (isTap) {
      gains[place] = g;
      terms[place] = vec3f(mulConj(v, tap), dot(v, g));
    }
    workgroupBarrier();
    var sum = vec3f();
    for (var j = 0u; j < TOTAL; j++) { sum += terms[j]; }
    let z = sum.xy;
    if (lane == 0u) { y[n] = z; }
    let index = i32(k) - i32(params.first);
    let isTraining = index >= 0i && index < i32(params.training);
    var wanted = pointOfLabel(labelOfPoint(z, BITS), BITS);
    if (isTraining) { wanted = training[index]; }
    // Before the training nothing is known that could be fed back.
    if (index < 0i) { wanted = vec2f(); }
    var error = wanted - z;
    if (RULE == 3u) { error = z * (params.modulus - dot(z, z)); }
    if (RULE == 4u) { error = z * (params.modulus - z * z); }
    if (RULE >= 3u) { error = clamp(error, vec2f(-params.limit), vec2f(params.limit)); }
    let isIdle = index < 0i || (HOLD && !isTraining);
    // A NaN is not below the limit either.
    let isLost = !(dot(z, z) < LIMIT);
    if (isLost) {
      tap = first;
      if (RULE == 2u) {
        for (var j = 0u; j < ROW; j++) { row[j] = startElement(lane, j, params.start); }
      }
    } else if (!isIdle && RULE == 2u) {
      let scale = 1.0 / (params.forgetting + sum.z);
      tap += scale * mulConj(g, error);
      for (var j = 0u; j < ROW; j++) {
        row[j] = (row[j] - scale * hermitianProduct(g, gains[j])) / params.forgetting;
      }
    } else if (!isIdle) {
      tap += params.step / select(1.0, 1e-6 + sum.z, RULE == 1u) * mulConj(v, error);
    }
    // Decisions move on by one tap.
    if (place >= FORWARD) { past = select(inputs[place - 1u], wanted, place == FORWARD); }
    k = min(k + 1u, MOST);
    workgroupBarrier();
  }
  for (var j = 0u; j < ROW; j++) { matrix[j * GROUP + lane] = row[j]; }
  if (isTap) {
    state[place] = tap;
    state[TOTAL + place] = past;
  }
  if (lane == 0u) { state[2u * TOTAL] = vec2f(f32(k), 0.0); }
}
