// Max-log BCJR algorithm for the code 133, 171 (octal): LLR[t] = max over u = 1 of α[t, s] + γ + β[t+1, s'], minus the same for u = 0,
// where γ = ½·Σ ±LLR of the coded bits, α[t+1, s'] = max (α + γ) forward and β[t, s] = max (γ + β) backward.
// The LLRs of the coded bits A and B are the same differences between branches with a 1 and branches with a 0.
// One invocation per window of a frame. It stores α of its own stages; β stays in registers.
// Needs lib/viterbi-step, lib/codeword-window.
override GROUP: u32;    // invocations per workgroup
override CODEWORD: bool; // whether LLRs of the coded bits are wanted
const LEVELLED = 32u;   // stages between two subtractions of a metric from all of them
const MEMBERS = 16u;    // of Metrics
struct Params {
  frames: u32,
  length: u32,   // information bits K per frame
  windows: u32,  // per frame
  words: u32,    // of 32 bits per window; the last window may have fewer
  overlap: u32,  // stages before and after a window
  capacity: u32, // stages per window whose metrics are kept
}
@group(0) @binding(0) var<storage, read> llr: array<vec2f>;                // [frame][K + 6]
@group(0) @binding(1) var<storage, read_write> alphas: array<vec4f>;       // [group][stage][member][invocation]
@group(0) @binding(2) var<storage, read_write> posterior: array<f32>;      // [frame][K]
@group(0) @binding(3) var<storage, read_write> codeword: array<vec2f>;     // [frame][K + 6]
@group(0) @binding(4) var<uniform> params: Params;

// Largest metrics of paths, by component of a member.
struct Sides {
  zero: vec4f, // with u = 0
  one: vec4f,  // with u = 1
  // Without the branch: the lower state sends these coded bits for u = 0, or the opposite ones.
  same: vec4f,
  opposite: vec4f,
}

fn store(at: u32, p: Metrics) {
  let members = array<vec4f, MEMBERS>(p.m0, p.m1, p.m2, p.m3, p.m4, p.m5, p.m6, p.m7,
    p.m8, p.m9, p.m10, p.m11, p.m12, p.m13, p.m14, p.m15);
  for (var v = 0u; v < MEMBERS; v++) { alphas[at + v * GROUP] = members[v]; }
}

// The metrics of states 4v + c (low) and 4v + c + 32 (high) from the metrics of the states 8v … 8v + 7 after them.
fn earlier(low: vec4f, high: vec4f, m: vec4f) -> Pair {
  let even = vec4f(low.xz, high.xz);
  let odd = vec4f(low.yw, high.yw);
  return Pair(max(even + m, odd - m), max(even - m, odd + m));
}

// Adds the paths from states 4v + c and 4v + c + 32 to the largest metrics.
fn withPaths(best: Sides, p: vec4f, q: vec4f, low: vec4f, high: vec4f, m: vec4f) -> Sides {
  let even = vec4f(low.xz, high.xz);
  let odd = vec4f(low.yw, high.yw);
  var sides = Sides(max(best.zero, max(p + m, q - m) + even), max(best.one, max(p - m, q + m) + odd), best.same, best.opposite);
  if (CODEWORD) {
    sides.same = max(sides.same, max(p + even, q + odd));
    sides.opposite = max(sides.opposite, max(p + odd, q + even));
  }
  return sides;
}

fn flipped(s: Sides) -> Sides {
  return Sides(s.zero, s.one, s.opposite, s.same);
}

fn backward(p: Metrics, llr: vec2f) -> Metrics {
  let b = branchMetrics(llr);
  let q0 = earlier(p.m0, p.m1, b.xywz);
  let q1 = earlier(p.m2, p.m3, b.wzxy);
  let q2 = earlier(p.m4, p.m5, b.xywz);
  let q3 = earlier(p.m6, p.m7, b.wzxy);
  let q4 = earlier(p.m8, p.m9, b.zwyx);
  let q5 = earlier(p.m10, p.m11, b.yxzw);
  let q6 = earlier(p.m12, p.m13, b.zwyx);
  let q7 = earlier(p.m14, p.m15, b.yxzw);
  return Metrics(q0.low, q1.low, q2.low, q3.low, q4.low, q5.low, q6.low, q7.low,
    q0.high, q1.high, q2.high, q3.high, q4.high, q5.high, q6.high, q7.high);
}

fn largest(values: vec4f) -> f32 {
  return max(max(values.x, values.y), max(values.z, values.w));
}

// The posterior LLRs of u, A and B of a stage, from α before it (at place `at`) and β after it.
fn posteriorsOf(at: u32, p: Metrics, llr: vec2f) -> vec3f {
  let b = branchMetrics(llr);
  let never = vec4f(2.0 * NEVER);
  var best = Sides(never, never, never, never);
  best = withPaths(best, alphas[at], alphas[at + 8u * GROUP], p.m0, p.m1, b.xywz);
  best = flipped(withPaths(flipped(best), alphas[at + GROUP], alphas[at + 9u * GROUP], p.m2, p.m3, b.wzxy));
  best = withPaths(best, alphas[at + 2u * GROUP], alphas[at + 10u * GROUP], p.m4, p.m5, b.xywz);
  best = flipped(withPaths(flipped(best), alphas[at + 3u * GROUP], alphas[at + 11u * GROUP], p.m6, p.m7, b.wzxy));
  // By coded bits 00, 01, 10, 11: each swizzle inverts the swizzle of its branches.
  let codes = max(best.same.xywz, best.opposite.zwyx);
  best = Sides(best.zero, best.one, never, never);
  best = withPaths(best, alphas[at + 4u * GROUP], alphas[at + 12u * GROUP], p.m8, p.m9, b.zwyx);
  best = flipped(withPaths(flipped(best), alphas[at + 5u * GROUP], alphas[at + 13u * GROUP], p.m10, p.m11, b.yxzw));
  best = withPaths(best, alphas[at + 6u * GROUP], alphas[at + 14u * GROUP], p.m12, p.m13, b.zwyx);
  best = flipped(withPaths(flipped(best), alphas[at + 7u * GROUP], alphas[at + 15u * GROUP], p.m14, p.m15, b.yxzw));
  let all = b + max(codes, max(best.same.wzxy, best.opposite.yxzw));
  let coded = vec2f(max(all.z, all.w) - max(all.x, all.y), max(all.y, all.w) - max(all.x, all.z));
  return vec3f(largest(best.one) - largest(best.zero), coded);
}

fn decode(w: Window, kept: u32) {
  // The last window of a codeword has the tail's coded bits.
  let limit = select(w.limit, w.end, CODEWORD && w.limit == params.length);
  var p = Metrics();
  if (w.opens) { p = inStateZero(); }
  for (var t = w.start; t < limit; t++) {
    if (t >= w.begin) { store(kept + (t - w.begin) * MEMBERS * GROUP, p); }
    p = step(p, sound(llr[w.first + t])).metrics;
    if ((t - w.start) % LEVELLED == 0u) { p = levelled(p); }
  }
  p = Metrics();
  if (w.closes) { p = inStateZero(); }
  for (var t = w.end; t > w.begin; t--) {
    let received = sound(llr[w.first + t - 1u]);
    if (t <= limit) {
      let found = posteriorsOf(kept + (t - 1u - w.begin) * MEMBERS * GROUP, p, received);
      if (t <= w.limit) { posterior[w.row + t - 1u] = found.x; }
      if (CODEWORD) { codeword[w.first + t - 1u] = found.yz; }
    }
    p = backward(p, received);
    if ((w.end - t) % LEVELLED == 0u) { p = levelled(p); }
  }
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let kept = group.x * params.capacity * MEMBERS * GROUP + lane;
  // The windows share the memory of α: an invocation decodes one after another.
  for (var i = group.x * GROUP + lane; i < params.frames * params.windows; i += groups.x * GROUP) {
    let frame = i % params.frames;
    let first = frame * (params.length + TAIL);
    let row = frame * params.length;
    decode(windowOf(Codeword(first, row, params.length, params.overlap), i / params.frames, params.words), kept);
  }
}
