// Recursive least squares: H = Σ Y·X* / Σ |X|² over the training, which counts as two symbols, and all decided symbols,
// with weights that fall by FORGETTING per symbol.
override FORGETTING: f32;

var<private> weight: f32; // Σ |X|²

fn estimateBegin(lane: u32, frame: Frame, training: vec2f) -> vec2f {
  weight = 2.0;
  return training;
}

fn estimateBefore(lane: u32, H: vec2f, symbol: Symbol) -> vec2f {
  return H;
}

fn estimateAfter(lane: u32, H: vec2f, symbol: Symbol, sent: vec2f) -> vec2f {
  weight = FORGETTING * weight + dot(sent, sent);
  return H + mulConj(symbol.received - mul(H, sent), sent) / weight;
}
