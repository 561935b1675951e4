// The output of resampling/register-taps if each row begins at a multiple of 16 bytes, and a bundle has that many or more: every
// invocation writes its bundle. Needs its kernel.
@group(0) @binding(5) var<storage, read_write> output: array<vec4f>;

// Writes a bundle from output m of a signal on.
fn storeBundle(place: u32, signal: u32, m: u32, y: Four) {
  let at = signal * params.outputs + m;
  if (SAMPLE_PARTS == 1u) {
    if (m < params.outputs) { output[at / 4u] = y.re; }
    return;
  }
  if (m < params.outputs) { output[at / 2u] = vec4f(y.re.x, y.im.x, y.re.y, y.im.y); }
  if (OUTPUTS == 4u && m + 2u < params.outputs) { output[at / 2u + 1u] = vec4f(y.re.z, y.im.z, y.re.w, y.im.w); }
}

fn finishTile(i: u32, signal: u32, first: u32) {}
