// What a FIR filter works on: complex samples, real taps.
alias Sample = vec2f; // of the input
alias Tap = f32;
alias Number = vec2f; // of the output

fn number(x: Sample) -> Number {
  return x;
}

// y + h·x
fn plus(y: Number, h: Tap, x: Number) -> Number {
  return fma(vec2f(h), x, y);
}
