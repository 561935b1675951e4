// Multipath, y[n] = Σ g·s(n − firstOffset − timing − delay), s evaluated exactly at the delayed instant; zero outside
// the recording. One invocation per sample, blocks along y. Needs lib/complex, lib/soqpsk, lib/words, lib/phasor.
override GROUP: u32;        // invocations per workgroup
override WORDS: u32;        // words of bits in a block
override BLOCK_LENGTH: u32; // samples in a block
override BLOCK_HOP: u32;    // samples from one block to the next
override BLOCK_LEAD: u32;   // samples of the previous block that a block repeats
struct Path {
  gain: vec2f,
  offset: u32,              // half bits from the start of a block's bits to its first sample
  pulses: array<Pulses, 2>, // at even and odd half bits
}
struct Params { firstBlock: u32, length: u32, paths: u32, }
@group(0) @binding(0) var<storage, read> bits: array<u32>;
@group(0) @binding(1) var<storage, read> paths: array<Path>;
@group(0) @binding(2) var<storage, read_write> samples: array<vec2f>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= BLOCK_LENGTH) { return; }
  let n = (params.firstBlock + id.y) * BLOCK_HOP + id.x - BLOCK_LEAD; // wraps before the recording
  var y = vec2f();
  if (n < params.length) {
    for (var i = 0u; i < params.paths; i++) {
      let half = id.x + paths[i].offset;
      let first = half / 2u - 9u;
      let word = id.y * WORDS + first / 32u;
      let window = straddle(bits[word], bits[word + 1u], first % 32u);
      y += mul(paths[i].gain, soqpsk(window, (half / 2u) % 2u, paths[i].pulses[half % 2u]));
    }
  }
  samples[id.y * BLOCK_LENGTH + id.x] = y;
}
