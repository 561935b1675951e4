// Rayleigh taps of packets at equally spaced instants, g[i] = √(P/S) Σ over S sinusoids of z·e^{j2π·f·cos(θ)·i}, z complex
// normal, θ uniform, both from Philox(tap, packet, sinusoid; seed): at every instant a complex normal number of mean power P.
// One invocation per tap, packets along y. Needs lib/complex, lib/random, lib/phasor.
override LANES: u32;     // invocations per workgroup along a packet
override ROWS: u32;      // packets per workgroup
override TAPS: u32;      // per packet
override INSTANTS: u32;  // per packet
const STREAM = 18u;      // of random numbers
const SINUSOIDS = 8u;
struct Params {
  firstPacket: u32,
  packets: u32,
  seed: u32,
  doppler: f32, // f: largest Doppler shift, turns from one instant to the next
}
@group(0) @binding(0) var<storage, read> powers: array<f32>; // P by tap
@group(0) @binding(1) var<storage, read_write> gains: array<vec2f>; // [packet][instant][tap]
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let tap = id.x;
  let packet = id.y;
  if (tap >= TAPS || packet >= params.packets) { return; }
  var amplitudes: array<vec2f, SINUSOIDS>;
  var steps: array<u32, SINUSOIDS>;
  let scale = sqrt(powers[tap] / f32(2u * SINUSOIDS));
  for (var s = 0u; s < SINUSOIDS; s++) {
    let words = philox(vec4u(tap, params.firstPacket + packet, s, 0u), vec2u(params.seed, STREAM));
    amplitudes[s] = scale * normals(words.xy);
    steps[s] = bitcast<u32>(i32(round(params.doppler * phasor(words.z).x * 4294967296.0)));
  }
  for (var i = 0u; i < INSTANTS; i++) {
    var sum = vec2f();
    for (var s = 0u; s < SINUSOIDS; s++) { sum += mul(amplitudes[s], phasor(i * steps[s])); }
    gains[(packet * INSTANTS + i) * TAPS + tap] = sum;
  }
}
