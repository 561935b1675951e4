// Viterbi decoding of endless streams of 4-bit LLRs in pages; formula in codes/convolutional/decoder. One invocation per window of a stream.
// Metrics are integers in float32: the lowest 8 of 23 bits of the mantissa hold the decisions of the last 8 stages. The branch from the state
// whose oldest bit is 1 adds its stage's bit, so the maximum selects metric and decisions at once, without further operations.
// Those bits are also the state before the 8 stages, so the traceback takes 8 stages per step. It starts again after every CHUNK stages.
// Stages count as in codes/convolutional/stream-decoder. Needs lib/viterbi-step.
override GROUP: u32;    // invocations per workgroup
override OVERLAP: u32;  // stages before and after a window, a multiple of 8
override LEAD: u32;     // OVERLAP, rounded up to a multiple of 32
override RING: u32;    // blocks of 8 stages whose survivors a window keeps, for CHUNK + OVERLAP stages
const CHUNK = 256u;     // stages between two tracebacks, a multiple of 32
const BLOCK = 8u;
const DECISIONS = 255u; // the bits of a metric that hold decisions
const UNIT = 256.0;     // of a metric
const BASE = 12582912.0; // 2^23 + 2^22, so that the last bit of a metric counts 1; 2^14 units are left on both sides
const LEVELLED = 32u;   // stages between two subtractions of a path metric from all of them
struct Params {
  streams: u32,
  length: u32,  // stages per page, a multiple of 32
  windows: u32, // per stream
  words: u32,   // of 32 bits per window; the last window may have fewer
}
@group(0) @binding(0) var<storage, read> llr: array<vec2u>;             // [stream][length/8]: a block of stages, each A and B from bit 0 on
@group(0) @binding(1) var<storage, read> history: array<vec2u>;         // [stream][(LEAD + OVERLAP)/8]
@group(0) @binding(2) var<storage, read_write> survivors: array<vec4u>; // [group][block][16 states][invocation], a byte per state
@group(0) @binding(3) var<storage, read_write> decisions: array<u32>;   // [stream][length/32]
@group(0) @binding(4) var<uniform> params: Params;

fn received(stream: u32, stage: u32) -> vec2u {
  let before = LEAD + OVERLAP;
  if (stage < before) { return history[(stream * before + stage) / BLOCK]; }
  let at = min(stage - before, params.length - BLOCK);
  return llr[(stream * params.length + at) / BLOCK];
}

// The number from −8 to 7 in four bits of `word`, whose highest bit is inverted, times UNIT. Set as bits of a mantissa they need no conversion.
fn level(word: u32, place: u32) -> f32 {
  let exponent = 31u - place;
  let bits = (word & (15u << place)) | ((127u + exponent) << 23u);
  return bitcast<f32>(bits) - (f32(1u << exponent) + 8.0 * UNIT);
}

fn branches(word: u32, place: u32) -> vec4f {
  let a = level(word, place);
  let b = level(word, place + 4u);
  return vec4f(-(a + b), b - a, a - b, a + b);
}

// Metrics m of u = 0 from the states p. The other branches have the other sign. `late` is m or −m with the stage's decision.
fn butterfliesOf(p: vec4f, q: vec4f, m: vec4f, lateMinus: vec4f, late: vec4f) -> Pair {
  let even = max(p + m, q + lateMinus);
  let odd = max(p - m, q + late);
  return Pair(vec4f(even.x, odd.x, even.y, odd.y), vec4f(even.z, odd.z, even.w, odd.w));
}

fn stageOf(p: Metrics, b: vec4f, decision: f32) -> Metrics {
  let l = b + decision;
  let q0 = butterfliesOf(p.m0, p.m8, b.xywz, l.wzxy, l.xywz);
  let q1 = butterfliesOf(p.m1, p.m9, b.wzxy, l.xywz, l.wzxy);
  let q2 = butterfliesOf(p.m2, p.m10, b.xywz, l.wzxy, l.xywz);
  let q3 = butterfliesOf(p.m3, p.m11, b.wzxy, l.xywz, l.wzxy);
  let q4 = butterfliesOf(p.m4, p.m12, b.zwyx, l.yxzw, l.zwyx);
  let q5 = butterfliesOf(p.m5, p.m13, b.yxzw, l.zwyx, l.yxzw);
  let q6 = butterfliesOf(p.m6, p.m14, b.zwyx, l.yxzw, l.zwyx);
  let q7 = butterfliesOf(p.m7, p.m15, b.yxzw, l.zwyx, l.yxzw);
  return Metrics(q0.low, q0.high, q1.low, q1.high, q2.low, q2.high, q3.low, q3.high,
    q4.low, q4.high, q5.low, q5.high, q6.low, q6.high, q7.low, q7.high);
}

// Eight stages. The earliest one's decision is the highest bit.
fn blockOf(before: Metrics, now: vec2u) -> Metrics {
  let first = now.x ^ 0x88888888u;
  let second = now.y ^ 0x88888888u;
  var p = stageOf(before, branches(first, 0u), 128.0);
  p = stageOf(p, branches(first, 8u), 64.0);
  p = stageOf(p, branches(first >> 16u, 0u), 32.0);
  p = stageOf(p, branches(first >> 16u, 8u), 16.0);
  p = stageOf(p, branches(second, 0u), 8.0);
  p = stageOf(p, branches(second, 8u), 4.0);
  p = stageOf(p, branches(second >> 16u, 0u), 2.0);
  return stageOf(p, branches(second >> 16u, 8u), 1.0);
}

fn bytesOf(m: vec4f) -> u32 {
  let bits = bitcast<vec4u>(m) & vec4u(DECISIONS);
  return bits.x | (bits.y << 8u) | (bits.z << 16u) | (bits.w << 24u);
}

fn cleared(m: vec4f) -> vec4f {
  return bitcast<vec4f>(bitcast<vec4u>(m) & vec4u(~DECISIONS));
}

fn withoutDecisions(p: Metrics) -> Metrics {
  return Metrics(cleared(p.m0), cleared(p.m1), cleared(p.m2), cleared(p.m3), cleared(p.m4), cleared(p.m5), cleared(p.m6), cleared(p.m7),
    cleared(p.m8), cleared(p.m9), cleared(p.m10), cleared(p.m11), cleared(p.m12), cleared(p.m13), cleared(p.m14), cleared(p.m15));
}

// A metric that all begin with.
fn flat(level: f32) -> Metrics {
  let m = vec4f(level);
  return Metrics(m, m, m, m, m, m, m, m, m, m, m, m, m, m, m, m);
}

fn shifted(p: Metrics, by: f32) -> Metrics {
  return Metrics(p.m0 + by, p.m1 + by, p.m2 + by, p.m3 + by, p.m4 + by, p.m5 + by, p.m6 + by, p.m7 + by,
    p.m8 + by, p.m9 + by, p.m10 + by, p.m11 + by, p.m12 + by, p.m13 + by, p.m14 + by, p.m15 + by);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let kept = group.x * RING * 4u * GROUP + lane;
  // The windows share the survivors' memory: an invocation decodes one after another.
  for (var i = group.x * GROUP + lane; i < params.streams * params.windows; i += groups.x * GROUP) {
    let stream = i % params.streams;
    let begin = LEAD + 32u * params.words * (i / params.streams);
    let limit = min(LEAD + params.length, begin + 32u * params.words);
    // Stage LEAD belongs to the row's first word; the place of stage 0 may be less than 0, and wraps around.
    let row = stream * (params.length / 32u) - LEAD / 32u;
    var p = flat(BASE);
    var t = begin - OVERLAP;
    var slot = 0u;
    var ahead = received(stream, t);
    for (var own = begin; own < limit; own += CHUNK) {
      let decided = min(own + CHUNK, limit);
      while (t < decided + OVERLAP) {
        let now = ahead;
        t += BLOCK;
        ahead = received(stream, t);
        p = blockOf(p, now);
        let at = kept + slot * 4u * GROUP;
        survivors[at] = vec4u(bytesOf(p.m0), bytesOf(p.m1), bytesOf(p.m2), bytesOf(p.m3));
        survivors[at + GROUP] = vec4u(bytesOf(p.m4), bytesOf(p.m5), bytesOf(p.m6), bytesOf(p.m7));
        survivors[at + 2u * GROUP] = vec4u(bytesOf(p.m8), bytesOf(p.m9), bytesOf(p.m10), bytesOf(p.m11));
        survivors[at + 3u * GROUP] = vec4u(bytesOf(p.m12), bytesOf(p.m13), bytesOf(p.m14), bytesOf(p.m15));
        p = withoutDecisions(p);
        if (t % LEVELLED == 0u) { p = shifted(p, BASE - p.m0.x); }
        slot = select(slot + 1u, 0u, slot + 1u == RING);
      }

      var state = bestState(p);
      var reversed = 0u; // a word of decisions, the latest one as bit 0
      var past = slot;
      for (var end = t; end > own; end -= BLOCK) {
        past = select(past, RING, past == 0u) - 1u;
        let four = survivors[kept + (past * 4u + state / 16u) * GROUP][state / 4u % 4u];
        let byte = extractBits(four, 8u * (state % 4u), 8u);
        // Six decisions are the state after the block, and two are the latest ones on the way to it.
        reversed = (reversed >> 8u) | (byte << 30u) | (state << 24u);
        state = byte >> 2u;
        let start = end - BLOCK;
        if (start % 32u == 0u && start < decided) { decisions[row + start / 32u] = reverseBits(reversed); }
      }
    }
  }
}
