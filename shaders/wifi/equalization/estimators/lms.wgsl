// Least mean squares: H + μ·(Y − H·X)·X* after each symbol, with the decided X.
override STEP: f32; // μ

fn estimateBegin(lane: u32, frame: Frame, training: vec2f) -> vec2f {
  return training;
}

fn estimateBefore(lane: u32, H: vec2f, symbol: Symbol) -> vec2f {
  return H;
}

fn estimateAfter(lane: u32, H: vec2f, symbol: Symbol, sent: vec2f) -> vec2f {
  return H + STEP * mulConj(symbol.received - mul(H, sent), sent);
}
