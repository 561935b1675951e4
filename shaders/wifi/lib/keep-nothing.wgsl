// The equalizer of 802.11 without the values of lib/keep.
fn keepPoint(symbol: u32, carrier: u32, point: vec2f) {}

fn keepChannel(symbol: u32, bin: u32, H: vec2f) {}

fn keepPhase(symbol: u32, phase: vec2f) {}
