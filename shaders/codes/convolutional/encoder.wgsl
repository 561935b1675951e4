// Encoder of a feed-forward convolutional code of rate 1/2 with a zero tail: A = u·Σ a_i·D^i and B = u·Σ b_i·D^i over GF(2), i = 0 … TAIL.
// One invocation per 32 steps of a frame, frames along y. The words are A and B by turns, so 32 steps give two words.
override LANES: u32; // invocations per workgroup along a frame
override ROWS: u32;  // frames per workgroup
override A: u32;     // bit i is a_i
override B: u32;
override TAIL: u32;  // zero bits that end a frame in state 0, at most 31
struct Params {
  frames: u32,
  length: u32, // information bits K per frame
}
@group(0) @binding(0) var<storage, read> bits: array<u32>;       // [frame][⌈K/32⌉]
@group(0) @binding(1) var<storage, read_write> code: array<u32>; // [frame][⌈2(K + TAIL)/32⌉]
@group(0) @binding(2) var<uniform> params: Params;

// The information bits from step 32·word on; 0 after the last one.
fn inputAt(frame: u32, word: u32) -> u32 {
  let words = (params.length + 31u) / 32u;
  if (word >= words) { return 0u; }
  let count = min(params.length - 32u * word, 32u);
  return bits[frame * words + word] & (0xffffffffu >> (32u - count));
}

// Parities of the bits that a generator takes, from 32 bits and the 32 before them.
fn parities(now: u32, before: u32, generator: u32) -> u32 {
  var sum = select(0u, now, (generator & 1u) == 1u);
  for (var i = 1u; i <= TAIL; i++) {
    if (((generator >> i) & 1u) == 1u) { sum ^= (now << i) | (before >> (32u - i)); }
  }
  return sum;
}

// Bit i of a half-word goes to bit 2i.
fn spread(half: u32) -> u32 {
  var x = half & 0xffffu;
  x = (x | (x << 8u)) & 0x00ff00ffu;
  x = (x | (x << 4u)) & 0x0f0f0f0fu;
  x = (x | (x << 2u)) & 0x33333333u;
  return (x | (x << 1u)) & 0x55555555u;
}

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let frame = id.y;
  let codeWords = (2u * (params.length + TAIL) + 31u) / 32u;
  if (frame >= params.frames || 2u * id.x >= codeWords) { return; }
  let now = inputAt(frame, id.x);
  var before = 0u;
  if (id.x > 0u) { before = inputAt(frame, id.x - 1u); }
  let a = parities(now, before, A);
  let b = parities(now, before, B);
  let at = frame * codeWords + 2u * id.x;
  code[at] = spread(a) | (spread(b) << 1u);
  if (2u * id.x + 1u < codeWords) { code[at + 1u] = spread(a >> 16u) | (spread(b >> 16u) << 1u); }
}
