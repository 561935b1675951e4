// Hermitian positive definite Toeplitz systems R x = g, R[j,k] = r(j−k), by Schur's algorithm within the band r(k) = 0, k ≥ BAND.
// R − Z·R·Zᴴ = (u·uᴴ − v·vᴴ)/δ, Z the shift by one. Each step shifts v up against u, clears v's leading entry by a hyperbolic
// rotation, and gives u/δ as the next column of L in R = L·D·Lᴴ, D = diag δ. The forward pass also solves L·D·y = g; a backward pass
// through the rows of L solves Lᴴ·x = y. A workgroup solves SYSTEMS systems at a time, with one invocation per system and four entries
// of the band. In each step, an invocation passes one entry to its neighbour. With two entries each, an H100 takes 1.8
// times as long.
// Needs lib/complex.
override SIZE: u32;    // unknowns
override BAND: u32;    // entries of r
override LANES: u32;   // invocations per system, ⌈BAND / 4⌉
override SYSTEMS: u32; // systems per workgroup
override GROUP: u32;   // invocations per workgroup, LANES · SYSTEMS
struct Params { systems: u32, }
// Four complex entries of a row of L, as two vec4f for wide reads and writes.
struct Row { near: vec4f, far: vec4f, }
// Entries 4i … 4i + 3 of a column in lane i.
alias Entries = mat4x2f;
@group(0) @binding(0) var<storage, read> column: array<vec2f>;    // r, [system][BAND]
@group(0) @binding(1) var<storage, read> right: array<vec2f>;     // g, [system][SIZE]
@group(0) @binding(2) var<storage, read_write> rows: array<Row>;        // of L, from the diagonal leftwards, [workgroup][row][lane][system]
@group(0) @binding(3) var<storage, read_write> solution: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> x: array<vec2f, SIZE * SYSTEMS>; // g, then y, then x: [unknown][system]
var<workgroup> solved: array<bool, SYSTEMS>;
// Values that move by one lane per step; two copies, so that one barrier per step is enough.
var<workgroup> moving: array<vec4f, 2 * GROUP>;

// Each entry times z.
fn scaled(e: Entries, z: vec2f) -> Entries {
  return Entries(mul(e[0], z), mul(e[1], z), mul(e[2], z), mul(e[3], z));
}

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

// Replaces g in `x` by the solution. Returns false if R is not positive definite in float32, that is unless all |ρ| < 1.
fn solve(index: u32, scratch: u32, local: u32) -> bool {
  let system = local % SYSTEMS;
  let lane = local / SYSTEMS;

  // u, v and the remainder of g below row k.
  var delta = column[index * BAND].x;
  var definite = delta > 0.0;
  if (!definite) { delta = 1.0; }
  let first = 4 * lane;
  var u = Entries(entry(index, first), entry(index, first + 1), entry(index, first + 2), entry(index, first + 3));
  var v = u;
  if (lane == 0) {
    u[0] = vec2f(delta, 0.0);
    v[0] = vec2f();
  }
  var rest = Entries(known(first, system), known(first + 1, system), known(first + 2, system), known(first + 3, system));
  var y = x[system];
  // The last three columns: entry 4i + d of the d-th last is in the same row as entry 4i of this one.
  var last1 = Entries();
  var last2 = Entries();
  var last3 = Entries();
  workgroupBarrier();
  for (var k = 0u; ; k++) {
    let inverse = 1.0 / delta;
    let l = u * inverse;
    let row = k + first;
    if (row < SIZE) { rows[scratch + row * GROUP + local] = Row(vec4f(l[0], last1[1]), vec4f(last2[2], last3[3])); }
    last3 = last2;
    last2 = last1;
    last1 = l;
    if (lane == 0) { x[k * SYSTEMS + system] = y * inverse; }
    if (k == SIZE - 1) { break; }
    rest -= scaled(l, y);

    // All lanes need entry 1, lane i needs entry 4i + 4, and no lane needs entry 0.
    let copy = (k & 1) * GROUP;
    moving[copy + local] = select(vec4f(v[0], rest[0]), vec4f(v[1], rest[1]), lane == 0);
    workgroupBarrier();
    let one = moving[copy + system];
    var next = vec4f();
    if (lane < LANES - 1) {
      next = moving[copy + SYSTEMS + local];
    } else {
      next = vec4f(vec2f(), known(k + 4 * LANES, system));
    }
    y = one.zw;
    rest = Entries(rest[1], rest[2], rest[3], next.zw);
    var rho = one.xy * inverse;
    let kept = 1.0 - dot(rho, rho);
    if (kept > 0.0) {
      delta *= kept;
    } else {
      definite = false;
      rho = vec2f();
    }
    let shifted = Entries(v[1], v[2], v[3], next.xy);
    v = shifted - scaled(u, rho);
    u -= scaled(shifted, conj(rho));
  }

  // The backward pass. It loads rows eight steps before they are needed. If SIZE is no multiple of eight it starts with zeros.
  storageBarrier();
  workgroupBarrier();
  let top = (SIZE + 7) / 8 * 8 - 1;
  var row0 = rowOfL(scratch, top, local);
  var row1 = rowOfL(scratch, top - 1, local);
  var row2 = rowOfL(scratch, top - 2, local);
  var row3 = rowOfL(scratch, top - 3, local);
  var row4 = rowOfL(scratch, top - 4, local);
  var row5 = rowOfL(scratch, top - 5, local);
  var row6 = rowOfL(scratch, top - 6, local);
  var row7 = rowOfL(scratch, top - 7, local);
  let start = top - first;
  rest = Entries(known(start, system), known(start - 1, system), known(start - 2, system), known(start - 3, system));
  var state = Back(known(top, system), rest);
  workgroupBarrier();
  for (var done = 0u; done <= top; done += 8) {
    let k = top - done;
    state = back(state, row0, k, local);
    row0 = rowOfL(scratch, k - 8, local);
    state = back(state, row1, k - 1, local);
    row1 = rowOfL(scratch, k - 9, local);
    state = back(state, row2, k - 2, local);
    row2 = rowOfL(scratch, k - 10, local);
    state = back(state, row3, k - 3, local);
    row3 = rowOfL(scratch, k - 11, local);
    state = back(state, row4, k - 4, local);
    row4 = rowOfL(scratch, k - 12, local);
    state = back(state, row5, k - 5, local);
    row5 = rowOfL(scratch, k - 13, local);
    state = back(state, row6, k - 6, local);
    row6 = rowOfL(scratch, k - 14, local);
    state = back(state, row7, k - 7, local);
    row7 = rowOfL(scratch, k - 15, local);
  }
  workgroupBarrier();
  return definite;
}

// x[k], and the entries from k backwards of y minus the contributions of x from k on.
struct Back { x: vec2f, rest: Entries, }

// Row k of L in the lanes' order; zeros beyond the last row, and before the first, where k wraps.
fn rowOfL(scratch: u32, k: u32, local: u32) -> Row {
  let row = rows[scratch + k * GROUP + local];
  return Row(select(vec4f(), row.near, k < SIZE), select(vec4f(), row.far, k < SIZE));
}

// The value of `x` for row k, or zero if there is no row k.
fn known(k: u32, system: u32) -> vec2f {
  return select(vec2f(), x[min(k, SIZE - 1) * SYSTEMS + system], k < SIZE);
}

// From k to k − 1.
fn back(state: Back, row: Row, k: u32, local: u32) -> Back {
  let system = local % SYSTEMS;
  let lane = local / SYSTEMS;
  if (lane == 0 && k < SIZE) { x[k * SYSTEMS + system] = state.x; }
  let rest = state.rest - Entries(
    mulConj(state.x, row.near.xy), mulConj(state.x, row.near.zw),
    mulConj(state.x, row.far.xy), mulConj(state.x, row.far.zw),
  );

  let copy = (k & 1) * GROUP;
  moving[copy + local] = vec4f(select(rest[0], rest[1], lane == 0), vec2f());
  workgroupBarrier();
  let last = lane == LANES - 1;
  let next = moving[copy + select(local + SYSTEMS, local, last)].xy;
  let newest = select(next, known(k - 4 * LANES, system), last);
  return Back(moving[copy + system].xy, Entries(rest[1], rest[2], rest[3], newest));
}
