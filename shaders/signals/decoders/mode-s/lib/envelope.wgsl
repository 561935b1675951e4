// Steps of the envelope of a page: |Σk taps[phase][k]·x[n + k]|, with UP steps per sample or one per DOWN samples.
override UP: u32;
override DOWN: u32;
override TAPS: u32;
override BLOCK: u32;  // samples per block
override STRIDE: u32; // steps of a whole block at which a frame may start
override LEAST_RATIO: f32;
override LEAST_DIP: f32;
override LEAST_PULSE: f32;
@group(0) @binding(2) var<storage, read> taps: array<vec2f>;    // [phase][tap]; they mix the signal to zero frequency
@group(0) @binding(3) var<storage, read> offsets: array<vec2f>; // [block]
@group(0) @binding(4) var<storage, read> chips: array<u32>;     // the step of each chip after a start

fn envelopeTap(sum: vec2f, phase: u32, k: u32, x: vec2f) -> vec2f {
  let tap = taps[phase * TAPS + k];
  return sum + vec2f(tap.x * x.x - tap.y * x.y, tap.x * x.y + tap.y * x.x);
}

// What the chips of a preamble say: the mean magnitude of its pulses (0 where it is no preamble), and the mean magnitude of its gaps.
// dips: the gaps of one chip between two pulses.
fn preambleOf(p: vec4f, dips: vec2f, gaps: f32) -> vec2f {
  let pulses = (p.x + p.y + p.z + p.w) / 4.0;
  let found = pulses >= LEAST_RATIO * gaps && p.x + p.y >= LEAST_DIP * dips.x && p.z + p.w >= LEAST_DIP * dips.y &&
    all(p >= vec4f(LEAST_PULSE * pulses));
  return vec2f(select(0.0, pulses, found), gaps);
}
