// The number types of a FIR filter: real samples, real taps.
alias Sample = f32; // of the input
alias Number = f32; // of the output

fn counted(x: Sample) -> Sample {
  return select(x, finite(x), ZERO_NON_FINITE == 1u);
}

fn number(x: Sample) -> Number {
  return x;
}

fn parts(y: Number) -> vec2f {
  return vec2f(y, 0.0);
}

// Two neighbouring numbers, the older first.
alias Two = vec2f;

fn two(a: Number, b: Number) -> Two {
  return Two(a, b);
}

fn older(t: Two) -> Number {
  return t.x;
}

fn newer(t: Two) -> Number {
  return t.y;
}

// Blocks that share a complex transform: real taps keep its two parts separate.
const TOGETHER = 2u;

fn packed(a: Sample, b: Sample) -> vec2f {
  return vec2f(a, b);
}

fn firstOf(z: vec2f) -> Number {
  return z.x;
}

fn secondOf(z: vec2f) -> Number {
  return z.y;
}
