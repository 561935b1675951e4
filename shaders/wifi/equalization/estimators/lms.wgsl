// Least mean squares: H + μ·(Y − H·X)·X* after each symbol, with the decided X.
override STEP: f32; // μ

fn estimateBegin(lane: u32, frame: Frame, training: Pair) -> Pair {
  return training;
}

fn estimateBefore(lane: u32, H: Pair, symbol: Symbol) -> Pair {
  return H;
}

fn estimateAfter(lane: u32, H: Pair, symbol: Symbol, sent: Pair) -> Pair {
  return H + STEP * pairMulConj(symbol.received - pairMul(H, sent), sent);
}
