// The number types of a FIR filter: real samples, complex taps.
alias Sample = f32; // of the input
alias Number = vec2f; // of the output

fn number(x: Sample) -> Number {
  return vec2f(x, 0.0);
}

fn parts(y: Number) -> vec2f {
  return y;
}

// Two neighbouring numbers, the older first.
alias Two = vec4f;

fn two(a: Number, b: Number) -> Two {
  return Two(a, b);
}

fn older(t: Two) -> Number {
  return t.xy;
}

fn newer(t: Two) -> Number {
  return t.zw;
}

// Blocks that share a complex transform.
const TOGETHER = 1u;

fn packed(a: Sample, b: Sample) -> vec2f {
  return vec2f(a, 0.0);
}

fn firstOf(z: vec2f) -> Number {
  return z;
}

fn secondOf(z: vec2f) -> Number {
  return z;
}
