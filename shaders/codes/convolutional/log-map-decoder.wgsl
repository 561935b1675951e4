// Soft-in soft-out decoder of a feed-forward convolutional code of rate 1/2 with a zero tail, on logarithms: α and β as in the algorithm of Bahl,
// Cocke, Jelinek and Raviv, with the branch metric g = Σ_j c_j·LLR_j. A state holds the last ν bits, the newest as its lowest bit; bit j of a
// branch is the parity of generator j and the register, the state's bits with the input below. α of `block` steps is kept. With more
// steps, a first pass keeps the α before each block, and each block computes its α again. A workgroup has ROWS frames with LANES invocations
// each; an invocation owns every LANES-th state. Needs lib/log-sum and the constants LANES, ROWS, CHUNKS, STATES, 2^ν, and MEMORY, ν.
override A: u32;         // generators; bit i belongs to the input i steps ago
override B: u32;
override SOFT: bool;     // whether LLRs of the information bits are wanted
override CODEWORD: bool; // whether LLRs of the coded bits are wanted
const LEVELLED = 32u;    // steps between two subtractions of the largest metric
const CERTAIN = 1e6;     // LLR of a bit that the code fixes
const MOST = 1048576.0;  // LLR of a received bit
struct Params {
  frames: u32,
  length: u32, // information bits K of a frame
  block: u32,  // steps whose α is kept
}
@group(0) @binding(0) var<storage, read> llr: array<f32>;               // [frame][2(K + ν)], ln p(1)/p(0)
@group(0) @binding(1) var<storage, read_write> alphas: array<f32>;      // [frame][block + number of blocks][state]
@group(0) @binding(2) var<storage, read_write> decisions: array<u32>;   // [frame][⌈K/32⌉]
@group(0) @binding(3) var<storage, read_write> posterior: array<f32>;   // [frame][K]
@group(0) @binding(4) var<storage, read_write> codeword: array<f32>;    // [frame][2(K + ν)]
@group(0) @binding(5) var<uniform> params: Params;

var<workgroup> alpha: array<array<f32, STATES>, 2u * ROWS>;     // before and after a step
var<workgroup> beta: array<array<f32, STATES>, 2u * ROWS>;
var<workgroup> branches: array<array<f32, 2u * STATES>, ROWS>;  // ln p of a branch and all samples
var<workgroup> sums: array<array<vec2f, 3u * CHUNKS>, ROWS>;    // ln of the sums over branches with a 0 and with a 1
var<workgroup> parts: array<array<f32, LANES>, ROWS>;
var<private> row: u32;
var<private> lane: u32;
var<private> frame: u32;
var<private> isWritten: bool;
var<private> decided: u32;                                      // bits of a word

fn codedBits(shifted: u32) -> vec2u {
  return vec2u(countOneBits(shifted & A), countOneBits(shifted & B)) & vec2u(1u);
}

// An LLR as the decoder takes it: nothing is known where it is no number.
fn sound(value: f32) -> f32 {
  let isNumber = (bitcast<u32>(value) & 0x7fffffffu) <= 0x7f800000u;
  return select(0.0, clamp(value, -MOST, MOST), isNumber);
}

fn received(k: u32) -> vec2f {
  let at = frame * 2u * (params.length + MEMORY) + 2u * k;
  return vec2f(sound(llr[at]), sound(llr[at + 1u]));
}

fn branchMetric(shifted: u32, y: vec2f) -> f32 {
  return dot(vec2f(codedBits(shifted)), y);
}

// What is subtracted from the metrics of a frame, of which `own` is the largest of this invocation: their largest at some steps.
fn level(k: u32, own: f32) -> f32 {
  workgroupBarrier();
  if (k % LEVELLED != LEVELLED - 1u) { return 0.0; }
  parts[row][lane] = own;
  workgroupBarrier();
  var largest = own;
  for (var i = 0u; i < LANES; i++) { largest = max(largest, parts[row][i]); }
  return largest;
}

// α after step k from α before it, which goes to the memory at `kept`.
fn forward(k: u32, kept: u32, isKept: bool) {
  let before = 2u * row + k % 2u;
  let to = 2u * row + 1u - k % 2u;
  let y = received(k);
  let isTail = k >= params.length;
  var own = NOTHING.largest;
  for (var state = lane; state < STATES; state += LANES) {
    if (isKept && isWritten) { alphas[kept + state] = alpha[before][state]; }
    var sum = NOTHING;
    for (var oldest = 0u; oldest < 2u; oldest++) {
      let shifted = state + oldest * STATES;
      sum = plus(sum, alpha[before][shifted / 2u] + branchMetric(shifted, y));
    }
    alpha[to][state] = select(total(sum), -FAR, isTail && state % 2u == 1u);
    own = max(own, alpha[to][state]);
  }
  let largest = level(k, own);
  for (var state = lane; state < STATES; state += LANES) { alpha[to][state] -= largest; }
  workgroupBarrier();
}

// β before step k from β after it, the branches of the step with α at `kept`, and their bits.
fn backward(k: u32, kept: u32) {
  let before = 2u * row + 1u - k % 2u;
  let to = 2u * row + k % 2u;
  let y = received(k);
  let isTail = k >= params.length;
  var own = NOTHING.largest;
  for (var state = lane; state < STATES; state += LANES) {
    let start = alphas[kept + state];
    var sum = NOTHING;
    for (var input = 0u; input < 2u; input++) {
      let shifted = 2u * state + input;
      let metric = select(beta[before][shifted % STATES] + branchMetric(shifted, y), -FAR, isTail && input == 1u);
      sum = plus(sum, metric);
      branches[row][shifted] = start + metric;
    }
    beta[to][state] = total(sum);
    own = max(own, beta[to][state]);
  }
  let largest = level(k, own);
  for (var state = lane; state < STATES; state += LANES) { beta[to][state] -= largest; }
  // Sums 0 and 1 are for the coded bits, 2 for the input: first over every CHUNKS-th branch.
  for (var part = lane; part < 3u * CHUNKS; part += LANES) {
    let wanted = part % 3u;
    var sides = array<LogSum, 2>(NOTHING, NOTHING);
    for (var shifted = part / 3u; shifted < 2u * STATES; shifted += CHUNKS) {
      let bits = codedBits(shifted);
      let side = select(select(bits.x, bits.y, wanted == 1u), shifted % 2u, wanted == 2u);
      sides[side] = plus(sides[side], branches[row][shifted]);
    }
    sums[row][part] = vec2f(total(sides[0]), total(sides[1]));
  }
  workgroupBarrier();
  for (var wanted = lane; wanted < 3u; wanted += LANES) {
    if (wanted < 2u && !CODEWORD) { continue; }
    if (wanted == 2u && isTail) { continue; }
    var sides = array<LogSum, 2>(NOTHING, NOTHING);
    for (var chunk = 0u; chunk < CHUNKS; chunk++) {
      let partial = sums[row][wanted + 3u * chunk];
      sides[0] = plus(sides[0], partial.x);
      sides[1] = plus(sides[1], partial.y);
    }
    let found = clamp(total(sides[1]) - total(sides[0]), -CERTAIN, CERTAIN);
    if (!isWritten) { continue; }
    if (wanted < 2u) {
      codeword[frame * 2u * (params.length + MEMORY) + 2u * k + wanted] = found;
      continue;
    }
    if (SOFT) { posterior[frame * params.length + k] = found; }
    decided |= u32(found > 0.0) << (k % 32u);
    if (k % 32u == 0u) {
      decisions[frame * ((params.length + 31u) / 32u) + k / 32u] = decided;
      decided = 0u;
    }
  }
  workgroupBarrier();
}

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_id) id: vec3u) {
  lane = id.x;
  row = id.y;
  let own = (group.x + groups.x * group.y) * ROWS + row;
  frame = min(own, params.frames - 1u);
  isWritten = own < params.frames;
  let steps = params.length + MEMORY;
  let blocks = (steps + params.block - 1u) / params.block;
  let memory = frame * (params.block + blocks) * STATES;
  for (var state = lane; state < STATES; state += LANES) {
    alpha[2u * row][state] = select(-FAR, 0.0, state == 0u);
    beta[2u * row + steps % 2u][state] = select(-FAR, 0.0, state == 0u);
  }
  workgroupBarrier();
  // The last block needs no first pass.
  for (var k = 0u; k < (blocks - 1u) * params.block; k++) {
    forward(k, memory + (params.block + k / params.block) * STATES, k % params.block == 0u);
  }
  for (var later = 0u; later < blocks; later++) {
    let number = blocks - 1u - later;
    let begin = number * params.block;
    let end = min(begin + params.block, steps);
    if (later > 0u) {
      for (var state = lane; state < STATES; state += LANES) {
        alpha[2u * row + begin % 2u][state] = alphas[memory + (params.block + number) * STATES + state];
      }
      workgroupBarrier();
    }
    for (var k = begin; k < end; k++) { forward(k, memory + (k - begin) * STATES, true); }
    for (var k = end; k > begin; k--) { backward(k - 1u, memory + (k - 1u - begin) * STATES); }
  }
}
