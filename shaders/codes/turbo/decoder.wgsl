// Turbo decoding, TS 36.212: two BCJR decoders exchange extrinsics, L(u) = max*_{u=1}(α + z·L(z) + β) − the same for u = 0.
// An invocation per section of a frame, several frames per workgroup; all iterations in one go. A window is one section or several.
// Metrics at a window's edge are its neighbour's of the iteration before. Metrics at the edges between its sections are exact: each section
// finds M, with M[i][j] the metric of its best path, or of all paths, from state i to j; then α[j] = max*_i(α[i] + M[i][j]), section by section.
// α is kept every SPAN stages and computed again in the backward pass. Rows of `lanes` words hold one stage of all sections:
// Π(tW + k) mod W does not depend on t, so a step permutes within one row.
// Needs the constant SPAN, and lib/max-log or lib/log-map, lib/trellis, lib/sections, lib/preparation, lib/report.
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

// Hands on the extrinsic LLRs that stage k gives, and adds to `verdict` what the stop rule has against it.
fn conclude(w: Section, half: Half, k: u32, stage: Stage, gained: f32, gainedParity: f32, verdict: u32) -> u32 {
  if (CODEWORD && half.keepParity) {
    let row = w.beliefs + (2u + half.decoder) * w.size;
    beliefs[row + k * w.lanes + w.lane] = stage.p + gainedParity;
  }
  beliefs[w.beliefs + stage.place] = stage.own + params.scale * gained;
  let sum = stage.u + gained;
  if (half.keep) { beliefs[w.beliefs + w.size + stage.place] = sum; }
  if (STOP == SIGN) { return verdict | u32((sum > 0.0) != (stage.other > 0.0)); }
  if (STOP == CRC) { return verdict ^ select(0u, stage.syndrome, sum > 0.0); }
  return 0u;
}

// The same from the metrics on both sides of the stage.
fn concludeBetween(w: Section, half: Half, k: u32, stage: Stage, alpha: States, beta: States, verdict: u32) -> u32 {
  let paths = transitions(alpha, beta);
  var gainedParity = 0.0;
  if (CODEWORD && half.keepParity) { gainedParity = parityExtrinsic(paths, stage.u); }
  return conclude(w, half, k, stage, extrinsic(paths, stage.p), gainedParity, verdict);
}

fn halfOf(decoder: u32, iteration: u32) -> Half {
  // No `let` before the && holds the test for the last iteration: it made a smaller variant of this kernel slower, 1.68 ms
  // instead of 1.37 ms (H100, 1536 frames of 6144 bits, max-log, windows of 64).
  let keep = STOP == SIGN || (decoder == 1u && (STOP == CRC || iteration + 1u == params.iterations));
  let keepParity = CODEWORD && (STOP != 0u || iteration + 1u == params.iterations);
  return Half(decoder, keep, keepParity);
}

fn wordsOf(bits: u32) -> u32 {
  return (bits + 31u) / 32u;
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
