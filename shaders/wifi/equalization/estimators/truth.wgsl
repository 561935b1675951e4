// The true channel of each symbol, phase included.
@group(0) @binding(6) var<storage, read> truth: array<vec2f>; // [symbol][64]

fn estimateBegin(lane: u32, frame: Frame, training: vec2f) -> vec2f {
  return training;
}

fn estimateBefore(lane: u32, H: vec2f, symbol: Symbol) -> vec2f {
  return truth[symbol.place * LANES + lane];
}

fn estimateAfter(lane: u32, H: vec2f, symbol: Symbol, sent: vec2f) -> vec2f {
  return H;
}
