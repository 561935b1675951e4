// Taps and known states for kernels on the trellis of a channel: a state holds the last L symbols, the newest as its lowest digit.
// Needs lib/complex, lib/sent, the bindings taps and points, params.packets, the overrides OWN and TAPS, and the constants STATES, M^L,
// CHOICES, M, and MEMORY, L.

fn tap(l: u32, packet: u32) -> vec2f {
  if (l >= TAPS) { return vec2f(); }
  return taps[select(l, l * params.packets + packet, OWN == 1u)];
}

// The state of the L symbols before `end`: the oldest is the highest digit.
fn knownState(end: u32, packet: u32) -> u32 {
  var state = 0u;
  for (var l = MEMORY; l > 0u; l--) { state = state * CHOICES + label(end - l, packet); }
  return state;
}

// Σ_l h[first + l]·a of the state's symbols, for l from 0 to L − 1.
fn response(state: u32, first: u32, packet: u32) -> vec2f {
  var sum = vec2f();
  var rest = state;
  for (var l = 0u; l < MEMORY; l++) {
    sum += mul(tap(first + l, packet), points[rest % CHOICES]);
    rest /= CHOICES;
  }
  return sum;
}
