// Information bits of frames, from Philox(k / 128, frame; seed), with an optional check at the end: its bit j is the
// parity of the data under mask j, plus bit j of ofZeros. A row of invocations per frame, each with EACH times four words.
// Needs lib/random, lib/phasor and the constant EACH.
override LANES: u32;    // invocations per frame and workgroup; one workgroup per frame with a check
override ROWS: u32;     // frames per workgroup
override WORDS: u32;    // words in a frame
override DATA: u32;     // random bits in a frame
override CHECK: u32;    // parity bits after them
const STREAM = 16u;     // of random numbers
struct Params { firstFrame: u32, frames: u32, seed: u32, ofZeros: u32, }
@group(0) @binding(0) var<storage, read> masks: array<vec4u>; // [parity bit][lane]
@group(0) @binding(1) var<storage, read_write> bits: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

var<workgroup> sums: array<atomic<u32>, ROWS>;

// The `count` lowest bits of a word, for any count.
fn lowest(count: i32) -> u32 {
  return select((1u << u32(count & 31)) - 1u, 0xffffffffu, count >= 32) * u32(count > 0);
}

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) global: vec3u, @builtin(local_invocation_id) id: vec3u) {
  let frame = global.y;
  var words: array<vec4u, EACH>;
  for (var e = 0u; e < EACH; e++) {
    let lane = global.x + e * LANES;
    let left = i32(DATA) - 128 * i32(lane);
    let keep = vec4u(lowest(left), lowest(left - 32), lowest(left - 64), lowest(left - 96));
    words[e] = keep & philox(vec4u(lane, params.firstFrame + frame, 0u, 0u), vec2u(params.seed, STREAM));
    var parity = 0u;
    for (var j = 0u; j < CHECK; j++) {
      let under = words[e] & masks[j * EACH * LANES + lane];
      parity |= (countOneBits(under.x ^ under.y ^ under.z ^ under.w) & 1u) << j;
    }
    atomicXor(&sums[id.y], parity);
  }
  workgroupBarrier();
  let whole = atomicLoad(&sums[id.y]) ^ params.ofZeros;
  let offset = DATA % 32u;
  for (var e = 0u; e < EACH; e++) {
    for (var i = 0u; i < 4u; i++) {
      let word = 4u * (global.x + e * LANES) + i;
      if (word == DATA / 32u) { words[e][i] |= whole << offset; }
      if (word == DATA / 32u + 1u && offset > 0u) { words[e][i] |= whole >> (32u - offset); }
      if (word < WORDS && frame < params.frames) { bits[frame * WORDS + word] = words[e][i]; }
    }
  }
}
