// What a FIR filter works on: real samples, real taps.
alias Sample = f32; // of the input
alias Tap = f32;
alias Number = f32; // of the output

fn number(x: Sample) -> Number {
  return x;
}

// y + h·x
fn plus(y: Number, h: Tap, x: Number) -> Number {
  return fma(h, x, y);
}
