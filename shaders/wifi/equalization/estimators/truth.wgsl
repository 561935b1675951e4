// The true channel of each symbol, phase included.
@group(0) @binding(6) var<storage, read> truth: array<vec2f>; // [symbol][64]

fn estimateBegin(lane: u32, frame: Frame, training: Pair) -> Pair {
  return training;
}

fn estimateBefore(lane: u32, H: Pair, symbol: Symbol) -> Pair {
  let bins = symbol.place * BINS + binsOf(lane);
  return pairOf(truth[bins.x], truth[bins.y]);
}

fn estimateAfter(lane: u32, H: Pair, symbol: Symbol, sent: Pair) -> Pair {
  return H;
}
