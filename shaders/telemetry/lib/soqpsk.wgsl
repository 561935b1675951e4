// SOQPSK-TG sample by sample: the phase depends on ten bits and on the instant within a bit. Needs lib/phasor.

// The contributions of the 8 active pulses at an instant, q(t − k)/2 as fractions of a turn, the oldest first.
struct Pulses { older: vec4u, newer: vec4u, }

// Pulses times −1, 0 or 1.
fn weigh(pulses: vec4u, moved: u32, negative: u32, shifts: vec4u) -> vec4u {
  let signs = 1u - 2u * ((vec4u(negative) >> shifts) & vec4u(1u));
  return pulses * signs * ((vec4u(moved) >> shifts) & vec4u(1u));
}

// s(t) within bit K; bits 0 … 9 of `bits` are a_(K−9) … a_K, `odd` is K mod 2.
// With α_k = (−1)^(k+1) a_(k−1)(a_k − a_(k−2))/2 the completed pulses leave e^{jφ} in the quadrant of
// (last even bit) + j·(last odd bit), so that no sum over time is needed.
fn soqpsk(bits: u32, odd: u32, pulses: Pulses) -> vec2f {
  let moved = bits ^ (bits >> 2u);
  let negative = (bits >> 1u) ^ (bits >> 2u) ^ (0xaau >> odd);
  let re = (bits >> (1u - odd)) & 1u;
  let im = (bits >> odd) & 1u;
  let quadrant = (5u + 2u * (re ^ im) - 4u * im) << 29u;
  let moving = weigh(pulses.older, moved, negative, vec4u(0u, 1u, 2u, 3u))
    + weigh(pulses.newer, moved, negative, vec4u(4u, 5u, 6u, 7u));
  return phasor(quadrant + moving.x + moving.y + moving.z + moving.w);
}
