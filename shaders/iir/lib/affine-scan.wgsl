// Scans of states under s ← A·s + u with constant A, over the invocations of a workgroup: place i gets Σ_{j≤i} A^{i−j}·u_j.
//
// A state has 4·QUADS numbers; A is lower triangular in blocks of 4 × 4. A matrix is stored as the columns of its blocks, in the order
// (0, 0), (1, 0), (1, 1), (2, 0) and so on. The kernel has `steps: array<vec4f, …>` in its Params: the kernel's own
// matrix, then A, A², A⁴, A⁸ …
override GROUP: u32;  // invocations per workgroup, a power of two
override QUADS: u32;  // of numbers in a state, 1 … 4
override STRIDE: u32; // scans side by side: invocation i is place i / STRIDE of scan i % STRIDE

alias State = array<vec4f, 4>;

var<workgroup> scanned: array<vec4f, QUADS * GROUP>; // [quad][invocation]

// Columns of a matrix.
fn columns() -> u32 {
  return 2u * QUADS * (QUADS + 1u);
}

fn places() -> u32 {
  return GROUP / STRIDE;
}

// Returns the value that invocation i left in `scanned`.
fn scannedState(i: u32) -> State {
  var s = State();
  for (var q = 0u; q < QUADS; q++) { s[q] = scanned[q * GROUP + i]; }
  return s;
}

fn keepScanned(i: u32, s: State) {
  for (var q = 0u; q < QUADS; q++) { scanned[q * GROUP + i] = s[q]; }
}

// M·s + u with matrix `step` of the steps. Quads have constant indices: in a loop that compilers do not unroll, states
// would be kept in memory.
fn stepsAhead(step: u32, s: State, u: State) -> State {
  let at = step * columns();
  var sum = u;
  sum[0] = stepQuad(at, s[0], sum[0]);
  if (QUADS > 1u) { sum[1] = stepQuad(at + 8u, s[1], stepQuad(at + 4u, s[0], sum[1])); }
  if (QUADS > 2u) {
    sum[2] = stepQuad(at + 20u, s[2], stepQuad(at + 16u, s[1], stepQuad(at + 12u, s[0], sum[2])));
  }
  if (QUADS > 3u) {
    sum[3] = stepQuad(at + 28u, s[1], stepQuad(at + 24u, s[0], sum[3]));
    sum[3] = stepQuad(at + 36u, s[3], stepQuad(at + 32u, s[2], sum[3]));
  }
  return sum;
}

// The same for one block.
fn stepQuad(at: u32, s: vec4f, u: vec4f) -> vec4f {
  let low = fma(params.steps[at + 1u], s.yyyy, fma(params.steps[at], s.xxxx, u));
  return fma(params.steps[at + 3u], s.wwww, fma(params.steps[at + 2u], s.zzzz, low));
}

// Returns the scan, and also leaves it in `scanned`. Uniform control flow only.
fn affineScan(invocation: u32, u: State) -> State {
  var s = u;
  var step = 1u;
  for (var distance = STRIDE; distance < GROUP; distance *= 2u) {
    workgroupBarrier();
    keepScanned(invocation, s);
    workgroupBarrier();
    if (invocation >= distance) { s = stepsAhead(step, scannedState(invocation - distance), s); }
    step++;
  }
  workgroupBarrier();
  keepScanned(invocation, s);
  workgroupBarrier();
  return s;
}
