// A receiver's front end for packets in slots: r[n] = e^{j(ωn + φ)}·x(n + δ + ε(n − origin)) + σ·w[n], w of unit variance per
// real dimension from Philox(⌊n/2⌋, packet; seed). x between its samples comes from a windowed sinc of TAPS samples, whose
// values are interpolated linearly in a table; x is 0 outside its slot. One invocation per pair of samples, packets along y.
// Needs lib/complex, lib/random, lib/phasor.
override GROUP: u32;    // invocations per workgroup
override TAPS: u32;     // of the interpolation; 0: δ and ε are 0, and x is taken as it is
override PHASES: u32;   // rows of the table, less one
const STREAM = 19u;     // of random numbers
struct Params {
  firstPacket: u32,
  slot: u32,   // samples per slot
  seed: u32,
  sigma: f32,  // σ: standard deviation per real dimension
  step: vec2u, // ω as a fraction of a turn: units of 2^-32, and of 2^-64
  phase: u32,  // φ as a fraction of a turn
  shift: f32,  // δ in samples
  stretch: f32, // ε
  origin: f32, // sample of a slot at which ε does not shift
}
@group(0) @binding(0) var<storage, read> sinc: array<f32>;    // [phase][tap]
@group(0) @binding(1) var<storage, read> input: array<vec2f>; // x: [packet][slot]
@group(0) @binding(2) var<storage, read_write> output: array<vec2f>; // r: [packet][slot]
@group(0) @binding(3) var<uniform> params: Params;

fn sampleAt(packet: u32, n: u32) -> vec2f {
  if (TAPS == 0u) { return input[packet * params.slot + n]; }
  let shift = params.shift + params.stretch * (f32(n) - params.origin);
  let whole = floor(shift);
  let place = (shift - whole) * f32(PHASES);
  let row = min(u32(place), PHASES - 1u) * TAPS;
  let weight = place - floor(place);
  var sum = vec2f();
  for (var i = 0u; i < TAPS; i++) {
    let at = n + bitcast<u32>(i32(whole)) + i - (TAPS / 2u - 1u); // wraps to a large number before the slot
    if (at < params.slot) {
      sum += mix(sinc[row + i], sinc[row + TAPS + i], weight) * input[packet * params.slot + at];
    }
  }
  return sum;
}

fn received(packet: u32, n: u32, noise: vec2f) -> vec2f {
  let carrier = phasor(n * params.step.x + wideMul(n, params.step.y).x + params.phase);
  return mul(sampleAt(packet, n), carrier) + params.sigma * noise;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let n = 2u * id.x;
  if (n >= params.slot) { return; }
  let words = philox(vec4u(id.x, params.firstPacket + id.y, 0u, 0u), vec2u(params.seed, STREAM));
  let first = id.y * params.slot + n;
  output[first] = received(id.y, n, normals(words.xy));
  if (n + 1u < params.slot) { output[first + 1u] = received(id.y, n + 1u, normals(words.zw)); }
}
