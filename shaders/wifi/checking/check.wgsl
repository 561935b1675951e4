// Descrambling and check sequence of 802.11 frames. The scrambler's bits obey s[n] = s[n − 7] + s[n − 4] and repeat after 127; the
// first seven decoded bits show them. A frame is intact if its PSDU, with the first and the last 32 bits inverted, is a
// multiple of the generator of CRC-32. One workgroup per frame; lane i takes words i, i + LANES, … of the PSDU.
// Needs lib/frame, lib/words.
override LANES: u32; // invocations per workgroup, a power of two
@group(0) @binding(0) var<storage, read_write> frames: array<Frame>;
@group(0) @binding(1) var<storage, read> counts: array<u32>;           // [0]: frames
@group(0) @binding(2) var<storage, read> decisions: array<u32>;        // scrambled, from firstWord on
@group(0) @binding(3) var<storage, read_write> psdu: array<u32>;       // octets, little-endian, from firstWord on

const SERVICE = 16u;             // bits before the PSDU
const PERIOD = 127u;             // of the scrambler
const SEQUENCE_WORDS = 5u;       // hold a period and 31 further bits
const ONE = 0x80000000u;         // the polynomial 1: bit 31 − i is the coefficient of D^i, so the first bit sent is the highest power
const GENERATOR = 0xedb88320u;   // of CRC-32 without its highest power: D^32 modulo the generator

var<workgroup> sequence: array<u32, SEQUENCE_WORDS>;
var<workgroup> rests: array<u32, LANES>;

// The product of two polynomials modulo the generator.
fn product(a: u32, b: u32) -> u32 {
  var shifted = a;
  var sum = 0u;
  for (var bit = 0u; bit < 32u; bit++) {
    if (((b << bit) & ONE) != 0u) { sum ^= shifted; }
    shifted = (shifted >> 1u) ^ select(0u, GENERATOR, (shifted & 1u) == 1u);
  }
  return sum;
}

// The scrambler's register before its first bit, from the first seven bits of its sequence, the first one as bit 0.
fn initialState(first: u32) -> u32 {
  var state = reverseBits(first) >> 25u;
  for (var step = 0u; step < 7u; step++) {
    let oldest = (state ^ (state >> 4u)) & 1u;
    state = (state >> 1u) | (oldest << 6u);
  }
  return state;
}

// Four bits at a time: bits n … n + 3 need bits n − 7 … n − 1 only.
fn fillSequence(first: u32) {
  var last = first;
  for (var word = 0u; word < SEQUENCE_WORDS; word++) { sequence[word] = 0u; }
  sequence[0] = first;
  for (var bit = 7u; bit < 32u * SEQUENCE_WORDS; bit += 4u) {
    let next = (last ^ (last >> 3u)) & 15u;
    sequence[bit / 32u] |= next << (bit % 32u);
    if (bit % 32u > 28u && bit / 32u + 1u < SEQUENCE_WORDS) { sequence[bit / 32u + 1u] |= next >> (32u - bit % 32u); }
    last = (last >> 4u) | (next << 3u);
  }
}

// What inverts the first and the last 32 of a PSDU's bits, in its word `word`.
fn ends(word: u32, bits: u32) -> u32 {
  // Bits of this word that are among the last 32.
  let after = bits - 32u * word;
  var last = 0u;
  if (after <= 32u) { last = 0xffffffffu >> (32u - after); }
  else if (after < 64u) { last = 0xffffffffu << (after - 32u); }
  return last ^ select(0u, 0xffffffffu, word == 0u);
}

@compute @workgroup_size(LANES)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let f = group.x + group.y * groups.x;
  let isFrame = f < min(counts[0], arrayLength(&frames));
  let frame = frames[select(0u, f, isFrame)];
  let isReceived = isFrame && frame.symbols > 0u;
  let first = frame.firstWord;
  let shown = select(0u, decisions[first] & 0x7fu, isReceived);
  if (lane == 0u) { fillSequence(shown); }
  workgroupBarrier();

  let bits = select(0u, 8u * frame.length, isReceived);
  let words = (bits + 31u) / 32u;
  // D^(32·LANES), by squaring D^32.
  var power = GENERATOR;
  for (var stride = 1u; stride < LANES; stride *= 2u) { power = product(power, power); }
  var rest = 0u;
  for (var base = 0u; base < words; base += LANES) {
    let word = base + lane;
    var value = 0u;
    if (word < words) {
      let phase = (SERVICE + 32u * word) % PERIOD;
      let scrambled = straddle(decisions[first + word], decisions[first + word + 1u], SERVICE);
      value = scrambled ^ straddle(sequence[phase / 32u], sequence[phase / 32u + 1u], phase % 32u);
      if (bits - 32u * word < 32u) { value &= 0xffffffffu >> (32u * (word + 1u) - bits); }
      psdu[first + word] = value;
      value ^= ends(word, bits);
    }
    rest = product(rest, power) ^ value;
  }

  // The rests of all lanes: lane i is ahead of lane i + 1 by D^32. Trailing zeros do not change whether a multiple is one.
  rests[lane] = rest;
  power = GENERATOR;
  for (var stride = 1u; stride < LANES; stride *= 2u) {
    workgroupBarrier();
    if (lane % (2u * stride) == 0u) { rests[lane] = product(rests[lane], power) ^ rests[lane + stride]; }
    power = product(power, power);
  }
  if (lane == 0u && isFrame) {
    frames[f].scrambler = initialState(shown);
    frames[f].intact = u32(isReceived && frame.length >= 4u && rests[0] == 0u);
  }
}
