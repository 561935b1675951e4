// Runs of `run` numbers, one per invocation and consecutive in memory (or STRIDE of them interleaved). SLICE numbers of
// all runs at a time pass through workgroup memory, so that neighbouring invocations read and write neighbouring
// numbers. The kernel binds `output` and has `numberAt(signal, n)`, number n of a row of the input, and `counted(x)`, what
// counts of it. In Params it has `run`, a multiple of SLICE, and `length`, numbers in a row of the output. Needs
// lib/affine-scan and a constant SLICE.
alias Slice = array<f32, SLICE>;

var<workgroup> samples: array<f32, (SLICE * STRIDE + 1) * GROUP / STRIDE>; // one word of padding after each slice, for fewer bank conflicts

// Index in the row of number i that an invocation moves, for the slices from number `first` of the runs on.
fn numberOf(tile: u32, first: u32, invocation: u32, i: u32) -> u32 {
  let k = i * GROUP + invocation;
  let run = k / (SLICE * STRIDE);
  return (tile * GROUP + run * STRIDE) * params.run + first * STRIDE + k % (SLICE * STRIDE);
}

// Number i that an invocation moves, in workgroup memory. The remainders change nothing, but show the compiler that the place is within
// `samples`, so that it checks no bounds.
fn movedNumber(invocation: u32, i: u32) -> f32 {
  let k = i % SLICE * GROUP + invocation % GROUP;
  return samples[k + k / (SLICE * STRIDE)];
}

fn putMovedNumber(invocation: u32, i: u32, x: f32) {
  let k = i % SLICE * GROUP + invocation % GROUP;
  samples[k + k / (SLICE * STRIDE)] = x;
}

// Number i of the invocation's own slice.
fn ownNumber(invocation: u32, i: u32) -> f32 {
  let own = invocation % GROUP;
  return samples[own / STRIDE * (SLICE * STRIDE + 1u) + i % SLICE * STRIDE + own % STRIDE];
}

fn putOwnNumber(invocation: u32, i: u32, x: f32) {
  let own = invocation % GROUP;
  samples[own / STRIDE * (SLICE * STRIDE + 1u) + i % SLICE * STRIDE + own % STRIDE] = x;
}

// True if the row has all numbers of a tile, so that no invocation checks for its end.
fn isWhole(tile: u32) -> bool {
  return (tile + 1u) * GROUP * params.run <= params.length;
}

// The numbers that an invocation moves from the input, for the slices from number `first` of the runs on.
fn fetch(signal: u32, tile: u32, first: u32, invocation: u32) -> Slice {
  var slice = Slice();
  if (first >= params.run) { return slice; }
  if (isWhole(tile)) {
    for (var i = 0u; i < SLICE; i++) { slice[i] = numberAt(signal, numberOf(tile, first, invocation, i)); }
  } else {
    for (var i = 0u; i < SLICE; i++) {
      let n = numberOf(tile, first, invocation, i);
      if (n < params.length) { slice[i] = numberAt(signal, n); }
    }
  }
  return slice;
}

fn spill(invocation: u32, slice: Slice) {
  for (var i = 0u; i < SLICE; i++) { putMovedNumber(invocation, i, counted(slice[i])); }
}

// Writes the slices from number `first` of the runs on to the output, which the kernel binds.
fn store(signal: u32, tile: u32, first: u32, invocation: u32) {
  let row = signal * params.length;
  if (isWhole(tile)) {
    for (var i = 0u; i < SLICE; i++) {
      output[row + numberOf(tile, first, invocation, i)] = movedNumber(invocation, i);
    }
  } else {
    for (var i = 0u; i < SLICE; i++) {
      let n = numberOf(tile, first, invocation, i);
      if (n < params.length) { output[row + n] = movedNumber(invocation, i); }
    }
  }
}
