// Scans of states under s ← A·s + u with constant A, over the invocations of a workgroup: place i gets Σ_{j≤i} A^{i−j}·u_j.
//
// A state has 4·QUADS numbers; A is lower triangular in blocks of 4 × 4. A matrix is a row of MATRIX = 2·QUADS·(QUADS + 1)
// columns of such blocks, entry(i, j, c) being column c of block (i, j), j ≤ i. The kernel has `steps: array<vec4f, …>`
// in its Params: A, A², A⁴, A⁸ … in turn.
override GROUP: u32;  // invocations per workgroup, a power of two
override QUADS: u32;  // of numbers in a state, 1 … 4
override STRIDE: u32; // scans side by side: invocation i is place i / STRIDE of scan i % STRIDE

alias State = array<vec4f, 4>;

var<workgroup> scanned: array<vec4f, QUADS * GROUP>; // [quad][invocation]

fn entry(i: u32, j: u32, c: u32) -> u32 {
  return (i * (i + 1u) / 2u + j) * 4u + c;
}

fn places() -> u32 {
  return GROUP / STRIDE;
}

// What invocation i left in `scanned`.
fn scannedState(i: u32) -> State {
  var s = State();
  for (var q = 0u; q < QUADS; q++) { s[q] = scanned[q * GROUP + i]; }
  return s;
}

fn keepScanned(i: u32, s: State) {
  for (var q = 0u; q < QUADS; q++) { scanned[q * GROUP + i] = s[q]; }
}

// A^{2^step}·s + u
fn stepsAhead(step: u32, s: State, u: State) -> State {
  var sum = u;
  for (var i = 0u; i < QUADS; i++) {
    for (var j = 0u; j <= i; j++) {
      for (var c = 0u; c < 4u; c++) {
        sum[i] = fma(params.steps[step * entry(QUADS, 0u, 0u) + entry(i, j, c)], vec4f(s[j][c]), sum[i]);
      }
    }
  }
  return sum;
}

// The scan, which it also leaves in `scanned`. From uniform control flow.
fn affineScan(invocation: u32, u: State) -> State {
  var s = u;
  var step = 0u;
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
