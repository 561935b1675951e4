// Hermitian positive definite systems R x = g by elimination, R = L·U, U = D·Lᴴ, as a full matrix (BAND = SIZE) or within the band
// R[j,k] = 0, |j−k| ≥ BAND. R is Toeplitz, R[j,k] = r(j−k), which only saves storing it.
//   L[i,j]·d[j] = R[i,j] − Σt L[i,t]·U[t,j], t < j;  L·D·y = g;  Lᴴ·x = y.
// One workgroup per system, COLUMNS columns of L at a time, one invocation per row. It sums the products of the previous columns in
// registers, eliminates the columns against each other, and writes them to global memory.
// Needs lib/complex.
override SIZE: u32;    // unknowns
override ENTRIES: u32; // of r
override BAND: u32;    // entries of a column of L, at least ENTRIES
override GROUP: u32;   // invocations per workgroup, a multiple of COLUMNS
struct Params { systems: u32, }
@group(0) @binding(0) var<storage, read> column: array<vec2f>;       // r, [system][ENTRIES]
@group(0) @binding(1) var<storage, read> right: array<vec2f>;        // g, [system][SIZE]
@group(0) @binding(2) var<storage, read_write> columns: array<vec2f>; // of L, [workgroup][column][rows below its diagonal]
@group(0) @binding(3) var<storage, read_write> solution: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

const COLUMNS = 8u;
alias Row = array<vec2f, COLUMNS>; // of the current columns; constant indices keep it in registers

var<workgroup> diagonal: array<f32, SIZE>;               // d
var<workgroup> upper: array<vec2f, GROUP>;               // of U, some rows of the current columns
var<workgroup> pivots: array<vec2f, COLUMNS * COLUMNS>;  // U within the current columns, rows from the diagonal on, then zeros
var<workgroup> x: array<vec2f, SIZE>;                    // g, then y, then x

// L[i,j], i ≥ j
fn place(group: u32, i: u32, j: u32) -> u32 {
  return (group * SIZE + j) * BAND + i - j;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  for (var system = group.x; system < params.systems; system += groups.x) {
    for (var i = local; i < SIZE; i += GROUP) { x[i] = right[system * SIZE + i]; }
    for (var k = 0u; k < SIZE; k += COLUMNS) {
      let end = min(SIZE, k + COLUMNS - 1 + BAND);
      for (var i = k; i < end; i += GROUP) { eliminate(system, group.x, k, i + local, local); }
    }
    substitute(group.x, local);
    var definite = true; // within float32
    for (var j = 0u; j < SIZE; j++) { definite &= diagonal[j] > 0.0; }
    for (var i = local; i < SIZE; i += GROUP) { solution[system * SIZE + i] = select(vec2f(), x[i], definite); }
    workgroupBarrier();
  }
}

// Row i of columns k … k + COLUMNS − 1. Rows beyond SIZE are rows of the identity matrix.
fn eliminate(system: u32, group: u32, k: u32, i: u32, local: u32) {
  var row: Row;
  for (var b = 0u; b < COLUMNS; b++) {
    let j = k + b;
    row[b] = vec2f();
    if (i < SIZE && j <= i && i - j < ENTRIES) { row[b] = column[system * ENTRIES + i - j]; }
    if (i >= SIZE && i == j) { row[b] = vec2f(1.0, 0.0); }
  }

  let first = k - min(k, BAND - 1);
  for (var tile = first; tile < k; tile += GROUP / COLUMNS) {
    let t = tile + local / COLUMNS;
    let j = k + local % COLUMNS;
    var u = vec2f();
    if (t < k && j < SIZE && j - t < BAND) { u = diagonal[t] * conj(columns[place(group, j, t)]); }
    upper[local] = u;
    workgroupBarrier();
    let end = min(tile + GROUP / COLUMNS, k);
    for (var t = max(tile, i - min(i, BAND - 1)); t < end; t++) {
      if (i >= SIZE) { break; }
      let l = columns[place(group, i, t)];
      for (var b = 0u; b < COLUMNS; b++) { row[b] -= mul(l, upper[(t - tile) * COLUMNS + b]); }
    }
    workgroupBarrier();
  }

  // Each step completes row[0] and moves it to the end; after all steps it is in its place again.
  for (var b = 0u; b < COLUMNS; b++) {
    let u = b * COLUMNS;
    // The pivot rows, i < k + COLUMNS, come first and store U[k + b, i] = d·L*[i, k + b].
    if (i < k + COLUMNS && i >= k + b) { pivots[u + i - k - b] = conj(row[0]); }
    workgroupBarrier();
    let d = pivots[u].x;
    let l = row[0] / d;
    row = Row(
      row[1] - mul(l, pivots[u + 1]), row[2] - mul(l, pivots[u + 2]), row[3] - mul(l, pivots[u + 3]),
      row[4] - mul(l, pivots[u + 4]), row[5] - mul(l, pivots[u + 5]), row[6] - mul(l, pivots[u + 6]),
      row[7] - mul(l, pivots[u + 7]), l,
    );
    if (i == k + b && i < SIZE) { diagonal[i] = d; }
  }
  for (var b = 0u; b < COLUMNS; b++) {
    let j = k + b;
    if (i < SIZE && j <= i && i - j < BAND) { columns[place(group, i, j)] = row[b]; }
  }
  storageBarrier();
  workgroupBarrier();
}

// Replaces g in `x` by the solution: first one column of L at a time, then one row at a time.
fn substitute(group: u32, local: u32) {
  for (var j = 0u; j < SIZE; j++) {
    let pivot = x[j];
    for (var i = j + 1 + local; i < min(SIZE, j + BAND); i += GROUP) { x[i] -= mul(columns[place(group, i, j)], pivot); }
    workgroupBarrier();
  }
  for (var i = local; i < SIZE; i += GROUP) { x[i] /= diagonal[i]; }
  workgroupBarrier();
  for (var i = SIZE - 1; i > 0; i--) {
    let pivot = x[i];
    for (var j = i - min(i, BAND - 1) + local; j < i; j += GROUP) { x[j] -= mulConj(pivot, columns[place(group, i, j)]); }
    workgroupBarrier();
  }
}
