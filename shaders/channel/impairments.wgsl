// Carrier offset and noise, r[n] = x[n]·e^{j(ωn + φ)} + σ·w[n] in place, w of unit variance per real dimension, n counted
// in 64 bits over the whole recording; zero outside it. One invocation per pair of samples, rows along y.
// Needs lib/complex, lib/random, lib/phasor.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // samples in a row; even, like all counts below
override HOP: u32;    // samples from one row to the next
const STREAM = 2u;    // of random numbers
struct Params {
  origin: vec2u, // n of the first row's first sample, modulo 2^64: low word, high word
  begin: u32,    // even; the recording's samples are n = origin + i, begin ≤ i < end
  end: u32,
  step: vec2u,   // ω as a fraction of a turn: units of 2^-32, and of 2^-64
  phase: u32,    // φ as a fraction of a turn
  sigma: f32,    // standard deviation per real dimension
  seed: u32,
}
@group(0) @binding(0) var<storage, read_write> samples: array<vec4f>; // a vector a pair
@group(0) @binding(1) var<uniform> params: Params;

fn carrier(n: vec2u) -> vec2f {
  return phasor(n.x * params.step.x + wideMul(n.x, params.step.y).x + n.y * params.step.y + params.phase);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= LENGTH / 2u) { return; }
  let i = id.y * HOP + 2u * id.x;
  let low = params.origin.x + i;
  let n = vec2u(low, params.origin.y + select(0u, 1u, low < i)); // with the carry
  let at = id.y * (LENGTH / 2u) + id.x;
  let x = samples[at];
  let words = philox(vec4u((n.x >> 1u) | (n.y << 31u), n.y >> 1u, 0u, 0u), vec2u(params.seed, STREAM));
  let first = mul(x.xy, carrier(n)) + params.sigma * normals(words.xy);
  let second = mul(x.zw, carrier(vec2u(n.x | 1u, n.y))) + params.sigma * normals(words.zw);
  let begun = i >= params.begin;
  let inside = vec2<bool>(begun && i < params.end, begun && i + 1u < params.end);
  samples[at] = select(vec4f(), vec4f(first, second), inside.xxyy);
}
