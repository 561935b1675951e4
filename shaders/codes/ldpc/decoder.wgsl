// LDPC decoding of quasi-cyclic codes: for each check Q_e = P_e − R_e, R_e = ⊞ of the other Q, P_e = Q_e + R_e, layer by layer or
// for all checks at once. With the error probability p = 1/(1 + e^|Q|) of each bit, sum-product's |⊞| = ln((1 − p)/p) for the
// probability of an odd number of errors, a ⊞ b = a + b − 2ab, which loses no digits at either end; min-sum takes a factor
// times the least |Q| instead. P and R are log2 p(0)/p(1). An invocation per check of a layer, or per some of them; several
// frames per workgroup. No two checks of a layer share a bit. The outer layers are the ones whose last bit is in no other check: its Q is what
// was received, so its R is not kept. Where the messages do not fit in registers, min-sum keeps three numbers per check. `decoder-text.ts` writes `beliefs` (P of the other bits), the updates of checks by their number of bits,
// `fails`, which tests a check, and `decode`, which runs all iterations of a frame.
override GROUP: u32;   // invocations per workgroup
override PLACES: u32;  // bits of a column in workgroup memory, of all frames
override COLUMNS: u32; // blocks per codeword, without the outer layers' last ones
override LAYERS: u32;
override CORE: u32;    // layers before the outer ones
override KEPT: u32;    // numbers that the checks of all layers keep, per place in a block
override MIN_SUM: bool;
override KEEPS: bool;  // whether the messages are stored for a run that continues from them
const LOG2_E = 1.4426950408889634;
const MOST = 1048576.0;      // largest magnitude of an LLR from the channel
const MOST_MESSAGE = 115.0;  // largest magnitude of sum-product's messages, base 2
const SIGN = 0x80000000u;
struct Params {
  frames: u32,
  rows: u32,              // frames in a workgroup
  lanes: u32,             // invocations per frame
  z: u32,                 // size of a block
  information: u32,       // K
  length: u32,            // n
  punctured: u32,         // information bits that are not sent
  informationBlocks: u32, // bits beyond the information bits are 0, and not sent
  iterations: u32,
  begun: u32,             // iterations of this run that an earlier dispatch ran
  factor: f32,            // of min-sum
  stop: u32,              // whether a frame is done when all its checks hold
  report: u32,            // whether the posteriors are wanted
  continues: u32,         // whether the messages are the last run's
  skips: u32,             // whether frames of 0 iterations keep their results
  layers: array<vec4u, 46>,  // first quad of blocks, first block, number of blocks
  blocks: array<vec4u, 101>, // shift · 2^16 + first bit of the column
}
@group(0) @binding(0) var<storage, read> llr: array<f32>;               // [frame][n]
@group(0) @binding(1) var<storage, read_write> decisions: array<u32>;   // [frame][⌈K/32⌉]
@group(0) @binding(2) var<storage, read_write> iterations: array<u32>;  // [frame]
@group(0) @binding(3) var<storage, read_write> posterior: array<f32>;   // [frame][n]
@group(0) @binding(5) var<uniform> params: Params;
@group(0) @binding(7) var<storage, read_write> holds: array<u32>;       // [frame]: 1 if it stopped because all checks hold
@group(0) @binding(8) var<storage, read_write> outer: array<f32>;       // P of the outer layers' last bits: [row of the dispatch][outer layer][z]

var<workgroup> failed: array<atomic<u32>, GROUP>;    // [row]: last iteration after which a check failed
var<workgroup> left: bool;                           // whether a frame is not done
var<private> unsolved: bool;                         // whether this lane's frame ran out of iterations

struct Lane {
  check: u32, // in the layer
  row: u32,   // of the workgroup
  frame: u32,
  first: u32, // the frame's place in `beliefs`
  kept: u32,  // the frame's place in `messages`
  outer: u32, // the frame's place in `outer`
  running: bool,
}

// The same frame's lane at another check.
fn at(lane: Lane, check: u32) -> Lane {
  return Lane(check, lane.row, lane.frame, lane.first, lane.kept, lane.outer, lane.running);
}

// Positions of the bits of this lane's check.
fn places(lane: Lane, blocks: vec4u) -> vec4u {
  let turned = vec4u(lane.check) + (blocks >> vec4u(16u));
  return lane.first + (blocks & vec4u(0xffffu)) + turned - select(vec4u(), vec4u(params.z), turned >= vec4u(params.z));
}

// What a message counts by in `joined`, and back with a sign: |Q|, or the ratio of the probabilities of an error and of none.
fn weight(q: f32) -> f32 {
  if (MIN_SUM) { return abs(q); }
  return exp2(-min(abs(q), MOST_MESSAGE));
}

// One message's |Q|, or what its probabilities of an even and of an odd number of errors are proportional to.
fn alone(w: f32) -> vec2f {
  if (MIN_SUM) { return vec2f(w, 0.0); }
  return vec2f(1.0, w);
}

// The same of several messages and one more. It takes two operations less than `join`.
fn joined(a: vec2f, w: f32) -> vec2f {
  if (MIN_SUM) { return vec2f(min(a.x, w), 0.0); }
  return vec2f(fma(a.y, w, a.x), fma(a.x, w, a.y));
}

fn join(a: vec2f, b: vec2f) -> vec2f {
  if (MIN_SUM) { return min(a, b); }
  return vec2f(fma(a.x, b.x, a.y * b.y), fma(a.x, b.y, a.y * b.x));
}

// What all messages of a check share, from the XOR of its Q: its sign, with min-sum's factor, so that a message takes one operation less.
fn jointFactor(signs: u32) -> u32 {
  return select(0u, bitcast<u32>(params.factor), MIN_SUM) ^ (signs & SIGN);
}

fn message(w: vec2f, joint: u32, sign: u32) -> f32 {
  if (MIN_SUM) { return bitcast<f32>(bitcast<u32>(bitcast<f32>(joint) * w.x) ^ (sign & SIGN)); }
  return bitcast<f32>(bitcast<u32>(log2(w.x / w.y)) ^ ((joint ^ sign) & SIGN));
}

// An LLR as the decoder takes it: nothing is known where it is no number.
fn sound(value: f32) -> f32 {
  let isNumber = (bitcast<u32>(value) & 0x7fffffffu) <= 0x7f800000u;
  return select(0.0, -LOG2_E * clamp(value, -MOST, MOST), isNumber);
}

// P of a bit before its messages. Without branches, so that several are read at once.
fn received(lane: Lane, k: u32) -> f32 {
  let own = params.informationBlocks * params.z;
  // The first bits are not sent; their places count below zero, beyond every n.
  let bit = k - params.punctured - select(0u, own - params.information, k >= own);
  let value = sound(llr[lane.frame * params.length + min(bit, params.length - 1u)]);
  let isFiller = k >= params.information && k < own;
  return select(select(0.0, value, bit < params.length), LOG2_E * MOST, isFiller);
}

// P of a frame before its messages.
fn receive(lane: Lane) {
  for (var k = lane.check; k < COLUMNS * params.z; k += params.lanes) { beliefs[lane.first + k] = received(lane, k); }
}

// The place in `outer` of a bit's P.
fn outerPlace(lane: Lane, k: u32) -> u32 {
  return lane.outer + k - COLUMNS * params.z;
}

// Keeps P of an outer layer's last bit, if it is wanted.
fn conclude(lane: Lane, k: u32, belief: f32) {
  if (params.stop + params.report > 0u) { outer[outerPlace(lane, k)] = belief; }
}

// Whether this lane's frame continues after an iteration.
fn unfinished(lane: Lane, iteration: u32) -> bool {
  // A failed check in the first layers is enough for an unfinished frame: another lane's failure ends the search.
  for (var layer = 0u; lane.running && layer < LAYERS; layer++) {
    for (var check = lane.check; check < params.z; check += params.lanes) {
      if (fails(at(lane, check), layer)) { atomicStore(&failed[lane.row], iteration); }
    }
    if (atomicLoad(&failed[lane.row]) == iteration) { break; }
  }
  workgroupBarrier();
  return lane.running && atomicLoad(&failed[lane.row]) == iteration;
}

// Whether a frame of the workgroup continues after an iteration.
fn someUnfinished(index: u32, iteration: u32) -> bool {
  if (index == 0u) {
    var any = false;
    for (var i = 0u; i < params.rows; i++) { any = any || atomicLoad(&failed[i]) == iteration; }
    left = any;
  }
  return workgroupUniformLoad(&left);
}

// Whether a frame is to be decoded.
fn isWanted(frame: u32) -> bool {
  if (frame >= params.frames) { return false; }
  return params.skips == 0u || iterations[frame] != 0u;
}

// The same of one of the workgroup's frames.
fn someWanted(index: u32, first: u32) -> bool {
  if (params.skips == 0u) { return true; }
  if (index == 0u) {
    var any = false;
    for (var i = 0u; i < params.rows; i++) { any = any || isWanted(first + i); }
    left = any;
  }
  return workgroupUniformLoad(&left);
}

// Writes a frame's results.
fn report(lane: Lane, ran: u32) {
  if (lane.check == 0u) {
    iterations[lane.frame] = params.begun + ran;
    holds[lane.frame] = u32(!unsolved);
  }
  let words = (params.information + 31u) / 32u;
  for (var w = lane.check; w < words; w += params.lanes) {
    var word = 0u;
    for (var j = 0u; j < 32u; j++) {
      let bit = (j + w) & 31u; // so that lanes do not meet in one bank
      let k = 32u * w + bit;
      if (k < params.information) { word |= u32(beliefs[lane.first + k] < 0.0) << bit; }
    }
    decisions[lane.frame * words + w] = word;
  }
  if (params.report == 0u) { return; }
  let n = params.length;
  let systematic = params.information - params.punctured;
  let parity = params.informationBlocks * params.z - systematic;
  for (var k = lane.check; k < n; k += params.lanes) {
    let place = k + select(parity, params.punctured, k < systematic);
    var belief: f32;
    if (place < COLUMNS * params.z) { belief = beliefs[lane.first + place]; } else { belief = outer[outerPlace(lane, place)]; }
    posterior[lane.frame * n + k] = belief / -LOG2_E;
  }
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) index: u32) {
  let number = group.y * groups.x + group.x;
  let row = index / params.lanes;
  for (var turn = number; turn * params.rows < params.frames; turn += groups.x * groups.y) {
    let frame = turn * params.rows + row;
    if (!someWanted(index, turn * params.rows)) { continue; }
    let present = row < params.rows && isWanted(frame);
    let kept = select(number * params.rows + row, frame, KEEPS) * KEPT * params.z;
    let last = (number * params.rows + row) * (LAYERS - CORE) * params.z;
    let lane = Lane(index % params.lanes, row, frame, firstBelief(number, row), kept, last, present);
    settle();
    if (present) { receive(lane); }
    if (index < params.rows) { atomicStore(&failed[index], 0u); }
    let ran = decode(lane, index);
    settle();
    if (present) { report(lane, ran); }
  }
}
