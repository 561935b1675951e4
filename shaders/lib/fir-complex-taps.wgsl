// What a FIR filter works on: real samples, complex taps.
alias Sample = f32; // of the input
alias Tap = vec2f;
alias Number = vec2f; // of the output

fn number(x: Sample) -> Number {
  return vec2f(x, 0.0);
}

// y + h·x, where x is real
fn plus(y: Number, h: Tap, x: Number) -> Number {
  return fma(h, x.xx, y);
}
