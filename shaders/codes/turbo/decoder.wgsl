// Turbo decoding, TS 36.212: two BCJR decoders exchange extrinsics, L(u) = max*_{u=1}(α + z·L(z) + β) − the same for u = 0.
// An invocation per section of a frame, several frames per workgroup; all iterations in one go. A window is one section or several.
// Metrics at a window's edge are its neighbour's of the iteration before. Metrics at the edges between its sections are exact: each section
// finds M, with M[i][j] the metric of its best path, or of all paths, from state i to j; then α[j] = max*_i(α[i] + M[i][j]), section by section.
// α is kept every SPAN stages and computed again in the backward pass. Rows of `lanes` words hold one stage of all sections:
// Π(tW + k) mod W does not depend on t, so a step permutes within one row. Needs the constant SPAN.
override GROUP: u32;    // invocations per workgroup
override LOG_MAP: bool; // max*(a, b) = log2(2^a + 2^b) of LLRs in base 2, else max(a, b)
override UNIT: f32;     // LLRs are worked on in this unit: log2(e) for base 2, else 1
override STOP: u32;     // before the last iteration: 0 never, 1 when both decoders agree, 2 when the CRC holds
override REPORT: u32;   // LLRs of the information bits that are wanted: 1 posterior, 2 extrinsic
override CODEWORD: bool; // whether posterior LLRs of the codewords are wanted
override CHAINED: bool; // whether windows have several sections
const SIGN = 1u;
const CRC = 2u;
const NEVER = -1e30;    // metric of a state that cannot be
const MOST = 1048576.0; // largest magnitude of an LLR
const STATES = 8u;
struct States { low: vec4f, high: vec4f } // metrics of the states 0…3 and 4…7
struct Params {
  firstFrame: u32, frames: u32, // frames from the first one to before `frames`
  rows: u32,                    // frames in a workgroup
  sections: u32, stages: u32,   // of a frame, of a section
  chain: u32,                   // sections of a window
  iterations: u32,
  scale: f32,                   // of the extrinsics
  continued: u32,               // 1: begins with the extrinsics and edges of the last run
  skips: u32,                   // 1: frames of 0 iterations keep their results
}
@group(0) @binding(0) var<storage, read> llr: array<vec4f>;                   // [frame][3K + 12]
@group(0) @binding(1) var<storage, read> permutation: array<u32>;             // [stage][section]: place of Π; CRC syndrome
@group(0) @binding(2) var<storage, read_write> channel: array<f32>;           // [group][systematic, parities][stage][lane]
@group(0) @binding(3) var<storage, read_write> beliefs: array<f32>;           // [group][a priori, posterior, posteriors of parities][stage][lane]
@group(0) @binding(4) var<storage, read_write> metrics: array<States>;        // [group]: α by span and lane; edges; M by state and lane
@group(0) @binding(5) var<storage, read_write> decisions: array<atomic<u32>>; // [frame][⌈K/32⌉]
@group(0) @binding(6) var<storage, read_write> iterations: array<u32>;        // [frame], 0 while it is not done
@group(0) @binding(7) var<storage, read_write> soft: array<vec4f>;            // codewords, then [frame][K]
@group(0) @binding(8) var<uniform> params: Params;

var<workgroup> verdicts: array<atomic<u32>, GROUP>;
var<workgroup> awake: atomic<u32>;
var<workgroup> left: u32;
var<workgroup> chained: array<f32, 2u * GROUP>; // metrics between two sections, before and after a step

// Positions of this invocation's data.
struct Section {
  number: u32,  // in its frame
  lanes: u32,   // words in a row
  size: u32,    // words in all the rows of a section's stages
  channel: u32, // the workgroup's first rows
  beliefs: u32,
  metrics: u32,
  edges: u32,
  transfers: u32,
  lane: u32,
  frame: u32,   // lane of the frame's first section
}

fn join(a: vec4f, b: vec4f) -> vec4f {
  let larger = max(a, b);
  if (!LOG_MAP) { return larger; }
  return larger + log2(1.0 + exp2(-abs(a - b)));
}

// State 4r₁ + 2r₂ + r₃ goes to 4a + 2r₁ + r₂ with a = u ⊕ r₂ ⊕ r₃ and sends p = a ⊕ r₁ ⊕ r₃: even states 2N reach N
// with (u, p) = 00, 10, 01, 11 for N = 0…3, and odd ones 2N + 1 with the opposite; to 4 + N it is the other way round.
fn branches(u: f32, p: f32) -> vec4f {
  return vec4f(0.0, u, p, u + p);
}

fn forward(alpha: States, u: f32, p: f32) -> States {
  let even = vec4f(alpha.low.xz, alpha.high.xz);
  let odd = vec4f(alpha.low.yw, alpha.high.yw);
  let same = branches(u, p);
  let opposite = same.wzyx;
  return States(join(even + same, odd + opposite), join(even + opposite, odd + same));
}

fn backward(beta: States, u: f32, p: f32) -> States {
  let same = branches(u, p);
  let opposite = same.wzyx;
  let even = join(beta.low + same, beta.high + opposite);
  let odd = join(beta.low + opposite, beta.high + same);
  return States(vec4f(even.x, odd.x, even.y, odd.y), vec4f(even.z, odd.z, even.w, odd.w));
}

// Metrics of the transitions of a stage without the branches', four times (u, p) = 00, 10, 01, 11.
struct Transitions { a: vec4f, b: vec4f, c: vec4f, d: vec4f }

fn transitions(alpha: States, beta: States) -> Transitions {
  let even = vec4f(alpha.low.xz, alpha.high.xz);
  let odd = vec4f(alpha.low.yw, alpha.high.yw);
  return Transitions(even + beta.low, odd + beta.high, (odd + beta.low).wzyx, (even + beta.high).wzyx);
}

// Extrinsic LLR of u.
fn extrinsic(t: Transitions, p: f32) -> f32 {
  let best = max(max(t.a, t.b), max(t.c, t.d));
  let top = max(best.xy, best.zw + p);
  if (!LOG_MAP) { return top.y - top.x; }
  let level = vec4f(top, top - p);
  let sum = exp2(t.a - level) + exp2(t.b - level) + exp2(t.c - level) + exp2(t.d - level);
  let total = sum.xy + sum.zw;
  return top.y - top.x + log2(total.y / total.x);
}

// Extrinsic LLR of p.
fn parityExtrinsic(t: Transitions, u: f32) -> f32 {
  return extrinsic(Transitions(t.a.xzyw, t.b.xzyw, t.c.xzyw, t.d.xzyw), u);
}

// Only differences between states matter.
fn levelled(s: States) -> States {
  return States(s.low - s.low.x, s.high - s.low.x);
}

// A codeword begins and ends in state 0.
fn ended() -> States {
  return States(vec4f(0.0, NEVER, NEVER, NEVER), vec4f(NEVER));
}

// Metrics at the edge before section t, as an iteration finds them: α (side 0) or β (side 1) of a decoder.
fn edge(w: Section, side: u32, decoder: u32, iteration: u32, t: u32) -> u32 {
  let row = (side * 2u + decoder) * 2u + (iteration & 1u);
  return w.edges + row * (w.lanes + params.rows) + w.frame / params.sections * (params.sections + 1u) + t;
}

// One decoder's half of an iteration.
struct Half {
  decoder: u32,
  keep: bool,       // the posteriors of the information bits
  keepParity: bool, // the posteriors of the parity bits
}

// The data of a stage in memory.
struct Stage {
  place: u32,    // of its information bit within the rows
  u: f32,        // LLR of that bit, a priori and from the channel
  p: f32,        // LLR of its parity bit
  own: f32,      // LLR of the information bit from the channel alone
  other: f32,    // its LLR after the other decoder
  syndrome: u32, // what the bit adds to the CRC's
}

fn stageOf(w: Section, decoder: u32, k: u32) -> Stage {
  let natural = k * w.lanes + w.lane;
  let entry = k * params.sections + w.number;
  var stage = Stage();
  stage.place = natural;
  if (decoder == 1u) { stage.place = permutation[entry] + w.frame; }
  stage.u = beliefs[w.beliefs + stage.place];
  stage.p = channel[w.channel + (1u + decoder) * w.size + natural];
  stage.own = channel[w.channel + stage.place];
  if (STOP == SIGN) { stage.other = beliefs[w.beliefs + w.size + stage.place]; }
  if (STOP == CRC) { stage.syndrome = permutation[params.stages * params.sections + entry]; }
  return stage;
}

// Hands on what stage k gives, and adds to `verdict` what the stop rule has against it.
fn conclude(w: Section, half: Half, k: u32, stage: Stage, alpha: States, beta: States, verdict: u32) -> u32 {
  let paths = transitions(alpha, beta);
  let gained = extrinsic(paths, stage.p);
  if (CODEWORD && half.keepParity) {
    let row = w.beliefs + (2u + half.decoder) * w.size;
    beliefs[row + k * w.lanes + w.lane] = stage.p + parityExtrinsic(paths, stage.u);
  }
  beliefs[w.beliefs + stage.place] = stage.own + params.scale * gained;
  let sum = stage.u + gained;
  if (half.keep) { beliefs[w.beliefs + w.size + stage.place] = sum; }
  if (STOP == SIGN) { return verdict | u32((sum > 0.0) != (stage.other > 0.0)); }
  if (STOP == CRC) { return verdict ^ select(0u, stage.syndrome, sum > 0.0); }
  return 0u;
}

// Gives 0 when the section has nothing against a stop.
fn halfIteration(w: Section, decoder: u32, iteration: u32) -> u32 {
  // No `let` before the && holds the test for the last iteration: it made a smaller variant of this kernel slower, 1.68 ms
  // instead of 1.37 ms (H100, 1536 frames of 6144 bits, max-log, windows of 64).
  let keep = STOP == SIGN || (decoder == 1u && (STOP == CRC || iteration + 1u == params.iterations));
  let keepParity = CODEWORD && (STOP != 0u || iteration + 1u == params.iterations);
  let half = Half(decoder, keep, keepParity);
  let spans = params.stages / SPAN;
  let rest = spans * SPAN; // stages from here on go one by one
  let saved = w.metrics + w.lane;
  var alpha = metrics[edge(w, 0u, decoder, iteration, w.number)];
  // The next span is loaded while this one is processed; values beyond an empty section are not used.
  var ahead: array<Stage, SPAN>;
  for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, j); }
  for (var i = 0u; i < spans; i++) {
    metrics[saved + i * w.lanes] = alpha;
    var stage = ahead;
    let next = min(i + 1u, spans - 1u) * SPAN;
    for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, next + j); }
    for (var j = 0u; j < SPAN; j++) { alpha = forward(alpha, stage[j].u, stage[j].p); }
    alpha = levelled(alpha);
  }
  for (var k = rest; k < params.stages; k++) {
    metrics[saved + (spans + k - rest) * w.lanes] = alpha;
    let stage = stageOf(w, decoder, k);
    alpha = levelled(forward(alpha, stage.u, stage.p));
  }
  metrics[edge(w, 0u, decoder, iteration + 1u, w.number + 1u)] = alpha;

  var verdict = 0u;
  var beta = metrics[edge(w, 1u, decoder, iteration, w.number + 1u)];
  for (var k = params.stages; k > rest; k--) {
    let stage = stageOf(w, decoder, k - 1u);
    verdict = conclude(w, half, k - 1u, stage, metrics[saved + (spans + k - 1u - rest) * w.lanes], beta, verdict);
    beta = levelled(backward(beta, stage.u, stage.p));
  }
  for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, max(rest, SPAN) - SPAN + j); }
  for (var i = spans; i > 0u; i--) {
    var stage = ahead;
    let next = (max(i, 2u) - 2u) * SPAN;
    for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, next + j); }
    var before: array<States, SPAN>;
    before[0] = metrics[saved + (i - 1u) * w.lanes];
    for (var j = 1u; j < SPAN; j++) { before[j] = forward(before[j - 1u], stage[j - 1u].u, stage[j - 1u].p); }
    for (var j = SPAN; j > 0u; j--) {
      verdict = conclude(w, half, (i - 1u) * SPAN + j - 1u, stage[j - 1u], before[j - 1u], beta, verdict);
      beta = backward(beta, stage[j - 1u].u, stage[j - 1u].p);
    }
    beta = levelled(beta);
  }
  metrics[edge(w, 1u, decoder, iteration + 1u, w.number)] = beta;
  return verdict;
}

// Metrics of paths from one state.
fn begun(state: u32) -> States {
  return States(select(vec4f(NEVER), vec4f(), vec4u(state) == vec4u(0u, 1u, 2u, 3u)),
    select(vec4f(NEVER), vec4f(), vec4u(state) == vec4u(4u, 5u, 6u, 7u)));
}

// M of a section, for `chain`.
fn transfer(w: Section, decoder: u32) {
  var paths: array<States, STATES>;
  for (var i = 0u; i < STATES; i++) { paths[i] = begun(i); }
  // A loop over single stages: the text of several is more than the GPU's memory for instructions holds.
  var ahead = stageOf(w, decoder, 0u);
  for (var k = 0u; k < params.stages; k++) {
    let stage = ahead;
    ahead = stageOf(w, decoder, min(k + 1u, params.stages - 1u));
    for (var i = 0u; i < STATES; i++) { paths[i] = forward(paths[i], stage.u, stage.p); }
    if (k % SPAN == SPAN - 1u) {
      // State 0 leads to state 0, so this metric is none that cannot be.
      let level = paths[0].low.x;
      for (var i = 0u; i < STATES; i++) { paths[i] = States(paths[i].low - level, paths[i].high - level); }
    }
  }
  for (var i = 0u; i < STATES; i++) { metrics[w.transfers + i * w.lanes + w.lane] = paths[i]; }
}

fn joinAll(a: States) -> f32 {
  let larger = max(a.low, a.high);
  let pair = max(larger.xy, larger.zw);
  let most = max(pair.x, pair.y);
  if (!LOG_MAP) { return most; }
  return most + log2(dot(exp2(a.low - most) + exp2(a.high - most), vec4f(1.0)));
}

// Metrics at the edges between the sections of each window: α forward from the window's first edge, β backward from its last. An invocation per
// state of each.
fn chain(w: Section, decoder: u32, iteration: u32, index: u32) {
  let task = index / (2u * STATES);
  let side = index / STATES % 2u;
  let state = index % STATES;
  let first = task * params.chain; // lane of the window's first section
  let isUsed = first < w.lanes;
  let number = first % params.sections;
  var chainFrame = w;
  chainFrame.frame = first - number;
  let last = params.chain - 1u;
  if (isUsed) {
    let known = metrics[edge(chainFrame, side, decoder, iteration, number + side * params.chain)];
    chained[index] = select(known.low[state % 4u], known.high[state % 4u], state >= 4u);
  }
  workgroupBarrier();
  for (var step = 0u; step < last; step++) {
    let before = (step & 1u) * GROUP + index - state;
    let section = select(step, last - step, side == 1u);
    if (isUsed) {
      let at = w.transfers + first + section;
      var paths: States;
      if (side == 1u) {
        paths = metrics[at + state * w.lanes];
      } else {
        let part = state % 4u;
        if (state < 4u) {
          paths.low = vec4f(metrics[at].low[part], metrics[at + w.lanes].low[part],
            metrics[at + 2u * w.lanes].low[part], metrics[at + 3u * w.lanes].low[part]);
          paths.high = vec4f(metrics[at + 4u * w.lanes].low[part], metrics[at + 5u * w.lanes].low[part],
            metrics[at + 6u * w.lanes].low[part], metrics[at + 7u * w.lanes].low[part]);
        } else {
          paths.low = vec4f(metrics[at].high[part], metrics[at + w.lanes].high[part],
            metrics[at + 2u * w.lanes].high[part], metrics[at + 3u * w.lanes].high[part]);
          paths.high = vec4f(metrics[at + 4u * w.lanes].high[part], metrics[at + 5u * w.lanes].high[part],
            metrics[at + 6u * w.lanes].high[part], metrics[at + 7u * w.lanes].high[part]);
        }
      }
      let now = States(vec4f(chained[before], chained[before + 1u], chained[before + 2u], chained[before + 3u]),
        vec4f(chained[before + 4u], chained[before + 5u], chained[before + 6u], chained[before + 7u]));
      // Only differences between states matter.
      let joined = joinAll(States(now.low + paths.low, now.high + paths.high)) - now.low.x;
      chained[((step + 1u) & 1u) * GROUP + index] = joined;
      let found = edge(chainFrame, side, decoder, iteration, number + section + 1u - side);
      if (state < 4u) { metrics[found].low[state] = joined; } else { metrics[found].high[state - 4u] = joined; }
    }
    workgroupBarrier();
  }
}

// LLRs that the decoder can stand, in its base: nothing is known where they are no numbers.
fn sound(values: vec4f) -> vec4f {
  let isNumber = (bitcast<vec4u>(values) & vec4u(0x7fffffffu)) <= vec4u(0x7f800000u);
  return select(vec4f(), UNIT * clamp(values, vec4f(-MOST), vec4f(MOST)), isNumber);
}

fn received(at: u32) -> f32 {
  return sound(llr[at / 4u])[at % 4u];
}

// Stages from the first one whose LLRs are read or written four at a time.
fn aligned() -> u32 {
  return select(0u, params.stages, params.stages % 4u == 0u);
}

fn begin(w: Section, k: u32, u: f32, first: f32, second: f32) {
  let place = k * w.lanes + w.lane;
  var gained = 0.0;
  if (params.continued == 1u) { gained = beliefs[w.beliefs + place] - channel[w.channel + place]; }
  beliefs[w.beliefs + place] = u + gained;
  channel[w.channel + place] = u;
  channel[w.channel + w.size + place] = first;
  channel[w.channel + 2u * w.size + place] = second;
}

// Channel LLRs into their rows; edges of the first iteration: known where the codeword begins and, by its tail, ends.
// Elsewhere nothing is known, or what the last run found in its `ran` iterations.
fn prepare(w: Section, row: u32, ran: u32) {
  let codeword = row * 3u * (params.sections * params.stages + 4u);
  let first = codeword + 3u * w.number * params.stages;
  for (var k = 0u; k < aligned(); k += 4u) {
    let at = (first + 3u * k) / 4u;
    let a = sound(llr[at]);
    let b = sound(llr[at + 1u]);
    let c = sound(llr[at + 2u]);
    begin(w, k, a.x, a.y, a.z);
    begin(w, k + 1u, a.w, b.x, b.y);
    begin(w, k + 2u, b.z, b.w, c.x);
    begin(w, k + 3u, c.y, c.z, c.w);
  }
  for (var k = aligned(); k < params.stages; k++) {
    let at = first + 3u * k;
    begin(w, k, received(at), received(at + 1u), received(at + 2u));
  }
  let tail = codeword + 3u * params.sections * params.stages;
  for (var decoder = 0u; decoder < 2u; decoder++) {
    var alpha = States();
    var beta = States();
    if (params.continued == 1u) {
      alpha = metrics[edge(w, 0u, decoder, ran, w.number + 1u)];
      beta = metrics[edge(w, 1u, decoder, ran, w.number)];
    }
    metrics[edge(w, 0u, decoder, 0u, w.number + 1u)] = alpha;
    metrics[edge(w, 1u, decoder, 0u, w.number)] = beta;
  }
  for (var i = 0u; i < 4u; i++) { // both decoders, both iterations' places
    let decoder = i & 1u;
    if (w.number == 0u) { metrics[edge(w, 0u, decoder, i >> 1u, 0u)] = ended(); }
    if (w.number + 1u == params.sections) {
      var beta = ended();
      for (var k = 3u; k > 0u; k--) {
        let at = tail + 6u * decoder + 2u * (k - 1u);
        beta = backward(beta, received(at), received(at + 1u));
      }
      metrics[edge(w, 1u, decoder, i >> 1u, params.sections)] = levelled(beta);
    }
  }
  if (w.number == 0u) { iterations[row] = 0u; }
  let words = wordsOf(params.sections * params.stages);
  for (var i = w.number; i < words; i += params.sections) { atomicStore(&decisions[row * words + i], 0u); }
}

fn wordsOf(bits: u32) -> u32 {
  return (bits + 31u) / 32u;
}

fn reportOne(at: u32, value: f32) {
  soft[at / 4u][at % 4u] = value / UNIT;
}

// Posterior LLRs of a codeword's tail, after `ran` iterations.
fn reportTail(w: Section, first: u32, ran: u32) {
  for (var decoder = 0u; decoder < 2u; decoder++) {
    let tail = first + 6u * decoder;
    // The steps' LLRs, and β after each.
    var step: array<vec2f, 3>;
    var betas: array<States, 3>;
    var beta = ended();
    for (var k = 3u; k > 0u; k--) {
      step[k - 1u] = vec2f(received(tail + 2u * k - 2u), received(tail + 2u * k - 1u));
      betas[k - 1u] = beta;
      beta = backward(beta, step[k - 1u].x, step[k - 1u].y);
    }
    var alpha = metrics[edge(w, 0u, decoder, ran, params.sections)];
    for (var k = 0u; k < 3u; k++) {
      let paths = transitions(alpha, betas[k]);
      let found = step[k] + vec2f(extrinsic(paths, step[k].y), parityExtrinsic(paths, step[k].x));
      reportOne(tail + 2u * k, found.x);
      reportOne(tail + 2u * k + 1u, found.y);
      alpha = forward(alpha, step[k].x, step[k].y);
    }
  }
}

// LLRs of a stage's bits.
struct Bits { u: f32, first: f32, second: f32 }

fn posteriors(w: Section, k: u32) -> Bits {
  let place = w.beliefs + k * w.lanes + w.lane;
  return Bits(beliefs[place + w.size], beliefs[place + 2u * w.size], beliefs[place + 3u * w.size]);
}

// The requested LLR of an information bit.
fn reported(w: Section, k: u32) -> f32 {
  let place = k * w.lanes + w.lane;
  return beliefs[w.beliefs + w.size + place] - select(0.0, channel[w.channel + place], REPORT == 2u);
}

fn report(w: Section, row: u32, ran: u32) {
  let length = params.sections * params.stages;
  let coded = 3u * length + 12u;
  let start = w.number * params.stages;
  var word = 0u;
  for (var j = 0u; j < params.stages; j++) {
    let k = start + j;
    word |= u32(beliefs[w.beliefs + w.size + j * w.lanes + w.lane] > 0.0) << (k & 31u);
    if ((k & 31u) == 31u || j + 1u == params.stages) {
      atomicOr(&decisions[row * wordsOf(length) + k / 32u], word);
      word = 0u;
    }
  }
  if (REPORT > 0u) {
    let first = select(0u, params.frames * coded, CODEWORD) + row * length + start;
    for (var j = 0u; j < aligned(); j += 4u) {
      let four = vec4f(reported(w, j), reported(w, j + 1u), reported(w, j + 2u), reported(w, j + 3u));
      soft[(first + j) / 4u] = four / UNIT;
    }
    for (var j = aligned(); j < params.stages; j++) { reportOne(first + j, reported(w, j)); }
  }
  if (CODEWORD) {
    let first = row * coded + 3u * start;
    for (var j = 0u; j < aligned(); j += 4u) {
      let at = (first + 3u * j) / 4u;
      let a = posteriors(w, j);
      let b = posteriors(w, j + 1u);
      let c = posteriors(w, j + 2u);
      let d = posteriors(w, j + 3u);
      soft[at] = vec4f(a.u, a.first, a.second, b.u) / UNIT;
      soft[at + 1u] = vec4f(b.first, b.second, c.u, c.first) / UNIT;
      soft[at + 2u] = vec4f(c.second, d.u, d.first, d.second) / UNIT;
    }
    for (var j = aligned(); j < params.stages; j++) {
      let at = first + 3u * j;
      let bits = posteriors(w, j);
      reportOne(at, bits.u);
      reportOne(at + 1u, bits.first);
      reportOne(at + 2u, bits.second);
    }
    if (w.number + 1u == params.sections) { reportTail(w, row * coded + 3u * length, ran); }
  }
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let lanes = params.rows * params.sections;
  let size = params.stages * lanes;
  let saved = (params.stages / SPAN + params.stages % SPAN) * lanes;
  let edges = STATES * (lanes + params.rows); // of two sides, decoders and iterations
  let perGroup = saved + edges + select(0u, STATES * lanes, CHAINED);
  let own = lane / params.sections; // frame in the workgroup
  let number = lane % params.sections;
  let w = Section(number, lanes, size, group.x * 3u * size, group.x * select(2u, 4u, CODEWORD) * size, group.x * perGroup,
    group.x * perGroup + saved, group.x * perGroup + saved + edges, lane, lane - number);
  let row = params.firstFrame + group.x * params.rows + own;
  var running = lane < lanes && row < params.frames;
  var ran = 0u; // iterations of the run before
  if (running && params.continued == 1u) { ran = iterations[row]; }
  // A frame that ended earlier keeps its results.
  if (running && params.skips == 1u) { running = iterations[row] != 0u; }
  storageBarrier();
  let taken = running;
  if (taken) { prepare(w, row, ran); }
  if (running && number == 0u) { atomicAdd(&awake, 1u); }
  for (var half = 0u; half < 2u * params.iterations; half++) {
    storageBarrier();
    if (CHAINED) {
      if (running) { transfer(w, half & 1u); }
      storageBarrier();
      chain(w, half & 1u, half >> 1u, lane);
      storageBarrier();
    }
    var verdict = 0u;
    if (running) { verdict = halfIteration(w, half & 1u, half >> 1u); }
    if (STOP == 0u || (half & 1u) == 0u) { continue; }

    if (STOP == CRC) { atomicXor(&verdicts[own], verdict); } else { atomicOr(&verdicts[own], verdict); }
    workgroupBarrier();
    let stops = running && atomicLoad(&verdicts[own]) == 0u;
    workgroupBarrier();
    if (number == 0u) {
      atomicStore(&verdicts[own], 0u);
      if (stops) {
        atomicSub(&awake, 1u);
        iterations[row] = (half + 1u) / 2u;
      }
    }
    if (stops) { running = false; }
    workgroupBarrier();
    if (lane == 0u) { left = atomicLoad(&awake); }
    if (workgroupUniformLoad(&left) == 0u) { break; }
  }
  storageBarrier();
  if (taken) {
    ran = params.iterations;
    if (!running) { ran = iterations[row]; }
    report(w, row, ran);
    if (running && number == 0u) { iterations[row] = ran; }
  }
}
