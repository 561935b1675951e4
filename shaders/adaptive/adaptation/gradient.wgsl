// Equalizers that follow a gradient, symbol by symbol: z = wᴴu + bᴴp with samples u and past decisions p, then w += μue*, b += μpe*.
// LMS: e = d − z, d = a before symbol T and the decision after it. NLMS: μ/(10⁻⁶ + |u|² + |p|²). CMA: e = z(R − |z|²). MMA: the same per axis.
// A workgroup has PACKETS packets with LANES invocations each. An invocation owns every LANES-th tap, and all of a packet add up the parts of z, so
// that they take the same decision. Samples wait in a ring in workgroup memory: the samples of the next BLOCK symbols are fetched while the
// taps follow this BLOCK. A dispatch continues with the next SEGMENT symbols. Needs lib/complex, lib/decision, lib/sent, and the constants SPS, samples per
// symbol, FORWARD, N, FEEDBACK, Nb, LANES, PACKETS and RING, a power of two of at least N + 2·BLOCK·SPS: they are the lengths of arrays.
override RULE: u32;      // 0: LMS, 1: NLMS, 2: CMA, 3: MMA
override START: u32;     // the tap that starts as 1; N: none
override SEGMENT: u32;   // symbols per dispatch, in whole blocks
override HOLD: u32;      // 1: taps stay after the training
const LIMIT = 1e6;       // |z|² at which a packet counts as diverged
const BLOCK = 16u;
const OWNED = (FORWARD + LANES - 1u) / LANES;
const OWNED_BACK = (FEEDBACK + LANES - 1u) / LANES;
const MEMORY = FEEDBACK + 1u; // of decisions
const FETCHED = (BLOCK * SPS + LANES - 1u) / LANES;
struct Params {
  packets: u32,
  symbols: u32,  // K
  training: u32, // T
  switching: u32, // symbol from which blind rules follow decisions
  guard: u32,    // a multiple of 4, at least 2·BLOCK + N
  delay: u32,    // δ, samples
  step: f32,     // μ
  modulus: f32,  // R
}
@group(0) @binding(0) var<storage, read> received: array<vec2f>;         // [row][packet]
@group(0) @binding(1) var<storage, read> labels: array<u32>;             // [word][packet], four labels each
@group(0) @binding(2) var<storage, read> points: array<vec2f>;           // by label
@group(0) @binding(3) var<storage, read_write> state: array<vec2f>;      // [w, b, p, (symbol, diverged)][packet]
@group(0) @binding(4) var<storage, read_write> estimates: array<vec2f>;  // [symbol][packet]
@group(0) @binding(5) var<uniform> params: Params;

var<workgroup> begun: vec2f;
var<workgroup> samples: array<array<vec2f, PACKETS>, RING>;       // row r at r mod RING
var<workgroup> decisions: array<array<vec2f, PACKETS>, MEMORY>;   // of symbol k at k mod MEMORY
var<workgroup> parts: array<array<array<vec3f, PACKETS>, LANES>, 2>; // of z, and of the power

@compute @workgroup_size(PACKETS, LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) id: vec3u) {
  let packets = params.packets;
  let column = id.x;
  let lane = id.y;
  let packet = min(group.x * PACKETS + column, packets - 1u);
  let isWritten = group.x * PACKETS + column < packets;
  let last = (FORWARD + 2u * FEEDBACK) * packets;
  if (column == 0u && lane == 0u) { begun = state[last + packet]; }
  let first = u32(workgroupUniformLoad(&begun).x);
  var diverged = state[last + packet].y > 0.0;
  var w = array<vec2f, OWNED>();
  var b = array<vec2f, OWNED_BACK + 1u>();
  for (var m = 0u; m < OWNED; m++) {
    let i = lane + LANES * m;
    if (i < FORWARD) { w[m] = select(state[i * packets + packet], vec2f(f32(i == START), 0.0), first == 0u); }
  }
  for (var m = 0u; m < OWNED_BACK; m++) {
    let j = lane + LANES * m;
    if (j >= FEEDBACK) { continue; }
    b[m] = state[(FORWARD + j) * packets + packet];
    decisions[(first + MEMORY - 1u - j) % MEMORY][column] = earlier(j, first, packet);
  }
  var latest = earlier(0u, first, packet);
  var newest = (params.guard + first) * SPS + params.delay;
  for (var r = lane; r < FORWARD + BLOCK * SPS; r += LANES) {
    let source = newest + r - FORWARD;
    samples[source % RING][column] = received[source * packets + packet];
  }
  workgroupBarrier();
  let end = min(first + SEGMENT, params.symbols);
  var word = labels[((params.guard + first) / 4u) * packets + packet];
  var nextWord = word;
  for (var begin = first; begin < end; begin += BLOCK) {
    var fetched = array<vec2f, FETCHED>();
    for (var m = 0u; m < FETCHED; m++) { fetched[m] = received[(newest + BLOCK * SPS + lane + LANES * m) * packets + packet]; }
    for (var k = begin; k < min(begin + BLOCK, end); k++) {
      if (k % 4u == 0u) {
        word = select(nextWord, word, k == first);
        nextWord = labels[((params.guard + k) / 4u + 1u) * packets + packet];
      }
      var u = array<vec2f, OWNED>();
      var p = array<vec2f, OWNED_BACK + 1u>();
      var part = vec3f();
      for (var m = 0u; m < OWNED; m++) {
        let i = lane + LANES * m;
        if (m < FORWARD / LANES || i < FORWARD) { u[m] = samples[(newest - i) % RING][column]; }
        part += vec3f(mulConj(u[m], w[m]), select(0.0, dot(u[m], u[m]), RULE == 1u));
      }
      for (var m = 0u; m < OWNED_BACK; m++) {
        let j = lane + LANES * m;
        if (j < FEEDBACK) { p[m] = decisions[(k + MEMORY - 1u - j) % MEMORY][column]; }
        // The decision before may not be in the memory yet.
        if (j == 0u) { p[m] = latest; }
        part += vec3f(mulConj(p[m], b[m]), select(0.0, dot(p[m], p[m]), RULE == 1u));
      }
      parts[k % 2u][lane][column] = part;
      workgroupBarrier();
      var sum = vec3f(0.0, 0.0, 1e-6);
      for (var l = 0u; l < LANES; l++) { sum += parts[k % 2u][l][column]; }
      var z = sum.xy;
      // A NaN is not below the limit either.
      diverged = diverged || !(dot(z, z) < LIMIT);
      if (diverged) { z = vec2f(LIMIT * LIMIT); }
      if (lane == 0u && isWritten) { estimates[k * packets + packet] = z; }
      var wanted = decide(z);
      if (k < params.training) { wanted = points[(word >> (8u * (k % 4u))) & 0xffu]; }
      var error = wanted - z;
      if (RULE == 2u && k < params.switching) { error = z * (params.modulus - dot(z, z)); }
      if (RULE == 3u && k < params.switching) { error = z * (params.modulus - z * z); }
      if (!(diverged || (HOLD == 1u && k >= params.training))) {
        let step = params.step / select(1.0, sum.z, RULE == 1u);
        let change = step * conj(error);
        for (var m = 0u; m < OWNED; m++) { w[m] += mul(u[m], change); }
        for (var m = 0u; m < OWNED_BACK; m++) { b[m] += mul(p[m], change); }
      }
      if (FEEDBACK > 0u && lane == 0u) { decisions[k % MEMORY][column] = wanted; }
      latest = wanted;
      newest += SPS;
    }
    for (var m = 0u; m < FETCHED; m++) {
      if (lane + LANES * m < BLOCK * SPS) { samples[(newest + lane + LANES * m) % RING][column] = fetched[m]; }
    }
    workgroupBarrier();
  }
  if (!isWritten) { return; }
  for (var m = 0u; m < OWNED; m++) {
    let i = lane + LANES * m;
    if (i < FORWARD) { state[i * packets + packet] = w[m]; }
  }
  for (var m = 0u; m < OWNED_BACK; m++) {
    let j = lane + LANES * m;
    if (j >= FEEDBACK) { continue; }
    state[(FORWARD + j) * packets + packet] = b[m];
    state[(FORWARD + FEEDBACK + j) * packets + packet] = decisions[(end + MEMORY - 1u - j) % MEMORY][column];
  }
  if (lane == 0u) { state[last + packet] = vec2f(f32(end), f32(diverged)); }
}

// The decision j + 1 symbols before the first one. The symbols before the packet are known.
fn earlier(j: u32, first: u32, packet: u32) -> vec2f {
  if (FEEDBACK == 0u) { return vec2f(); }
  if (first == 0u) { return sent(params.guard - 1u - j, packet); }
  return state[(FORWARD + FEEDBACK + j) * params.packets + packet];
}
