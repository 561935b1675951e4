// The most likely symbols of one stream by the Viterbi algorithm: Λ[k](s′) = min_d Λ[k − 1](s) + |y[k] − o(s′) − h[L]·a(d)|². A state holds
// the last L symbols, the newest as its lowest digit; d is the symbol that leaves it, and o(s′) the response to its symbols. Before the
// stream there is silence. TASK 0: one workgroup goes from symbol to symbol, an invocation owns every LANES-th state. TASK 1: an invocation
// per output follows the best path of its instant back by DEPTH symbols. Needs the constants LANES, STATES, M^L, CHOICES, M,
// and OWNED, STATES/LANES: they are the lengths of arrays.
override TASK: u32;
override MEMORY: u32;  // L, at least 1
override DEPTH: u32;   // symbols before a decision
override ROWS: u32;    // of the ring of survivors: DEPTH and a page
const FAR = 3e38;      // above all metrics
const LARGEST = 1e30;  // |y|² that is used
const LEVELLED = 64u;  // symbols between two subtractions of the smallest metric
const WORDS = (STATES + 3u) / 4u; // of leaving symbols in a row
const MOST = 0x80000000u; // symbols are counted up to here, and then again from half of it
@group(0) @binding(0) var<storage, read> count: array<u32>;           // samples
@group(0) @binding(1) var<storage, read> x: array<vec2f>;
@group(0) @binding(2) var<storage, read> tables: array<vec2f>;        // points and h[L]·a by label, o by state: [L][STATES], of the stream's first k + 1 symbols at row k
@group(0) @binding(3) var<storage, read_write> state: array<u32>;     // next row, symbols so far; Λ as bits
@group(0) @binding(4) var<storage, read_write> survivors: array<u32>; // [ROWS][WORDS + 1], four leaving symbols each; the best state
@group(0) @binding(5) var<storage, read_write> y: array<vec2f>;

var<workgroup> paths: array<array<f32, STATES>, 2>;
var<workgroup> leaving: array<u32, STATES>;
var<workgroup> least: array<vec2f, LANES>; // metric and state
var<workgroup> begun: vec3u;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (TASK == 1u) {
    decide((group.y * groups.x + group.x) * LANES + lane);
    return;
  }
  if (lane == 0u) { begun = vec3u(state[0], state[1], count[0]); }
  let begin = workgroupUniformLoad(&begun);
  for (var s = lane; s < STATES; s += LANES) { paths[0][s] = bitcast<f32>(state[2u + s]); }
  workgroupBarrier();
  var row = begin.x;
  var k = begin.y;
  for (var n = 0u; n < begin.z; n++) {
    let before = n % 2u;
    let hasEcho = k >= MEMORY;
    // A sample that is not finite says nothing about symbols. A NaN is not below the limit either.
    let isUsed = dot(x[n], x[n]) < LARGEST;
    let responses = 2u * CHOICES + min(k, MEMORY - 1u) * STATES;
    var minimum = vec2f(FAR, 0.0);
    for (var i = 0u; i < OWNED; i++) {
      let s = lane + i * LANES;
      let rest = x[n] - tables[responses + s];
      var metric = FAR;
      var oldest = 0u;
      for (var d = 0u; d < CHOICES; d++) {
        let error = rest - select(vec2f(), tables[CHOICES + d], hasEcho);
        let candidate = paths[before][s / CHOICES + d * (STATES / CHOICES)] + select(0.0, dot(error, error), isUsed);
        if (candidate < metric) { metric = candidate; oldest = d; }
      }
      paths[1u - before][s] = metric;
      leaving[s] = oldest;
      if (metric < minimum.x) { minimum = vec2f(metric, f32(s)); }
    }
    least[lane] = minimum;
    workgroupBarrier();
    for (var word = lane; word < WORDS; word += LANES) {
      var packed = 0u;
      for (var i = 0u; i < 4u && 4u * word + i < STATES; i++) { packed |= leaving[4u * word + i] << (8u * i); }
      survivors[row * (WORDS + 1u) + word] = packed;
    }
    for (var width = LANES / 2u; width > 0u; width /= 2u) {
      if (lane < width) {
        let other = least[lane + width];
        let own = least[lane];
        if (other.x < own.x || (other.x == own.x && other.y < own.y)) { least[lane] = other; }
      }
      workgroupBarrier();
    }
    if (lane == 0u) { survivors[row * (WORDS + 1u) + WORDS] = u32(least[0].y); }
    if (k % LEVELLED == LEVELLED - 1u) {
      let level = least[0].x;
      for (var s = lane; s < STATES; s += LANES) { paths[1u - before][s] -= level; }
    }
    row = (row + 1u) % ROWS;
    k = select(k + 1u, MOST / 2u, k + 1u == MOST);
    workgroupBarrier();
  }
  for (var s = lane; s < STATES; s += LANES) { state[2u + s] = bitcast<u32>(paths[begin.z % 2u][s]); }
  if (lane == 0u) {
    state[0] = row;
    state[1] = k;
  }
}

// Output n: the symbol DEPTH before it, or 0 at the stream's beginning.
fn decide(n: u32) {
  if (n >= count[0]) { return; }
  let later = count[0] - n;
  if (state[1] < later + DEPTH) {
    y[n] = vec2f();
    return;
  }
  var row = (state[0] + ROWS - later) % ROWS;
  var s = survivors[row * (WORDS + 1u) + WORDS];
  for (var i = 0u; i < DEPTH; i++) {
    let oldest = (survivors[row * (WORDS + 1u) + s / 4u] >> (8u * (s % 4u))) & 0xffu;
    s = s / CHOICES + oldest * (STATES / CHOICES);
    row = (row + ROWS - 1u) % ROWS;
  }
  y[n] = tables[s % CHOICES];
}
