// The output of resampling/register-taps for rows with any alignment: through workgroup memory, so that neighbouring invocations
// write neighbouring numbers.
// Needs its kernel, one of lib/fir-real and lib/fir-complex, and an output as lib/fir-output.
var<workgroup> filtered: array<vec2f, SAMPLE_PARTS * DEPTH * GROUP * OUTPUTS / 2u>; // [part][bundle][output]

fn storeBundle(place: u32, signal: u32, m: u32, y: Four) {
  keep(place, y.re);
  if (SAMPLE_PARTS == 2u) { keep(DEPTH * GROUP + place, y.im); }
}

fn keep(place: u32, y: vec4f) {
  if (OUTPUTS == 2u) {
    filtered[place] = y.xy;
  } else {
    filtered[2u * place] = y.xy;
    filtered[2u * place + 1u] = y.zw;
  }
}

// Writes the outputs of a tile, from output `first` of a signal on. A barrier comes before.
fn finishTile(i: u32, signal: u32, first: u32) {
  for (var r = 0u; r < DEPTH * OUTPUTS; r++) {
    let m = r * GROUP + i;
    if (first + m < params.outputs) {
      var y = vec2f(filtered[m / 2u][m % 2u], 0.0);
      if (SAMPLE_PARTS == 2u) { y.y = filtered[(DEPTH * GROUP * OUTPUTS + m) / 2u][m % 2u]; }
      putOutput(signal * params.outputs + first + m, firstOf(y));
    }
  }
}
