// The least-squares estimate of the long training, or a channel that someone knows: H does not change within a frame.
fn estimateBegin(lane: u32, frame: Frame, training: vec2f) -> vec2f {
  return training;
}

fn estimateBefore(lane: u32, H: vec2f, symbol: Symbol) -> vec2f {
  return H;
}

fn estimateAfter(lane: u32, H: vec2f, symbol: Symbol, sent: vec2f) -> vec2f {
  return H;
}
