// Blocks of LENGTH samples behind a cyclic prefix, y[n] = Σ_l h[l]·x[(n − l) mod LENGTH] + σ·w[n]. w comes from Philox(n, packet; seed) as
// in transmission/received. One invocation per two samples of a packet. Needs lib/complex, lib/random, lib/phasor.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // N, a power of two; more than the memory
override TAPS: u32;   // L + 1
override OWN: u32;    // 1: each packet has its taps
override REAL: u32;   // 1: noise is real
const NOISE = 82u;    // stream of random numbers
struct Params {
  firstPacket: u32,
  packets: u32,
  symbols: u32, // K, in whole blocks
  guard: u32,   // even
  seed: u32,
  sigma: f32,   // of the noise's real part
}
@group(0) @binding(0) var<storage, read> sent: array<vec2f>;            // [packet][sample]
@group(0) @binding(1) var<storage, read> taps: array<vec2f>;            // [tap][packet] or [tap]
@group(0) @binding(2) var<storage, read_write> received: array<vec2f>;  // [packet][sample]
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.y;
  if (2u * id.x >= params.symbols) { return; }
  let bits = philox(vec4u(params.guard / 2u + id.x, params.firstPacket + packet, 0u, 0u), vec2u(params.seed, NOISE));
  for (var i = 0u; i < 2u; i++) {
    let k = 2u * id.x + i;
    let first = packet * params.symbols + k - k % LENGTH;
    var y = vec2f();
    for (var l = 0u; l < TAPS; l++) {
      let h = taps[select(l, l * params.packets + packet, OWN == 1u)];
      let source = (k - l) & (LENGTH - 1u);
      y += mul(h, sent[first + source]);
    }
    var noise = params.sigma * normals(select(bits.xy, bits.zw, i == 1u));
    if (REAL == 1u) { noise.y = 0.0; }
    received[packet * params.symbols + k] = y + noise;
  }
}
