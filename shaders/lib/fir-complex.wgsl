// What a FIR filter works on: complex samples, complex taps.
alias Sample = vec2f; // of the input
alias Tap = vec2f;
alias Number = vec2f; // of the output

fn number(x: Sample) -> Number {
  return x;
}

// y + h·x
fn plus(y: Number, h: Tap, x: Number) -> Number {
  return fma(h.xx, x, fma(h.yy, vec2f(-x.y, x.x), y));
}

// Blocks that share a complex transform.
const TOGETHER = 1u;

fn packed(a: Sample, b: Sample) -> vec2f {
  return a;
}

fn unpacked(z: vec2f, which: u32) -> Number {
  return z;
}
