// What a blind equalizer has found: the combined response s_c = Σ_i w*_i h_(c − i) of its final taps and the channel. Its largest part tells
// which symbol the output follows and by how much the constellation is turned; (Σ|s|² − max)/max is the residual interference.
// One invocation per packet. Needs lib/complex, lib/phasor.
override GROUP: u32;   // invocations per workgroup
override SPS: u32;     // samples per symbol
override FORWARD: u32; // N
override TAPS: u32;    // L + 1
override OWN: u32;     // 1: each packet has its channel
override TURNS: u32;   // symmetric turns of the constellation
struct Params {
  packets: u32,
  delay: u32,  // δ, samples
  open: f32,   // residual interference below which the eye is open
}
@group(0) @binding(0) var<storage, read> finalTaps: array<vec2f>;            // [N …][packet]
@group(0) @binding(1) var<storage, read> taps: array<vec2f>;                 // [tap][packet] or [tap]
@group(0) @binding(2) var<storage, read_write> alignment: array<vec2i>;      // [packet]: symbols ahead, turns back
@group(0) @binding(3) var<storage, read_write> isOpen: array<u32>;           // [packet]
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.x;
  if (packet >= params.packets) { return; }
  var sum = 0.0;
  var most = 0.0;
  var peak = vec2f(1.0, 0.0);
  var ahead = 0;
  // Only every SPS-th part meets symbols.
  for (var c = params.delay % SPS; c < FORWARD + TAPS - 1u; c += SPS) {
    var s = vec2f();
    for (var i = select(0u, c + 1u - TAPS, c + 1u > TAPS); i < FORWARD && i <= c; i++) {
      let l = c - i;
      let h = taps[select(l, l * params.packets + packet, OWN == 1u)];
      s += mulConj(h, finalTaps[i * params.packets + packet]);
    }
    let energy = dot(s, s);
    sum += energy;
    if (energy > most) {
      most = energy;
      peak = s;
      ahead = (i32(params.delay) - i32(c)) / i32(SPS);
    }
  }
  var turn = 0;
  var best = peak.x;
  for (var i = 1u; i < TURNS; i++) {
    let fit = dot(peak, phasor(i * (0xffffffffu / TURNS + 1u)));
    if (fit > best) { best = fit; turn = i32(i); }
  }
  alignment[packet] = vec2i(ahead, turn);
  isOpen[packet] = u32(sum - most < params.open * most);
}
