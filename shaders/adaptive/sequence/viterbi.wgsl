// Maximum likelihood of a sequence by the Viterbi algorithm: Λ[k](s′) = min_d Λ[k − 1](s) + |y[k] − Σ_l h[l]·a[k − l]|², where a state
// holds the last L symbols, the newest as its lowest digit, and d is the symbol that leaves it. The symbols before and after the packet
// are known. A workgroup has ROWS packets with LANES invocations each. An invocation owns OWNED consecutive states: SHARE of them differ in the
// newest symbol only, so they have the same states before them. It collects the symbols that leave a state in a word, PER of them. Needs
// lib/complex, lib/trellis and the constants LANES, ROWS, STATES, M^L, CHOICES, M, BITS, log2 M, MEMORY, L, OWNED, and WINDOW: they are the
// lengths of arrays.
override OWN: u32;       // 1: each packet has its channel
override TAPS: u32;      // of the channel, at most L + 1
override BEST: u32;      // 1: writes the best state of each instant
const FAR = 1e30;
const LEVELLED = 64u;    // symbols between two subtractions of the smallest metric
const SHARE = min(OWNED, CHOICES);
const PER = 32u / BITS;
struct Params {
  packets: u32,
  symbols: u32, // K
  guard: u32,
}
@group(0) @binding(0) var<storage, read> received: array<vec2f>;      // [row][packet]
@group(0) @binding(1) var<storage, read> labels: array<u32>;          // [word][packet], four labels each
@group(0) @binding(2) var<storage, read> points: array<vec2f>;        // by label
@group(0) @binding(3) var<storage, read> taps: array<vec2f>;          // [tap][packet] or [tap]
@group(0) @binding(4) var<storage, read_write> survivors: array<u32>; // [packet][⌈(K + L)/PER⌉][state], PER leaving symbols each
@group(0) @binding(5) var<storage, read_write> best: array<u32>;      // [packet][K + L], a state
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> metrics: array<array<f32, STATES>, 2u * ROWS>;
var<workgroup> echoes: array<array<vec2f, CHOICES>, ROWS>;               // h[L]·a
var<workgroup> least: array<array<vec2f, LANES + 1u>, ROWS * WINDOW>;    // metric and state of each invocation, at WINDOW instants

// The least metric at an instant, and its state.
fn leastOf(slot: u32) -> vec2f {
  var minimum = least[slot][0];
  for (var i = 1u; i < LANES; i++) {
    if (least[slot][i].x < minimum.x) { minimum = least[slot][i]; }
  }
  return minimum;
}

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) id: vec3u) {
  let lane = id.x;
  let row = id.y;
  let packet = min(group.x * ROWS + row, params.packets - 1u);
  let isWritten = group.x * ROWS + row < params.packets;
  let steps = params.symbols + MEMORY;
  let own = lane * OWNED;
  for (var a = lane; a < CHOICES; a += LANES) { echoes[row][a] = mul(tap(MEMORY, packet), points[a]); }
  // Σ_(l < L) h[l]·a[k − l] of the own states.
  var direct = array<vec2f, OWNED>();
  var leaving = array<u32, OWNED>();
  let start = knownState(params.guard, packet);
  for (var i = 0u; i < OWNED; i++) {
    direct[i] = response(own + i, 0u, packet);
    metrics[2u * row][own + i] = select(FAR, 0.0, own + i == start);
  }
  workgroupBarrier();
  var place = 0u; // of symbol k in its word
  var at = packet * ((steps + PER - 1u) / PER) * STATES + own;
  var y = received[params.guard * params.packets + packet];
  for (var k = 0u; k < steps; k++) {
    let before = 2u * row + k % 2u;
    let to = 2u * row + 1u - k % 2u;
    // Memory is slow: the next sample is fetched during this step.
    let next = received[(params.guard + k + 1u) * params.packets + packet];
    let isKnown = k >= params.symbols;
    var known = 0u;
    if (isKnown) { known = label(params.guard + k, packet); }
    var minimum = vec2f(FAR, 0.0);
    for (var first = 0u; first < OWNED; first += SHARE) {
      let source = (own + first) / CHOICES;
      var metric = array<f32, SHARE>();
      var oldest = array<u32, SHARE>();
      for (var i = 0u; i < SHARE; i++) { metric[i] = 4.0 * FAR; }
      for (var d = 0u; d < CHOICES; d++) {
        let old = metrics[before][source + d * (STATES / CHOICES)];
        let echo = echoes[row][d];
        for (var i = 0u; i < SHARE; i++) {
          let error = y - direct[first + i] - echo;
          let candidate = old + dot(error, error);
          if (candidate < metric[i]) { metric[i] = candidate; oldest[i] = d; }
        }
      }
      for (var i = 0u; i < SHARE; i++) {
        let state = own + first + i;
        if (isKnown && state % CHOICES != known) { metric[i] = FAR; }
        metrics[to][state] = metric[i];
        leaving[first + i] |= oldest[i] << (BITS * place);
        if (metric[i] < minimum.x) { minimum = vec2f(metric[i], f32(state)); }
      }
    }
    let slot = k % WINDOW;
    let isLevelled = k % LEVELLED == LEVELLED - 1u;
    if (isLevelled || BEST == 1u) { least[row * WINDOW + slot][lane] = minimum; }
    workgroupBarrier();
    let isLast = BEST == 1u && (slot == WINDOW - 1u || k == steps - 1u);
    // An invocation per instant looks for the best states of a window.
    if (isLast && isWritten) {
      for (var i = lane; i <= slot; i += LANES) { best[packet * steps + k - slot + i] = u32(leastOf(row * WINDOW + i).y); }
    }
    if (isLevelled) {
      let smallest = leastOf(row * WINDOW + slot).x;
      for (var i = 0u; i < OWNED; i++) { metrics[to][own + i] -= smallest; }
    }
    if (isLast || isLevelled) { workgroupBarrier(); }
    place++;
    if (place == PER || k == steps - 1u) {
      for (var i = 0u; i < OWNED; i++) {
        if (isWritten) { survivors[at + i] = leaving[i]; }
        leaving[i] = 0u;
      }
      place = 0u;
      at += STATES;
    }
    y = next;
  }
}
