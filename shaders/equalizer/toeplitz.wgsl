// Least-squares equalizer, (R + ridge·σ̂²·I) c = ĝ, R[j,k] = r(j−k), r(k) = Σn ĥ(n)ĥ*(n−k), Hermitian, Toeplitz, banded.
// Schur's algorithm: R − Z·R·Zᴴ = (u·uᴴ − v·vᴴ)/δ, Z the shift by one. Each step shifts u down, clears v's leading entry by a
// hyperbolic rotation, and has u/δ as the next column of L in R = L·D·Lᴴ, D = diag δ; L·D·y = ĝ is solved on the way, Lᴴ·c = y
// on the way back through the stored columns. One workgroup for SYSTEMS slots, one invocation per slot and entry of the band.
// Needs lib/complex.
override TAPS: u32;    // unknowns, at least WIDTH
override WIDTH: u32;   // taps of ĥ: entries of a column of L
override ORIGIN: u32;  // ĝ[t] = ĥ*[ORIGIN − t]
override SYSTEMS: u32; // slots per workgroup: 4 make whole memory sectors, along columns and across
override GROUP: u32;   // invocations per workgroup, WIDTH · SYSTEMS
struct Params { ridge: f32, }
@group(0) @binding(0) var<storage, read> impulse: array<vec2f>;
@group(0) @binding(1) var<storage, read> noise: array<f32>;
@group(0) @binding(2) var<storage, read_write> columns: array<vec2f>; // of L, [group][column][entry][system]
@group(0) @binding(3) var<storage, read_write> taps: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> h: array<vec2f, GROUP>;                 // [tap][system]
var<workgroup> solved: array<bool, SYSTEMS>;
var<workgroup> solution: array<vec2f, TAPS * SYSTEMS>; // [tap][system]
// What moves by one lane a step; two copies, so that one barrier a step is enough.
var<workgroup> moving: array<vec4f, 2 * GROUP>;

fn rightHandSide(t: u32, system: u32) -> vec2f {
  let n = ORIGIN - t; // wraps beyond ĥ's first tap
  return select(vec2f(), conj(h[min(n, WIDTH - 1) * SYSTEMS + system]), n < WIDTH);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let system = local % SYSTEMS;
  let lane = local / SYSTEMS;
  let slot = group.x * SYSTEMS + system;
  let scratch = group.x * TAPS * GROUP;

  h[local] = impulse[slot * WIDTH + lane];
  workgroupBarrier();
  var r = vec2f();
  for (var n = lane; n < WIDTH; n++) { r += mulConj(h[n * SYSTEMS + system], h[(n - lane) * SYSTEMS + system]); }
  var delta = params.ridge * noise[slot];
  for (var n = 0u; n < WIDTH; n++) { delta += dot(h[n * SYSTEMS + system], h[n * SYSTEMS + system]); }
  if (!(delta > 0.0)) { delta = 1.0; } // no packet: ĥ = 0 gives c = 0

  // Lane i holds entry k + i of u, v and of the right-hand side, which the known part of y has been taken from.
  var u = select(r, vec2f(delta, 0.0), lane == 0);
  var v = select(r, vec2f(), lane == 0);
  var rest = rightHandSide(lane, system);
  var y = rightHandSide(0, system);
  var definite = true; // as far as float32 can see: R is where all |ρ| < 1
  for (var k = 0u; ; k++) {
    let column = u / delta;
    columns[scratch + k * GROUP + local] = column;
    if (lane == 0) { solution[k * SYSTEMS + system] = y / delta; }
    if (k == TAPS - 1) { break; }
    rest -= mul(column, y);

    let copy = (k & 1) * GROUP;
    moving[copy + local] = vec4f(v, rest);
    workgroupBarrier();
    let first = moving[copy + SYSTEMS + system];
    var next = vec4f(vec2f(), rightHandSide(k + WIDTH, system));
    if (lane < WIDTH - 1) { next = moving[copy + SYSTEMS + local]; }
    y = first.zw;
    rest = next.zw;
    var rho = first.xy / delta;
    if (!(dot(rho, rho) < 1.0)) {
      definite = false;
      rho = vec2f();
    }
    v = next.xy - mul(rho, u);
    u -= mulConj(next.xy, rho);
    delta *= 1.0 - dot(rho, rho);
  }

  // Lane i holds y[k − i], which the known part of c has been taken from, and entry i of column k − i.
  storageBarrier();
  workgroupBarrier();
  rest = solution[(TAPS - 1 - lane) * SYSTEMS + system];
  var c = solution[(TAPS - 1) * SYSTEMS + system];
  var entry = columns[scratch + (TAPS - 1 - lane) * GROUP + local];
  workgroupBarrier();
  for (var k = TAPS - 1; ; k--) {
    if (lane == 0) { solution[k * SYSTEMS + system] = c; }
    if (k == 0) { break; }
    rest -= mulConj(c, entry);

    // Asked for before the barrier, so that it comes while the others arrive.
    if (lane < k) { entry = columns[scratch + (k - 1 - lane) * GROUP + local]; }
    let copy = (k & 1) * GROUP;
    moving[copy + local] = vec4f(rest, vec2f());
    workgroupBarrier();
    c = moving[copy + SYSTEMS + system].xy;
    if (lane < WIDTH - 1) {
      rest = moving[copy + SYSTEMS + local].xy;
    } else if (k >= WIDTH) {
      rest = solution[(k - WIDTH) * SYSTEMS + system];
    }
  }

  if (lane == 0) { solved[system] = definite; }
  workgroupBarrier();
  for (var i = local; i < TAPS * SYSTEMS; i += GROUP) {
    let c = solution[(i % TAPS) * SYSTEMS + i / TAPS];
    taps[group.x * TAPS * SYSTEMS + i] = select(vec2f(), c, solved[i / TAPS]);
  }
}
