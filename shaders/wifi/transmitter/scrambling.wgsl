// The scrambled bits of frames' data: SERVICE, PSDU, tail and pad bits plus the scrambler's sequence; the tail is 0 again.
// One invocation per word of 32 bits, frames along y. Needs lib/random, lib/phasor, lib/words.
override LANES: u32;   // invocations per workgroup along a frame
override ROWS: u32;    // frames per workgroup
override OCTETS: u32;  // of a PSDU
override BITS: u32;    // of a frame's data, whole symbols
const STREAM = 64u;    // of random numbers
const SERVICE = 16u;   // bits before the PSDU
const TAIL = 6u;       // bits after it
const PERIOD = 127u;   // of the scrambler's sequence
struct Params {
  firstFrame: u32,
  frames: u32,
  seed: u32,
  state: u32, // the scrambler's initial state; 0: random
}
@group(0) @binding(0) var<storage, read> psdu: array<u32>;     // [frame][⌈OCTETS/4⌉]
@group(0) @binding(1) var<storage, read> sequence: array<u32>; // from state 127 on: the place of each state, then the bits
@group(0) @binding(2) var<storage, read_write> states: array<u32>;
@group(0) @binding(3) var<storage, read_write> bits: array<u32>; // [frame][⌈BITS/32⌉]
@group(0) @binding(4) var<uniform> params: Params;

// Mask of the bits before place `end` of a frame, in the word that begins at place `first`.
fn bitsBefore(end: u32, first: u32) -> u32 {
  if (end <= first) { return 0u; }
  return 0xffffffffu >> (32u - min(end - first, 32u));
}

fn octetsAt(frame: u32, word: u32) -> u32 {
  let words = (OCTETS + 3u) / 4u;
  if (word >= words) { return 0u; } // word −1, before the first, wraps
  return psdu[frame * words + word] & bitsBefore(8u * OCTETS, 32u * word);
}

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let words = (BITS + 31u) / 32u;
  let frame = id.y;
  if (id.x >= words || frame >= params.frames) { return; }
  var state = params.state;
  if (state == 0u) {
    state = 1u + philox(vec4u(params.firstFrame + frame, 0u, 0u, 0u), vec2u(params.seed, STREAM)).x % PERIOD;
  }
  if (id.x == 0u) { states[frame] = state; }
  let first = 32u * id.x;
  let plain = (octetsAt(frame, id.x - 1u) >> (32u - SERVICE)) | (octetsAt(frame, id.x) << SERVICE);
  let place = (sequence[state] + first) % PERIOD;
  let at = PERIOD + 1u + place / 32u;
  let scrambled = plain ^ straddle(sequence[at], sequence[at + 1u], place % 32u);
  let tail = SERVICE + 8u * OCTETS;
  let zeros = bitsBefore(tail + TAIL, first) & ~bitsBefore(tail, first);
  bits[frame * words + id.x] = scrambled & ~zeros & bitsBefore(BITS, first);
}
