// Hermitian positive definite Toeplitz systems R x = g, R[j,k] = r(j−k), by Schur's algorithm within the band r(k) = 0, k ≥ BAND.
// R − Z·R·Zᴴ = (u·uᴴ − v·vᴴ)/δ, Z the shift by one. Each step shifts v up against u, clears v's leading entry by a hyperbolic
// rotation, and has u/δ as the next column of L in R = L·D·Lᴴ, D = diag δ; L·D·y = g is solved on the way, Lᴴ·x = y on the way
// back through the rows of L. One workgroup for SYSTEMS systems at a time; an invocation per system and two entries of the band,
// of which it passes one to its neighbour each step.
// Needs lib/complex.
override SIZE: u32;    // unknowns
override BAND: u32;    // entries of r
override LANES: u32;   // invocations per system, ⌈BAND / 2⌉
override SYSTEMS: u32; // systems per workgroup
override GROUP: u32;   // invocations per workgroup, LANES · SYSTEMS
struct Params { systems: u32, }
@group(0) @binding(0) var<storage, read> column: array<vec2f>;    // r, [system][BAND]
@group(0) @binding(1) var<storage, read> right: array<vec2f>;     // g, [system][SIZE]
@group(0) @binding(2) var<storage, read_write> rows: array<vec4f>; // of L, from the diagonal leftwards, [workgroup][row][lane][system]
@group(0) @binding(3) var<storage, read_write> solution: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

const AHEAD = 4u; // rows of L that are asked for before they are needed

var<workgroup> x: array<vec2f, SIZE * SYSTEMS>; // g, then y, then x: [unknown][system]
var<workgroup> solved: array<bool, SYSTEMS>;
// What moves by one lane a step; two copies, so that one barrier a step is enough.
var<workgroup> moving: array<vec4f, 2 * GROUP>;

fn entry(system: u32, k: u32) -> vec2f {
  if (k >= BAND) { return vec2f(); }
  return column[system * BAND + k];
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  for (var first = group.x * SYSTEMS; first < params.systems; first += groups.x * SYSTEMS) {
    let end = min(SYSTEMS, params.systems - first) * SIZE;
    for (var i = local; i < SIZE * SYSTEMS; i += GROUP) {
      x[(i % SIZE) * SYSTEMS + i / SIZE] = select(vec2f(), right[first * SIZE + i], i < end);
    }
    workgroupBarrier();
    let definite = solve(min(first + local % SYSTEMS, params.systems - 1), group.x * SIZE * GROUP, local);
    if (local < SYSTEMS) { solved[local] = definite; }
    workgroupBarrier();
    for (var i = local; i < end; i += GROUP) {
      solution[first * SIZE + i] = select(vec2f(), x[(i % SIZE) * SYSTEMS + i / SIZE], solved[i / SIZE]);
    }
    workgroupBarrier();
  }
}

// Turns g in `x` into the solution. False where R is not positive definite, as far as float32 can see: all |ρ| < 1.
fn solve(index: u32, scratch: u32, local: u32) -> bool {
  let system = local % SYSTEMS;
  let lane = local / SYSTEMS;

  // Lane i holds entries 2i and 2i + 1 of u, v and of what is left of g below row k: x, y of a vec4 and z, w.
  var delta = column[index * BAND].x;
  var definite = delta > 0.0;
  if (!definite) { delta = 1.0; }
  var u = vec4f(entry(index, 2 * lane), entry(index, 2 * lane + 1));
  var v = u;
  if (lane == 0) {
    u = vec4f(delta, 0.0, u.zw);
    v = vec4f(0.0, 0.0, v.zw);
  }
  var rest = vec4f();
  if (2 * lane < SIZE) { rest = vec4f(x[2 * lane * SYSTEMS + system], rest.zw); }
  if (2 * lane + 1 < SIZE) { rest = vec4f(rest.xy, x[(2 * lane + 1) * SYSTEMS + system]); }
  var y = x[system];
  var before = vec2f(); // entry 2i + 1 of the last column: in the same row as entry 2i of this one
  workgroupBarrier();
  for (var k = 0u; ; k++) {
    let inverse = 1.0 / delta;
    let l = u * inverse;
    let row = k + 2 * lane;
    if (row < SIZE) { rows[scratch + row * GROUP + local] = vec4f(l.xy, before); }
    before = l.zw;
    if (lane == 0) { x[k * SYSTEMS + system] = y * inverse; }
    if (k == SIZE - 1) { break; }
    rest -= vec4f(mul(l.xy, y), mul(l.zw, y));

    // All need entry 1, lane i entry 2i + 2, nobody entry 0.
    let copy = (k & 1) * GROUP;
    moving[copy + local] = select(vec4f(v.xy, rest.xy), vec4f(v.zw, rest.zw), lane == 0);
    workgroupBarrier();
    let one = moving[copy + system];
    var next = vec4f();
    if (lane < LANES - 1) {
      next = moving[copy + SYSTEMS + local];
    } else if (k + 2 * LANES < SIZE) {
      next = vec4f(vec2f(), x[(k + 2 * LANES) * SYSTEMS + system]);
    }
    y = one.zw;
    rest = vec4f(rest.zw, next.zw);
    var rho = one.xy * inverse;
    let kept = 1.0 - dot(rho, rho);
    if (kept > 0.0) {
      delta *= kept;
    } else {
      definite = false;
      rho = vec2f();
    }
    let shifted = vec4f(v.zw, next.xy);
    v = shifted - vec4f(mul(rho, u.xy), mul(rho, u.zw));
    u -= vec4f(mulConj(shifted.xy, rho), mulConj(shifted.zw, rho));
  }

  // Lane i holds entries 2i and 2i + 1, counted back from k, of y and of row k of L; x below k has been taken from y.
  storageBarrier();
  workgroupBarrier();
  var ahead: array<vec4f, AHEAD>;
  for (var j = 0u; j < AHEAD; j++) {
    if (j < SIZE) { ahead[j] = rows[scratch + (SIZE - 1 - j) * GROUP + local]; }
  }
  var c = x[(SIZE - 1) * SYSTEMS + system];
  rest = vec4f();
  if (2 * lane < SIZE) { rest = vec4f(x[(SIZE - 1 - 2 * lane) * SYSTEMS + system], rest.zw); }
  if (2 * lane + 1 < SIZE) { rest = vec4f(rest.xy, x[(SIZE - 2 - 2 * lane) * SYSTEMS + system]); }
  workgroupBarrier();
  for (var done = 0u; done < SIZE; done += AHEAD) {
    for (var j = 0u; j < AHEAD; j++) {
      if (done + j >= SIZE) { break; }
      let k = SIZE - 1 - done - j;
      if (lane == 0) { x[k * SYSTEMS + system] = c; }
      rest -= vec4f(mulConj(c, ahead[j].xy), mulConj(c, ahead[j].zw));
      if (k >= AHEAD) { ahead[j] = rows[scratch + (k - AHEAD) * GROUP + local]; }

      let copy = (k & 1) * GROUP;
      moving[copy + local] = vec4f(select(rest.xy, rest.zw, lane == 0), vec2f());
      workgroupBarrier();
      c = moving[copy + system].xy;
      var next = vec2f();
      if (lane < LANES - 1) {
        next = moving[copy + SYSTEMS + local].xy;
      } else if (k >= 2 * LANES) {
        next = x[(k - 2 * LANES) * SYSTEMS + system];
      }
      rest = vec4f(rest.zw, next);
    }
  }
  workgroupBarrier();
  return definite;
}
