// Recursive least squares: H = Σ Y·X* / Σ |X|² over the training, which counts as two symbols, and all decided symbols,
// with weights that fall by FORGETTING per symbol.
override FORGETTING: f32;

var<private> weight: vec2f; // Σ |X|²

fn estimateBegin(lane: u32, frame: Frame, training: Pair) -> Pair {
  weight = vec2f(2.0);
  return training;
}

fn estimateBefore(lane: u32, H: Pair, symbol: Symbol) -> Pair {
  return H;
}

fn estimateAfter(lane: u32, H: Pair, symbol: Symbol, sent: Pair) -> Pair {
  weight = FORGETTING * weight + pairEnergies(sent);
  return H + pairScaled(pairMulConj(symbol.received - pairMul(H, sent), sent), 1.0 / weight);
}
