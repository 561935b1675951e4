// The equalizer of 802.11 without the phase that decided points show, in place of lib/decided. Needs lib/tracking.
fn sharePhaseTerms(lane: u32, information: vec2f, residual: vec2f) {}

fn phaseShown(lane: u32, noise: f32) -> ShownPhase {
  return ShownPhase();
}
