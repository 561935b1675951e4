// Equalizers that follow a gradient, symbol by symbol: z = wᴴu + bᴴp with samples u and past decisions p, then w += μue*, b += μpe*.
// LMS: e = d − z, d = a before symbol T and the decision after it. NLMS: μ/(10⁻⁶ + |u|² + |p|²). CMA: e = z(R − |z|²). MMA: the same per axis.
// One invocation per packet; a dispatch continues with the next SEGMENT symbols. Needs lib/complex, lib/decision, lib/sent, and the
// constants FORWARD, N, and FEEDBACK, Nb: they are the lengths of arrays.
override GROUP: u32;     // invocations per workgroup
override SPS: u32;       // samples per symbol
override RULE: u32;      // 0: LMS, 1: NLMS, 2: CMA, 3: MMA
override START: u32;     // the tap that starts as 1; N: none
override SEGMENT: u32;   // symbols per dispatch
override HOLD: u32;      // 1: taps stay after the training
const LIMIT = 1e6;       // |z|² at which a packet counts as diverged
struct Params {
  packets: u32,
  symbols: u32,  // K
  training: u32, // T
  switching: u32, // symbol from which blind rules follow decisions
  guard: u32,
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

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.x;
  let packets = params.packets;
  if (packet >= packets) { return; }
  let last = (FORWARD + 2u * FEEDBACK) * packets + packet;
  let first = u32(state[last].x);
  var diverged = state[last].y > 0.0;
  var w = array<vec2f, FORWARD>();
  var b = array<vec2f, FEEDBACK + 1u>();
  var p = array<vec2f, FEEDBACK + 1u>();
  for (var i = 0u; i < FORWARD; i++) {
    w[i] = select(state[i * packets + packet], vec2f(f32(i == START), 0.0), first == 0u);
  }
  for (var j = 0u; j < FEEDBACK; j++) {
    b[j] = state[(FORWARD + j) * packets + packet];
    // The symbols before the packet are known.
    p[j] = select(state[(FORWARD + FEEDBACK + j) * packets + packet], sent(params.guard - 1u - j, packet), first == 0u);
  }
  let end = min(first + SEGMENT, params.symbols);
  for (var k = first; k < end; k++) {
    let newest = ((params.guard + k) * SPS + params.delay) * packets + packet;
    var z = vec2f();
    var power = 1e-6;
    for (var i = 0u; i < FORWARD; i++) {
      let u = received[newest - i * packets];
      z += mulConj(u, w[i]);
      if (RULE == 1u) { power += dot(u, u); }
    }
    for (var j = 0u; j < FEEDBACK; j++) {
      z += mulConj(p[j], b[j]);
      if (RULE == 1u) { power += dot(p[j], p[j]); }
    }
    // A NaN is not below the limit either.
    diverged = diverged || !(dot(z, z) < LIMIT);
    if (diverged) { z = vec2f(LIMIT * LIMIT); }
    estimates[k * packets + packet] = z;
    var wanted = decide(z);
    if (k < params.training) { wanted = sent(params.guard + k, packet); }
    var error = wanted - z;
    if (RULE == 2u && k < params.switching) { error = z * (params.modulus - dot(z, z)); }
    if (RULE == 3u && k < params.switching) { error = z * (params.modulus - z * z); }
    let isHeld = diverged || (HOLD == 1u && k >= params.training);
    let step = select(params.step / select(1.0, power, RULE == 1u), 0.0, isHeld);
    let change = step * conj(error);
    if (!isHeld) {
      for (var i = 0u; i < FORWARD; i++) { w[i] += mul(received[newest - i * packets], change); }
      for (var j = 0u; j < FEEDBACK; j++) { b[j] += mul(p[j], change); }
    }
    for (var j = FEEDBACK; j > 1u; j--) { p[j - 1u] = p[j - 2u]; }
    if (FEEDBACK > 0u) { p[0] = wanted; }
  }
  for (var i = 0u; i < FORWARD; i++) { state[i * packets + packet] = w[i]; }
  for (var j = 0u; j < FEEDBACK; j++) {
    state[(FORWARD + j) * packets + packet] = b[j];
    state[(FORWARD + FEEDBACK + j) * packets + packet] = p[j];
  }
  state[last] = vec2f(f32(end), f32(diverged));
}
