// Runs of RUN numbers, an invocation each and one after the other in memory (or STRIDE of them interleaved): SLICE numbers of
// all of them at a time go through workgroup memory, so that neighbouring invocations read and write neighbouring numbers.
// The kernel has `numberAt(signal, n)`, number n of a row of the input, and `length` in Params, numbers in a row.
// Needs lib/affine-scan.
override RUN: u32; // a multiple of SLICE
const SLICE = 8u;

alias Slice = array<f32, SLICE>;

var<workgroup> samples: array<f32, (SLICE * STRIDE + 1) * GROUP / STRIDE>; // a place after each slice: fewer conflicts of banks

// Number i of those that an invocation moves, of the slices from number `first` of the runs on: its place in the row.
fn numberOf(tile: u32, first: u32, invocation: u32, i: u32) -> u32 {
  let k = i * GROUP + invocation;
  let run = k / (SLICE * STRIDE);
  return (tile * GROUP + run * STRIDE) * RUN + first * STRIDE + k % (SLICE * STRIDE);
}

// Its place in workgroup memory.
fn placeOf(invocation: u32, i: u32) -> u32 {
  let k = i * GROUP + invocation;
  return k + k / (SLICE * STRIDE);
}

// Number i of the invocation's own slice.
fn ownPlace(invocation: u32, i: u32) -> u32 {
  return invocation / STRIDE * (SLICE * STRIDE + 1u) + i * STRIDE + invocation % STRIDE;
}

fn fetch(signal: u32, tile: u32, first: u32, invocation: u32) -> Slice {
  var slice = Slice();
  for (var i = 0u; i < SLICE; i++) {
    let n = numberOf(tile, first, invocation, i);
    if (n < params.length && first < RUN) { slice[i] = numberAt(signal, n); }
  }
  return slice;
}

fn spill(invocation: u32, slice: Slice) {
  for (var i = 0u; i < SLICE; i++) { samples[placeOf(invocation, i)] = slice[i]; }
}
