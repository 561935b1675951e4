// One pass of a transform of P·A·M points (BEFORE, LENGTH, AFTER): Stockham's self-sorting stages at large. Line l = M·q + m
// (q < P, m < M) takes points (A·q + n)·M + m, n < A; its bin k, times e^{−j2πmk/AM}, goes to point l + P·M·k. A is one
// factor of the length in each pass, P the product of the factors before it, and M the product of those after it. The
// last pass then leaves the bins in order. A transform in one pass has P = M = 1. Lines are numbered through all
// transforms of a batch. An inverse transform swaps the parts of the points before and after a forward one. An invocation has
// points b + STEP_IN·j, b < STEP_IN, of a line, and bins b + STEP_OUT·j, b < STEP_OUT.
// Needs lib/complex, lib/phasor, lib/rows or lib/chirped-rows.
override LENGTH: u32; // A
override BEFORE: u32; // P
override AFTER: u32;  // M
override STEP_IN: u32;
override STEP_OUT: u32;
override TURN: u32;      // ⌊2^32/AM⌋, and
override TURN_REST: f32; // what is missing
override SWAP_IN: bool;
override SWAP_OUT: bool;
override SCALE: f32;

// Point b + STEP_IN·j of a line.
fn lineIn(line: u32, b: u32, j: u32) -> vec2f {
  let x = numberIn(line, b, j);
  return select(x, x.yx, SWAP_IN);
}

// Stores bin k = b + STEP_OUT·j of a line.
fn lineOut(line: u32, b: u32, j: u32, x: vec2f) {
  let k = b + j * STEP_OUT;
  var y = x;
  if (AFTER > 1u) {
    let n = line % AFTER * k;
    y = mulConj(y, phasor(n * TURN + u32(f32(n) * TURN_REST)));
  }
  numberOut(line, b, j, select(y, y.yx, SWAP_OUT) * SCALE);
}
