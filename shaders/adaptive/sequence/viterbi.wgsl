// Maximum likelihood of a sequence by the Viterbi algorithm: Λ[k](s′) = min_d Λ[k − 1](s) + |y[k] − Σ_l h[l]·a[k − l]|², where a state
// holds the last L symbols, the newest as its lowest digit, and d is the symbol that leaves it. The symbols before and after the packet
// are known. A workgroup has ROWS packets with LANES invocations each; an invocation owns every LANES-th state. Needs lib/complex,
// lib/trellis and the constants LANES, ROWS, STATES, M^L, CHOICES, M, MEMORY, L, and OWNED, ⌈STATES/LANES⌉: they are the lengths of arrays.
override OWN: u32;       // 1: each packet has its channel
override TAPS: u32;      // of the channel, at most L + 1
override BEST: u32;      // 1: writes the best state of each instant
const FAR = 1e30;
const LEVELLED = 64u;    // symbols between two subtractions of the smallest metric
const WORDS = (STATES + 3u) / 4u; // of leaving symbols per instant
struct Params {
  packets: u32,
  symbols: u32, // K
  guard: u32,
}
@group(0) @binding(0) var<storage, read> received: array<vec2f>;      // [row][packet]
@group(0) @binding(1) var<storage, read> labels: array<u32>;          // [word][packet], four labels each
@group(0) @binding(2) var<storage, read> points: array<vec2f>;        // by label
@group(0) @binding(3) var<storage, read> taps: array<vec2f>;          // [tap][packet] or [tap]
@group(0) @binding(4) var<storage, read_write> survivors: array<u32>; // [packet][K + L][WORDS], four leaving symbols each
@group(0) @binding(5) var<storage, read_write> best: array<u32>;      // [packet][K + L], a state
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> metrics: array<array<f32, STATES>, 2u * ROWS>;
var<workgroup> leaving: array<array<u32, STATES>, ROWS>;
var<workgroup> echoes: array<array<vec2f, CHOICES>, ROWS>;            // h[L]·a
var<workgroup> least: array<array<vec2f, LANES>, ROWS>;               // metric and state

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) id: vec3u) {
  let lane = id.x;
  let row = id.y;
  let packet = min(group.x * ROWS + row, params.packets - 1u);
  let isWritten = group.x * ROWS + row < params.packets;
  let steps = params.symbols + MEMORY;
  for (var a = lane; a < CHOICES; a += LANES) { echoes[row][a] = mul(tap(MEMORY, packet), points[a]); }
  // Σ_(l < L) h[l]·a[k − l] of the own states.
  var direct = array<vec2f, OWNED>();
  let start = knownState(params.guard, packet);
  for (var i = 0u; i < OWNED; i++) {
    let state = lane + i * LANES;
    if (state < STATES) {
      direct[i] = response(state, 0u, packet);
      metrics[2u * row][state] = select(FAR, 0.0, state == start);
    }
  }
  workgroupBarrier();
  for (var k = 0u; k < steps; k++) {
    let before = 2u * row + k % 2u;
    let to = 2u * row + 1u - k % 2u;
    let y = received[(params.guard + k) * params.packets + packet];
    let isKnown = k >= params.symbols;
    var known = 0u;
    if (isKnown) { known = label(params.guard + k, packet); }
    var minimum = vec2f(FAR, 0.0);
    for (var i = 0u; i < OWNED; i++) {
      let state = lane + i * LANES;
      if (state < STATES) {
        let rest = y - direct[i];
        var metric = 4.0 * FAR;
        var oldest = 0u;
        for (var d = 0u; d < CHOICES; d++) {
          let error = rest - echoes[row][d];
          let candidate = metrics[before][state / CHOICES + d * (STATES / CHOICES)] + dot(error, error);
          if (candidate < metric) { metric = candidate; oldest = d; }
        }
        if (isKnown && state % CHOICES != known) { metric = FAR; }
        metrics[to][state] = metric;
        leaving[row][state] = oldest;
        if (metric < minimum.x) { minimum = vec2f(metric, f32(state)); }
      }
    }
    let isLevelled = k % LEVELLED == LEVELLED - 1u;
    if (isLevelled || BEST == 1u) { least[row][lane] = minimum; }
    workgroupBarrier();
    if (isWritten) {
      for (var word = lane; word < WORDS; word += LANES) {
        var packed = 0u;
        for (var i = 0u; i < 4u && 4u * word + i < STATES; i++) { packed |= leaving[row][4u * word + i] << (8u * i); }
        survivors[(packet * steps + k) * WORDS + word] = packed;
      }
    }
    if (isLevelled || (BEST == 1u && lane == 0u)) {
      for (var i = 0u; i < LANES; i++) {
        if (least[row][i].x < minimum.x) { minimum = least[row][i]; }
      }
      if (BEST == 1u && isWritten && lane == 0u) { best[packet * steps + k] = u32(minimum.y); }
      if (isLevelled) {
        for (var state = lane; state < STATES; state += LANES) { metrics[to][state] -= minimum.x; }
      }
    }
    workgroupBarrier();
  }
}
