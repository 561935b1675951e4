// The numbers of a pass in global memory, multiplied by factors: what Bluestein's algorithm does around its transforms of ROW points. Number n
// of a row is x[n]·a[n] when it is read, with zeros after the INPUT_ROW numbers of an input row; number k is y[k]·b[k] when it is
// written, of which the output keeps OUTPUT_ROW. Needs a kernel's bindings input and output, lib/complex.
alias InRow = vec2f;
alias OutRow = vec2f;
override ROW: u32;
override INPUT_ROW: u32;
override OUTPUT_ROW: u32;
override TIMES_A: bool; // else numbers are read as they are
override TIMES_B: bool; // else numbers are written as they are
override SWAP_A: bool; // real and imaginary parts swapped before the product with a
override SWAP_B: bool; // and after the product with b
@group(0) @binding(3) var<storage, read> a: array<vec2f>;
@group(0) @binding(4) var<storage, read> b: array<vec2f>;

// Point first + STEP_IN·j of a line.
fn numberIn(line: u32, first: u32, j: u32) -> vec2f {
  let at = (line / AFTER * LENGTH + first + STEP_IN * j) * AFTER + line % AFTER;
  if (!TIMES_A) { return input[at]; }
  let n = min(at % ROW, INPUT_ROW - 1u);
  let x = input[at / ROW * INPUT_ROW + n];
  return select(vec2f(), mul(select(x, x.yx, SWAP_A), a[n]), at % ROW < INPUT_ROW);
}

// Stores bin first + STEP_OUT·j of a line.
fn numberOut(line: u32, first: u32, j: u32, x: vec2f) {
  let lines = BEFORE * AFTER; // of a transform
  let at = line + (line / lines * (LENGTH - 1u) + first + STEP_OUT * j) * lines;
  if (!TIMES_B) {
    output[at] = x;
    return;
  }
  let k = at % ROW;
  if (k < OUTPUT_ROW) {
    let y = mul(x, b[k]);
    output[at / ROW * OUTPUT_ROW + k] = select(y, y.yx, SWAP_B);
  }
}
