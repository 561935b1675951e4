// The outputs of a FIR filter with complex samples or complex taps.
alias Number = vec2f; // of the output

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

fn firstOf(z: vec2f) -> Number {
  return z;
}

fn secondOf(z: vec2f) -> Number {
  return z;
}
