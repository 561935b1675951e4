// The numbers of a pass in global memory, as they are: a row of `input`, an InRow, has the points of A·M, and a row of `output`, an OutRow,
// the bins of a transform. The compiler sees that a place is within its row, since min() is the same for all j. So only the row is
// checked against the buffer, once for all points of an invocation. With the limits in src/core/fft/stages.ts this saves 7 % for 2187 points on an
// H200.
// Needs a kernel's bindings input and output.
override IN_PLACE: bool; // works on output; input is then any buffer

// Point b + STEP_IN·j of a line.
fn numberIn(line: u32, b: u32, j: u32) -> vec2f {
  let n = min(b, STEP_IN - 1u) + j % (LENGTH / STEP_IN) * STEP_IN;
  if (IN_PLACE) { return output[line / AFTER][n * AFTER + line % AFTER]; }
  return input[line / AFTER][n * AFTER + line % AFTER];
}

// Stores bin b + STEP_OUT·j of a line.
fn numberOut(line: u32, b: u32, j: u32, x: vec2f) {
  let k = min(b, STEP_OUT - 1u) + j % (LENGTH / STEP_OUT) * STEP_OUT;
  let lines = BEFORE * AFTER; // of a transform
  output[line / lines][k * lines + line % lines] = x;
}
