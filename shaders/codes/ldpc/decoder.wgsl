// Layered LDPC decoding: for each check in turn, Q_e = P_e − R_e, R_e = ⊞ of the other Q, P_e = Q_e + R_e. With the error
// probability p = 1/(1 + e^|Q|) of each bit, sum-product's |⊞| = ln((1 − p)/p) for the probability of an odd number of
// errors, a ⊞ b = a + b − 2ab, which loses no digits at either end; min-sum takes a factor times the least |Q| instead.
// An invocation per check of a layer, several frames per workgroup; no two checks of a layer share a bit. P lies in
// workgroup memory, R in registers, both as log2 p(0)/p(1).
override GROUP: u32;    // invocations per workgroup
override MIN_SUM: bool;
const LAYERS = 12u;
const COLUMNS = 24u;
const NONE = 0xffffffffu;    // a block that is not there
const LOG2_E = 1.4426950408889634;
const MOST = 1048576.0;      // largest magnitude of an LLR from the channel
const MOST_MESSAGE = 115.0;  // largest magnitude of sum-product's messages, base 2
const SIGN = vec4u(0x80000000u);
struct Params {
  frames: u32,
  rows: u32,                // frames in a workgroup
  z: u32,                   // size of a block
  iterations: u32,
  factor: f32,              // of min-sum
  stop: u32,                // whether a frame is done when all its checks hold
  report: u32,              // whether the posteriors are wanted
  blocks: array<vec4u, 24>, // [layer][8]: shift · 2^16 + first bit of the column
}
@group(0) @binding(0) var<storage, read> llr: array<f32>;               // [frame][n]
@group(0) @binding(1) var<storage, read_write> decisions: array<u32>;   // [frame][⌈K/32⌉]
@group(0) @binding(2) var<storage, read_write> iterations: array<u32>;  // [frame]
@group(0) @binding(3) var<storage, read_write> posterior: array<f32>;   // [frame][n]
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> beliefs: array<f32, COLUMNS * GROUP>; // P, [row][n]
var<workgroup> failed: array<atomic<u32>, GROUP>;    // [row]: last iteration after which a check failed
var<workgroup> left: bool;                           // whether a frame is not done

// Numbers of the six or seven edges of a check.
struct Edges { low: vec4f, high: vec4f }

struct Lane {
  check: u32, // in the layer
  first: u32, // the frame's place in `beliefs`
  running: bool,
}

// Where the bits of this lane's check lie.
fn places(lane: Lane, blocks: vec4u) -> vec4u {
  let turned = vec4u(lane.check) + (blocks >> vec4u(16u));
  return lane.first + (blocks & vec4u(0xffffu)) + turned - select(vec4u(), vec4u(params.z), turned >= vec4u(params.z));
}

// What a message counts by in `join`, the less the surer of sum-product's, and back.
fn weights(q: vec4f) -> vec4f {
  if (MIN_SUM) { return abs(q); }
  return 1.0 / (1.0 + exp2(min(abs(q), vec4f(MOST_MESSAGE))));
}

fn magnitudes(w: vec4f) -> vec4f {
  if (MIN_SUM) { return params.factor * w; }
  return log2((1.0 - w) / w);
}

fn join(a: f32, b: f32) -> f32 {
  if (MIN_SUM) { return min(a, b); }
  return fma(b, fma(-2.0, a, 1.0), a);
}

// ⊞ over the other edges, of each.
fn others(q: Edges, seven: bool) -> Edges {
  let a = weights(q.low);
  var b = weights(q.high);
  if (!seven) { b.z = select(0.0, 2.0 * MOST, MIN_SUM); } // which changes nothing
  let to1 = join(a.x, a.y);
  let to2 = join(to1, a.z);
  let to3 = join(to2, a.w);
  let to4 = join(to3, b.x);
  let from5 = join(b.y, b.z);
  let from4 = join(b.x, from5);
  let from3 = join(a.w, from4);
  let from2 = join(a.z, from3);
  let low = vec4f(join(a.y, from2), join(a.x, from2), join(to1, from3), join(to2, from4));
  let high = vec4f(join(to3, from5), join(to4, b.z), join(to4, b.y), 0.0);
  let s = bitcast<vec4u>(q.low) ^ bitcast<vec4u>(q.high);
  let all = vec4u(s.x ^ s.y ^ s.z ^ s.w);
  return Edges(
    bitcast<vec4f>(bitcast<vec4u>(magnitudes(low)) ^ ((all ^ bitcast<vec4u>(q.low)) & SIGN)),
    bitcast<vec4f>(bitcast<vec4u>(magnitudes(high)) ^ ((all ^ bitcast<vec4u>(q.high)) & SIGN)),
  );
}

// Updates one layer: its messages R, from the last iteration to this one.
fn update(lane: Lane, layer: u32, seven: bool, before: Edges) -> Edges {
  workgroupBarrier();
  if (!lane.running) { return before; }
  let a = places(lane, params.blocks[2u * layer]);
  let b = places(lane, params.blocks[2u * layer + 1u]);
  var q = Edges(
    vec4f(beliefs[a.x], beliefs[a.y], beliefs[a.z], beliefs[a.w]) - before.low,
    vec4f(beliefs[b.x] - before.high.x, beliefs[b.y] - before.high.y, 0.0, 0.0),
  );
  if (seven) { q.high.z = beliefs[b.z] - before.high.z; }
  let r = others(q, seven);
  beliefs[a.x] = q.low.x + r.low.x;
  beliefs[a.y] = q.low.y + r.low.y;
  beliefs[a.z] = q.low.z + r.low.z;
  beliefs[a.w] = q.low.w + r.low.w;
  beliefs[b.x] = q.high.x + r.high.x;
  beliefs[b.y] = q.high.y + r.high.y;
  if (seven) { beliefs[b.z] = q.high.z + r.high.z; }
  return r;
}

// Whether this lane's check of a layer fails.
fn fails(lane: Lane, layer: u32) -> bool {
  var odd = false;
  for (var e = 0u; e < 2u; e++) {
    let blocks = params.blocks[2u * layer + e];
    let at = places(lane, blocks);
    for (var i = 0u; i < 4u; i++) {
      if (blocks[i] != NONE) { odd = odd != (beliefs[at[i]] < 0.0); }
    }
  }
  return odd;
}

// An LLR as the decoder takes it: nothing is known where it is no number.
fn sound(value: f32) -> f32 {
  let isNumber = (bitcast<u32>(value) & 0x7fffffffu) <= 0x7f800000u;
  return select(0.0, -LOG2_E * clamp(value, -MOST, MOST), isNumber);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) index: u32) {
  let z = params.z;
  let row = index / z;
  let frame = (group.y * groups.x + group.x) * params.rows + row;
  let present = row < params.rows && frame < params.frames;
  var lane = Lane(index % z, row * COLUMNS * z, present);
  let n = COLUMNS * z;
  if (present) {
    for (var k = lane.check; k < n; k += z) { beliefs[lane.first + k] = sound(llr[frame * n + k]); }
  }

  // Each in its own registers.
  var r0 = Edges();
  var r1 = Edges();
  var r2 = Edges();
  var r3 = Edges();
  var r4 = Edges();
  var r5 = Edges();
  var r6 = Edges();
  var r7 = Edges();
  var r8 = Edges();
  var r9 = Edges();
  var r10 = Edges();
  var r11 = Edges();
  var ran = 0u;
  for (var iteration = 1u; iteration <= params.iterations; iteration++) {
    r0 = update(lane, 0u, false, r0);
    r1 = update(lane, 1u, true, r1);
    r2 = update(lane, 2u, true, r2);
    r3 = update(lane, 3u, false, r3);
    r4 = update(lane, 4u, false, r4);
    r5 = update(lane, 5u, true, r5);
    r6 = update(lane, 6u, false, r6);
    r7 = update(lane, 7u, false, r7);
    r8 = update(lane, 8u, true, r8);
    r9 = update(lane, 9u, false, r9);
    r10 = update(lane, 10u, false, r10);
    r11 = update(lane, 11u, false, r11);
    if (lane.running) { ran = iteration; }
    if (params.stop == 0u) { continue; }

    workgroupBarrier();
    // Of a frame that is not done the first layers tell: another lane's failure ends the search.
    for (var layer = 0u; lane.running && layer < LAYERS; layer++) {
      if (fails(lane, layer)) { atomicStore(&failed[row], iteration); }
      if (atomicLoad(&failed[row]) == iteration) { break; }
    }
    workgroupBarrier();
    lane.running = lane.running && atomicLoad(&failed[row]) == iteration;
    if (index == 0u) {
      var any = false;
      for (var i = 0u; i < params.rows; i++) { any = any || atomicLoad(&failed[i]) == iteration; }
      left = any;
    }
    if (!workgroupUniformLoad(&left)) { break; }
  }

  workgroupBarrier();
  if (!present) { return; }
  if (lane.check == 0u) { iterations[frame] = ran; }
  let information = LAYERS * z;
  let words = (information + 31u) / 32u;
  for (var w = lane.check; w < words; w += z) {
    var word = 0u;
    for (var j = 0u; j < 32u; j++) {
      let bit = (j + w) & 31u; // so that lanes do not meet in one bank
      let k = 32u * w + bit;
      if (k < information) { word |= u32(beliefs[lane.first + k] < 0.0) << bit; }
    }
    decisions[frame * words + w] = word;
  }
  if (params.report == 1u) {
    for (var k = lane.check; k < n; k += z) { posterior[frame * n + k] = beliefs[lane.first + k] / -LOG2_E; }
  }
}
