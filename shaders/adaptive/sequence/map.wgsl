// Probabilities of bits by the algorithm of Bahl, Cocke, Jelinek and Raviv, on logarithms. With the branch metric
// g = ln p(a[k]) − gamma·|y[k] − Σ_l h[l]·a[k − l]|², α[k](s′) = ln Σ e^(α[k − 1](s) + g) and β[k − 1](s) = ln Σ e^(β[k](s′) + g).
// A state holds the last L symbols: the newest symbol is the lowest digit of s′, so ln p(a[k] = a | y) is a sum over the states s′ with
// this digit. The symbols before and after the packet are known. α of BLOCK symbols is kept. With more symbols, a first pass keeps
// the α before each block, and each block computes its α again. A workgroup has ROWS packets with LANES invocations each. An invocation owns
// OWNED states, SHARE at a time: for α, states that differ in the newest symbol only, so they have the same states before them; for β, states
// that differ in the oldest symbol only, so they have the same states after them. Needs lib/complex, lib/log-sum, lib/trellis and the constants
// of the kernel viterbi.
override OWN: u32;       // 1: each packet has its channel
override TAPS: u32;      // of the channel, at most L + 1
override PRIORS: u32;    // 1: bits have priors
const SHARE = min(OWNED, CHOICES);
const GROUPS = STATES / CHOICES; // states that differ in neither the newest nor the oldest symbol
const LEVELLED = 32u;    // symbols between two subtractions of the largest metric
struct Params {
  packets: u32,
  symbols: u32, // K
  guard: u32,
  block: u32,   // symbols whose α is kept
  gamma: f32, // γ; γ/2 on real links
}
@group(0) @binding(0) var<storage, read> received: array<vec2f>;          // [row][packet]
@group(0) @binding(1) var<storage, read> labels: array<u32>;              // [word][packet], four labels each
@group(0) @binding(2) var<storage, read> points: array<vec2f>;            // by label
@group(0) @binding(3) var<storage, read> taps: array<vec2f>;              // [tap][packet] or [tap]
@group(0) @binding(4) var<storage, read> priors: array<f32>;              // [K·BITS][packet], ln p(1)/p(0)
@group(0) @binding(5) var<storage, read_write> alphas: array<f32>;        // [packet][BLOCK + ⌈K/BLOCK⌉][state]
@group(0) @binding(6) var<storage, read_write> extrinsic: array<f32>;     // [K·BITS][packet]
@group(0) @binding(7) var<storage, read_write> estimates: array<vec2f>;   // [symbol][packet]
@group(0) @binding(8) var<uniform> params: Params;

var<workgroup> metrics: array<array<f32, STATES>, 2u * ROWS>;
var<workgroup> heads: array<array<vec2f, CHOICES>, ROWS>;      // h[0]·a
var<workgroup> echoes: array<array<vec2f, CHOICES>, ROWS>;     // h[L]·a
var<workgroup> parts: array<array<f32, LANES * SHARE>, ROWS>;  // of the sums, by the newest symbol first
var<workgroup> sums: array<array<f32, CHOICES>, ROWS>;         // ln p(a | y)
var<workgroup> ones: array<array<u32, BITS>, ROWS>;            // decided bits
var<private> direct: array<vec2f, OWNED>;                      // Σ_(l < L) h[l]·a of the own states of α
var<private> past: array<vec2f, OWNED>;                        // Σ_(l > 0) h[l]·a of the own states of β
var<private> upcoming: vec2f;                                  // the next step's sample: memory is slow
var<private> row: u32;
var<private> lane: u32;
var<private> packet: u32;
var<private> isWritten: bool;

fn priorOf(k: u32, bit: u32) -> f32 {
  return priors[(k * BITS + bit) * params.packets + packet];
}

// ln p(a[k] = a), without a constant.
fn apriori(k: u32, a: u32) -> f32 {
  if (k >= params.symbols) { return select(-FAR, 0.0, a == label(params.guard + k, packet)); }
  var sum = 0.0;
  if (PRIORS == 1u) {
    for (var bit = 0u; bit < BITS; bit++) {
      if (((a >> (BITS - 1u - bit)) & 1u) == 1u) { sum += priorOf(k, bit); }
    }
  }
  return sum;
}

fn sampleOf(k: u32) -> vec2f {
  return received[(params.guard + k) * params.packets + packet];
}

// Ends a step whose new metrics are at `to`: all invocations see them, and at some steps the largest is subtracted.
fn finish(k: u32, to: u32, own: f32) {
  let isLevelled = k % LEVELLED == LEVELLED - 1u;
  if (isLevelled) {
    parts[row][lane] = own;
    workgroupBarrier();
    var largest = own;
    for (var i = 0u; i < LANES; i++) { largest = max(largest, parts[row][i]); }
    for (var state = lane; state < STATES; state += LANES) { metrics[to][state] -= largest; }
  }
  workgroupBarrier();
}

// The own state of β with this number.
fn laterState(i: u32) -> u32 {
  let chunk = (lane * OWNED + i) / SHARE;
  return chunk % GROUPS + (chunk / GROUPS * SHARE + i % SHARE) * GROUPS;
}

// α of symbol k, without its prior to the memory at `kept`, with it for the next step.
fn forward(k: u32, kept: u32, isKept: bool) {
  let before = 2u * row + k % 2u;
  let to = 2u * row + 1u - k % 2u;
  let y = upcoming;
  upcoming = sampleOf(k + 1u);
  var largest = NOTHING.largest;
  for (var first = 0u; first < OWNED; first += SHARE) {
    let source = (lane * OWNED + first) / CHOICES;
    var branches = array<LogSum, SHARE>();
    for (var i = 0u; i < SHARE; i++) { branches[i] = NOTHING; }
    for (var d = 0u; d < CHOICES; d++) {
      let metric = metrics[before][source + d * GROUPS];
      let echo = echoes[row][d];
      for (var i = 0u; i < SHARE; i++) {
        let error = y - direct[first + i] - echo;
        branches[i] = plus(branches[i], metric - params.gamma * dot(error, error));
      }
    }
    for (var i = 0u; i < SHARE; i++) {
      let state = lane * OWNED + first + i;
      let alpha = total(branches[i]);
      if (isKept && isWritten) { alphas[kept + state] = alpha; }
      let metric = alpha + apriori(k, state % CHOICES);
      metrics[to][state] = metric;
      largest = max(largest, metric);
    }
  }
  finish(k, to, largest);
}

// β of symbol k − 1, with its prior.
fn backward(k: u32) {
  let before = 2u * row + k % 2u;
  let to = 2u * row + 1u - k % 2u;
  let y = upcoming;
  upcoming = sampleOf(k - 1u);
  var largest = NOTHING.largest;
  for (var first = 0u; first < OWNED; first += SHARE) {
    let successor = (laterState(first) % GROUPS) * CHOICES;
    var branches = array<LogSum, SHARE>();
    for (var i = 0u; i < SHARE; i++) { branches[i] = NOTHING; }
    for (var a = 0u; a < CHOICES; a++) {
      let metric = metrics[before][successor + a];
      let head = heads[row][a];
      for (var i = 0u; i < SHARE; i++) {
        let error = y - past[first + i] - head;
        branches[i] = plus(branches[i], metric - params.gamma * dot(error, error));
      }
    }
    for (var i = 0u; i < SHARE; i++) {
      let state = laterState(first + i);
      let metric = total(branches[i]) + apriori(k - 1u, state % CHOICES);
      metrics[to][state] = metric;
      largest = max(largest, metric);
    }
  }
  finish(k, to, largest);
}

// The bits of symbol k from its α at `kept` and β.
fn decide(k: u32, kept: u32) {
  var own = array<LogSum, SHARE>();
  for (var i = 0u; i < SHARE; i++) { own[i] = NOTHING; }
  for (var first = 0u; first < OWNED; first += SHARE) {
    for (var i = 0u; i < SHARE; i++) {
      let state = lane * OWNED + first + i;
      own[i] = plus(own[i], alphas[kept + state] + metrics[2u * row + k % 2u][state]);
    }
  }
  for (var i = 0u; i < SHARE; i++) { parts[row][lane * SHARE + i] = total(own[i]); }
  workgroupBarrier();
  for (var a = lane; a < CHOICES; a += LANES) {
    var largest = parts[row][a];
    for (var i = a + CHOICES; i < LANES * SHARE; i += CHOICES) { largest = max(largest, parts[row][i]); }
    var rest = 0.0;
    for (var i = a; i < LANES * SHARE; i += CHOICES) { rest += exp(parts[row][i] - largest); }
    sums[row][a] = total(LogSum(largest, rest));
  }
  workgroupBarrier();
  for (var bit = lane; bit < BITS; bit += LANES) {
    var sides = array<LogSum, 2>(NOTHING, NOTHING);
    for (var a = 0u; a < CHOICES; a++) {
      let side = (a >> (BITS - 1u - bit)) & 1u;
      sides[side] = plus(sides[side], sums[row][a]);
    }
    let llr = total(sides[1]) - total(sides[0]);
    ones[row][bit] = u32(llr > 0.0);
    if (isWritten) {
      var prior = 0.0;
      if (PRIORS == 1u) { prior = priorOf(k, bit); }
      extrinsic[(k * BITS + bit) * params.packets + packet] = llr - prior;
    }
  }
  workgroupBarrier();
  if (lane == 0u && isWritten) {
    var found = 0u;
    for (var bit = 0u; bit < BITS; bit++) { found = 2u * found + ones[row][bit]; }
    estimates[k * params.packets + packet] = points[found];
  }
}

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) id: vec3u) {
  lane = id.x;
  row = id.y;
  packet = min(group.x * ROWS + row, params.packets - 1u);
  isWritten = group.x * ROWS + row < params.packets;
  for (var a = lane; a < CHOICES; a += LANES) {
    heads[row][a] = mul(tap(0u, packet), points[a]);
    echoes[row][a] = mul(tap(MEMORY, packet), points[a]);
  }
  let start = knownState(params.guard, packet);
  let steps = params.symbols + MEMORY;
  let blocks = (params.symbols + params.block - 1u) / params.block;
  let memory = packet * (params.block + blocks) * STATES;
  for (var i = 0u; i < OWNED; i++) {
    let state = lane + i * LANES;
    direct[i] = response(lane * OWNED + i, 0u, packet);
    past[i] = response(laterState(i), 1u, packet);
    metrics[2u * row][state] = select(-FAR, 0.0, state == start);
  }
  workgroupBarrier();
  upcoming = sampleOf(0u);
  // The last block needs no first pass.
  for (var k = 0u; k < (blocks - 1u) * params.block; k++) {
    if (k % params.block == 0u) { keep(memory + (params.block + k / params.block) * STATES, k); }
    forward(k, 0u, false);
  }
  var beta = array<f32, OWNED>();
  for (var later = 0u; later < blocks; later++) {
    let number = blocks - 1u - later;
    let begin = number * params.block;
    let end = min(begin + params.block, params.symbols);
    if (later > 0u) { recall(memory + (params.block + number) * STATES, begin); }
    upcoming = sampleOf(begin);
    for (var k = begin; k < end; k++) { forward(k, memory + (k - begin) * STATES, true); }
    // β of the block's last symbol: what the block after it left, or the known end.
    var last = end - 1u;
    if (later == 0u) { last = steps - 1u; }
    let at = 2u * row + last % 2u;
    let known = knownState(params.guard + steps, packet);
    for (var i = 0u; i < OWNED; i++) {
      let state = lane + i * LANES;
      metrics[at][state] = select(beta[i], select(-FAR, 0.0, state == known), later == 0u);
    }
    workgroupBarrier();
    upcoming = sampleOf(last);
    for (var k = last; k >= end; k--) { backward(k); }
    for (var k = end; k > begin; k--) {
      decide(k - 1u, memory + (k - 1u - begin) * STATES);
      if (k > 1u) { backward(k - 1u); }
    }
    if (begin > 0u) {
      for (var i = 0u; i < OWNED; i++) { beta[i] = metrics[2u * row + (begin - 1u) % 2u][lane + i * LANES]; }
    }
    workgroupBarrier();
  }
}

// Keeps and recalls the metrics of the own states before symbol k.
fn keep(at: u32, k: u32) {
  if (!isWritten) { return; }
  for (var state = lane; state < STATES; state += LANES) { alphas[at + state] = metrics[2u * row + k % 2u][state]; }
}

fn recall(at: u32, k: u32) {
  for (var state = lane; state < STATES; state += LANES) { metrics[2u * row + k % 2u][state] = alphas[at + state]; }
  workgroupBarrier();
}
