// The sent symbols of packets. Needs the bindings labels, [word][packet] with four labels each, and points, by label, and params.packets.
// Symbols count from the first one of the guard.

fn label(symbol: u32, packet: u32) -> u32 {
  return (labels[(symbol / 4u) * params.packets + packet] >> (8u * (symbol % 4u))) & 0xffu;
}

fn sent(symbol: u32, packet: u32) -> vec2f {
  return points[label(symbol, packet)];
}
