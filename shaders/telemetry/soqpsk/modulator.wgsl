// SOQPSK-TG, s[n] = exp jφ(n), of a block's own packets on the packet grid; one invocation per sample, blocks along y.
// Needs lib/soqpsk, lib/words, lib/phasor.
override GROUP: u32;   // invocations per workgroup
override SAMPLES: u32; // samples of a block's own packets
override WORDS: u32;   // words of bits in a block
override ORIGIN: u32;  // half bits from the start of a block's bits to sample 0
@group(0) @binding(0) var<storage, read> bits: array<u32>;
@group(0) @binding(1) var<storage, read> pulses: array<Pulses>; // at the first and second sample of a bit
@group(0) @binding(2) var<storage, read_write> samples: array<vec2f>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= SAMPLES) { return; }
  let half = id.x + ORIGIN;
  let first = half / 2u - 9u;
  let word = id.y * WORDS + first / 32u;
  let window = straddle(bits[word], bits[word + 1u], first % 32u);
  samples[id.y * SAMPLES + id.x] = soqpsk(window, (half / 2u) % 2u, pulses[half % 2u]);
}
