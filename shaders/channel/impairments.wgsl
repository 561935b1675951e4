// Carrier offset and noise, r[n] = x[n]·e^{j(ωn + φ)} + σ·w[n] in place, w of unit variance per real dimension, n counted
// over the whole recording; zero outside it. One invocation per pair of samples, rows along y.
// Needs lib/complex, lib/random, lib/phasor.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // samples in a row; even, like all counts below
override HOP: u32;    // samples from one row to the next
override LEAD: u32;   // samples before the row's own
const STREAM = 2u;    // of random numbers
struct Params {
  firstRow: u32,
  recording: u32, // samples in all
  step: vec2u, // ω as a fraction of a turn: units of 2^-32, and of 2^-64
  phase: u32,  // φ as a fraction of a turn
  sigma: f32,  // standard deviation per real dimension
  seed: u32,
}
@group(0) @binding(0) var<storage, read_write> samples: array<vec4f>; // a vector a pair
@group(0) @binding(1) var<uniform> params: Params;

fn carrier(n: u32) -> vec2f {
  return phasor(n * params.step.x + wideMul(n, params.step.y).x + params.phase);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= LENGTH / 2u) { return; }
  let n = (params.firstRow + id.y) * HOP + 2u * id.x - LEAD; // wraps to a large number before the recording
  let at = id.y * (LENGTH / 2u) + id.x;
  let x = samples[at];
  let words = philox(vec4u(n / 2u, 0u, 0u, 0u), vec2u(params.seed, STREAM));
  let first = mul(x.xy, carrier(n)) + params.sigma * normals(words.xy);
  let second = mul(x.zw, carrier(n + 1u)) + params.sigma * normals(words.zw);
  let inside = vec2<bool>(n < params.recording, n + 1u < params.recording);
  samples[at] = select(vec4f(), vec4f(first, second), inside.xxyy);
}
