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

  // The way back. Rows are asked for four steps before they are needed; where SIZE is no multiple of four, zeros come first.
  storageBarrier();
  workgroupBarrier();
  let top = (SIZE + 3) / 4 * 4 - 1;
  var row0 = rowOfL(scratch, top, local);
  var row1 = rowOfL(scratch, top - 1, local);
  var row2 = rowOfL(scratch, top - 2, local);
  var row3 = rowOfL(scratch, top - 3, local);
  var state = Back(known(top, system), vec4f(known(top - 2 * lane, system), known(top - 2 * lane - 1, system)));
  workgroupBarrier();
  for (var done = 0u; done <= top; done += 4) {
    let k = top - done;
    state = back(state, row0, k, local);
    row0 = rowOfL(scratch, k - 4, local);
    state = back(state, row1, k - 1, local);
    row1 = rowOfL(scratch, k - 5, local);
    state = back(state, row2, k - 2, local);
    row2 = rowOfL(scratch, k - 6, local);
    state = back(state, row3, k - 3, local);
    row3 = rowOfL(scratch, k - 7, local);
  }
  workgroupBarrier();
  return definite;
}

// x[k], and in lane i entries 2i and 2i + 1, counted back from k, of what is left of y with x from k on taken away.
struct Back { x: vec2f, rest: vec4f, }

// Row k of L in the lanes' order; zeros beyond the last row, and before the first, where k wraps.
fn rowOfL(scratch: u32, k: u32, local: u32) -> vec4f {
  return select(vec4f(), rows[scratch + k * GROUP + local], k < SIZE);
}

// y[k], zero where k is no row
fn known(k: u32, system: u32) -> vec2f {
  return select(vec2f(), x[min(k, SIZE - 1) * SYSTEMS + system], k < SIZE);
}

// From k to k − 1.
fn back(state: Back, row: vec4f, k: u32, local: u32) -> Back {
  let system = local % SYSTEMS;
  let lane = local / SYSTEMS;
  if (lane == 0 && k < SIZE) { x[k * SYSTEMS + system] = state.x; }
  let rest = state.rest - vec4f(mulConj(state.x, row.xy), mulConj(state.x, row.zw));

  let copy = (k & 1) * GROUP;
  moving[copy + local] = vec4f(select(rest.xy, rest.zw, lane == 0), vec2f());
  workgroupBarrier();
  let last = lane == LANES - 1;
  let next = moving[copy + select(local + SYSTEMS, local, last)].xy;
  return Back(moving[copy + system].xy, vec4f(rest.zw, select(next, known(k - 2 * LANES, system), last)));
}
