// The least-squares estimate of the long training, or a channel that someone knows: H does not change within a frame.
fn estimateBegin(lane: u32, frame: Frame, training: Pair) -> Pair {
  return training;
}

fn estimateBefore(lane: u32, H: Pair, symbol: Symbol) -> Pair {
  return H;
}

fn estimateAfter(lane: u32, H: Pair, symbol: Symbol, sent: Pair) -> Pair {
  return H;
}
