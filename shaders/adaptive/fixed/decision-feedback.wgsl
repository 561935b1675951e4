// Decision feedback with given taps, z[k] = Σ_i w*_i y[s·k + δ − i] + Σ_j b*_j â[k − j], where â is the nearest point to z/scale. The symbols before
// the packet are known. One invocation per packet; a dispatch continues with the next SEGMENT symbols. Needs lib/complex,
// lib/decision, lib/sent, and the constant FEEDBACK, Nb: it is the length of an array.
override GROUP: u32;   // invocations per workgroup
override SPS: u32;     // samples per symbol
override FORWARD: u32; // N
override OWN: u32;     // 1: taps and scale per packet
override SEGMENT: u32; // symbols per dispatch
struct Params {
  packets: u32,
  symbols: u32, // K
  guard: u32,
  delay: u32,   // δ, samples
}
@group(0) @binding(0) var<storage, read> received: array<vec2f>;              // [row][packet]
@group(0) @binding(1) var<storage, read> labels: array<u32>;                  // [word][packet], four labels each
@group(0) @binding(2) var<storage, read> points: array<vec2f>;                // by label
@group(0) @binding(3) var<storage, read> taps: array<vec2f>;                  // [w, b][packet] or [w, b]
@group(0) @binding(4) var<storage, read> scales: array<f32>;                  // [packet] or [1]
@group(0) @binding(5) var<storage, read_write> progress: array<u32>;          // [packet], symbols done
@group(0) @binding(6) var<storage, read_write> estimates: array<vec2f>;       // [symbol][packet]
@group(0) @binding(7) var<uniform> params: Params;

fn tap(i: u32, packet: u32) -> vec2f {
  return taps[select(i, i * params.packets + packet, OWN == 1u)];
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.x;
  if (packet >= params.packets) { return; }
  let first = progress[packet];
  let scale = scales[packet * OWN];
  var past = array<vec2f, FEEDBACK>();
  for (var j = 0u; j < FEEDBACK; j++) {
    if (first > j) { past[j] = decide(estimates[(first - 1u - j) * params.packets + packet] / scale); }
    else { past[j] = sent(params.guard + first - 1u - j, packet); }
  }
  let end = min(first + SEGMENT, params.symbols);
  for (var k = first; k < end; k++) {
    let newest = ((params.guard + k) * SPS + params.delay) * params.packets + packet;
    var z = vec2f();
    for (var i = 0u; i < FORWARD; i++) { z += mulConj(received[newest - i * params.packets], tap(i, packet)); }
    for (var j = 0u; j < FEEDBACK; j++) { z += mulConj(past[j], tap(FORWARD + j, packet)); }
    estimates[k * params.packets + packet] = z;
    for (var j = FEEDBACK - 1u; j > 0u; j--) { past[j] = past[j - 1u]; }
    past[0] = decide(z / scale);
  }
  progress[packet] = end;
}
