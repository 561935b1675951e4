// Waveforms over the phase, a 32-bit fraction of a turn, with GNU Radio's conventions. Each is 0 to 1.

// 1 from −π to 0.
fn squareWave(turns: u32) -> f32 {
  return f32(turns >> 31u);
}

// Rises from −π to 0, and falls again.
fn triangleWave(turns: u32) -> f32 {
  return 1.0 - abs(f32(bitcast<i32>(turns))) * 4.656612873077393e-10;
}

// Rises from −π to π.
fn sawtoothWave(turns: u32) -> f32 {
  return f32(turns + 0x80000000u) * 2.3283064365386963e-10;
}
