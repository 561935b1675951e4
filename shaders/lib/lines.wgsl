// One pass of a transform of P·A·M points (BEFORE, LENGTH, AFTER): Stockham's self-sorting stages at large. Line l = M·q + m
// (q < P, m < M) takes points (A·q + n)·M + m, n < A; its bin k, times e^{−j2πmk/AM}, goes to point l + P·M·k. With A one
// factor of the length after another, P what has been before and M what comes after, the last pass leaves bins in order. A
// transform in one pass has P = M = 1. Lines are counted through all transforms of a batch.
// An inverse transform is one of points with their parts swapped, swapped back at its end. Needs lib/complex, lib/phasor.
override LENGTH: u32; // A
override BEFORE: u32; // P
override AFTER: u32;  // M
override TURN: u32;      // ⌊2^32/AM⌋, and
override TURN_REST: f32; // what is missing
override SWAP_IN: bool;
override SWAP_OUT: bool;
override SCALE: f32;

// Where point n of a line lies.
fn lineFrom(line: u32, n: u32) -> u32 {
  return (line / AFTER * LENGTH + n) * AFTER + line % AFTER;
}

// Where bin k of a line goes.
fn lineTo(line: u32, k: u32) -> u32 {
  let lines = BEFORE * AFTER; // of a transform
  return line + (line / lines * (LENGTH - 1u) + k) * lines;
}

fn lineIn(x: vec2f) -> vec2f {
  return select(x, x.yx, SWAP_IN);
}

fn lineOut(line: u32, k: u32, x: vec2f) -> vec2f {
  var y = x;
  if (AFTER > 1u) {
    let n = line % AFTER * k;
    y = mulConj(y, phasor(n * TURN + u32(f32(n) * TURN_REST)));
  }
  return select(y, y.yx, SWAP_OUT) * SCALE;
}
