// What equalizers that decide the bits of a packet themselves know and give: the known bits, and the decisions, the phase of the loop, and the symbols
// of the first packets. Needs lib/phase-loop.
override WORDS: u32;       // words of bits in a packet, an even number
override KNOWN_WORDS: u32; // leading words whose bits are known
override SHOWN: u32;       // packets whose symbols are kept
@group(0) @binding(0) var<storage, read> known: array<u32>;
@group(0) @binding(3) var<storage, read_write> decisions: array<u32>;   // [slot][WORDS]
@group(0) @binding(4) var<storage, read_write> phase: array<f32>;       // [slot][WORDS / 2]
@group(0) @binding(5) var<storage, read_write> symbols: array<vec4f>;   // [slot][WORDS · 16], a vector per pair

// A word of the known bits; 0 after them.
fn knownBits(word: u32) -> u32 {
  if (word >= KNOWN_WORDS) { return 0u; }
  return known[word];
}

// Keeps θ at the start of a pair of words.
fn keepPhase(slot: u32, word: u32, theta: f32) {
  if (word % 2u == 0u) { phase[(slot * WORDS + word) / 2u] = theta; }
}

fn keepSymbols(slot: u32, word: u32, t: u32, pair: array<vec2f, 2>) {
  if (slot < SHOWN) { symbols[(slot * WORDS + word) * 16u + t] = vec4f(pair[0], pair[1]); }
}
