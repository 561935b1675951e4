// The output of fir/direct for rows with any alignment: through workgroup memory, so that neighbouring invocations
// write neighbouring numbers.
// Needs its kernel, one of lib/fir-real and its like, and an output as lib/fir-output.

// Writes outputs from 12·i on after `first` of a signal.
fn store(i: u32, signal: u32, first: u32, y: Sums) {
  workgroupBarrier();
  put(COLUMNS * i, y.a);
  put(COLUMNS * i + 1u, y.b);
  put(COLUMNS * i + 2u, y.c);
  workgroupBarrier();
  for (var r = 0u; r < 4u * COLUMNS; r++) {
    let m = r * GROUP + i;
    if (first + m < params.outputs) {
      var z = vec2f(staged[m / 4u][m % 4u], 0.0);
      if (SAMPLE_PARTS == 2u || TAP_PARTS == 2u) { z.y = staged[plane() + m / 4u][m % 4u]; }
      putOutput(signal * params.outputs + first + m, firstOf(z));
    }
  }
}

fn put(t: u32, y: Four) {
  staged[t] = y.re;
  if (SAMPLE_PARTS == 2u || TAP_PARTS == 2u) { staged[plane() + t] = y.im; }
}
