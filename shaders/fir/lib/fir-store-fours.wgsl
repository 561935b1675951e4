// The output of fir/direct if each row begins at a multiple of 16 bytes: every invocation writes its own outputs, four
// real numbers or two complex ones at a time. Needs its kernel.
@group(0) @binding(5) var<storage, read_write> output: array<vec4f>;

// Writes outputs from 12·i on after `first` of a signal.
fn store(i: u32, signal: u32, first: u32, y: Sums) {
  let m = first + 4u * COLUMNS * i;
  storeFour(signal, m, y.a);
  storeFour(signal, m + 4u, y.b);
  storeFour(signal, m + 8u, y.c);
}

fn storeFour(signal: u32, m: u32, y: Four) {
  let at = signal * params.outputs + m;
  if (SAMPLE_PARTS == 1u && TAP_PARTS == 1u) {
    if (m < params.outputs) { output[at / 4u] = y.re; }
  } else {
    if (m < params.outputs) { output[at / 2u] = vec4f(y.re.x, y.im.x, y.re.y, y.im.y); }
    if (m + 2u < params.outputs) { output[at / 2u + 1u] = vec4f(y.re.z, y.im.z, y.re.w, y.im.w); }
  }
}
