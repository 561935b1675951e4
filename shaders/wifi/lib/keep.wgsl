// The data of each symbol that the equalizer of 802.11 keeps for the figures.
struct KeptSymbol {
  points: array<vec2f, 48>,   // equalized, in the order of the data carriers
  channel: array<vec2f, 64>,  // H by bin
  phase: vec2f,               // from the pilots: rad, and rad per carrier
}
@group(0) @binding(5) var<storage, read_write> kept: array<KeptSymbol>; // [symbol]

fn keepPoint(symbol: u32, carrier: u32, point: vec2f) {
  kept[symbol].points[carrier] = point;
}

fn keepChannel(symbol: u32, bin: u32, H: vec2f) {
  kept[symbol].channel[bin] = H;
}

fn keepPhase(symbol: u32, phase: vec2f) {
  kept[symbol].phase = phase;
}
