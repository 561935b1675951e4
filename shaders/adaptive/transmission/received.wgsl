// Received samples, y[n] = Σ_l h[l]·a[k − …] + σ·w[n], where tap l of sample n belongs to the symbol (n − l)/SPS if SPS divides n − l.
// Tap l turns by rotation[l] cycles per symbol from a random phase. w comes from Philox(n, packet; seed). Symbols before the guard are 0.
// One invocation per two samples of a packet. Needs lib/complex, lib/random, lib/phasor.
override GROUP: u32;    // invocations per workgroup
override SPS: u32;      // samples per symbol, 1 or 2
override TAPS: u32;     // L + 1
override OWN: u32;      // 1: each packet has its taps
override TURNS: u32;    // 1: taps turn
override REAL: u32;     // 1: noise is real
const NOISE = 82u;      // streams of random numbers
const PHASES = 83u;
struct Params {
  firstPacket: u32,
  packets: u32,
  rows: u32,     // samples of a packet
  guard: u32,    // samples before symbol 0
  seed: u32,
  sigma: f32,    // of the noise's real part
}
@group(0) @binding(0) var<storage, read> labels: array<u32>;             // [word][packet], four labels each
@group(0) @binding(1) var<storage, read> points: array<vec2f>;           // by label
@group(0) @binding(2) var<storage, read> taps: array<vec2f>;             // [tap][packet] or [tap]
@group(0) @binding(3) var<storage, read> rotation: array<u32>;            // [tap], cycles per symbol · 2^32
@group(0) @binding(4) var<storage, read_write> received: array<vec2f>;   // [row][packet]
@group(0) @binding(5) var<uniform> params: Params;

fn symbol(row: u32, packet: u32) -> vec2f {
  let word = labels[(row / 4u) * params.packets + packet];
  return points[(word >> (8u * (row % 4u))) & 0xffu];
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.x;
  if (packet >= params.packets) { return; }
  let number = params.firstPacket + packet;
  let bits = philox(vec4u(id.y, number, 0u, 0u), vec2u(params.seed, NOISE));
  for (var i = 0u; i < 2u; i++) {
    let n = 2u * id.y + i;
    if (n >= params.rows) { return; }
    var y = vec2f();
    for (var l = n % SPS; l < TAPS && l <= n; l += SPS) {
      let at = (n - l) / SPS;
      var h = taps[select(l, l * params.packets + packet, OWN == 1u)];
      if (TURNS == 1u) {
        let start = philox(vec4u(l, number, 0u, 0u), vec2u(params.seed, PHASES)).x;
        // Phase 0 is at symbol 0, so that the guard does not change it.
        h = mul(h, phasor(start * min(rotation[l], 1u) + rotation[l] * (at - params.guard / SPS)));
      }
      y += mul(h, symbol(at, packet));
    }
    var noise = params.sigma * normals(select(bits.xy, bits.zw, i == 1u));
    if (REAL == 1u) { noise.y = 0.0; }
    received[n * params.packets + packet] = y + noise;
  }
}
