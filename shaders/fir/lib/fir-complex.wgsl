// The samples of a FIR filter: complex, with real or complex taps. Needs lib/fir-complex-output.
alias Sample = vec2f;

fn counted(x: Sample) -> Sample {
  return select(x, vec2f(finite(x.x), finite(x.y)), ZERO_NON_FINITE == 1u);
}

fn number(x: Sample) -> Number {
  return x;
}

fn packed(a: Sample, b: Sample) -> vec2f {
  return a;
}
