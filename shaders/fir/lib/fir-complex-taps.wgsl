// The samples of a FIR filter: real, with complex taps. Needs lib/fir-complex-output.
alias Sample = f32;

fn counted(x: Sample) -> Sample {
  return select(x, finite(x), ZERO_NON_FINITE == 1u);
}

fn number(x: Sample) -> Number {
  return vec2f(x, 0.0);
}

fn packed(a: Sample, b: Sample) -> vec2f {
  return vec2f(a, 0.0);
}
