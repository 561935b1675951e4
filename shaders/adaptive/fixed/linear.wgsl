// Equalizers with given taps, z[k] = Σ_i w*_i y[s·k + δ − i] + Σ_j b*_j a[k − j], where a are the sent symbols: linear ones (no b), and
// decision feedback without errors. One invocation per symbol and packet. Needs lib/complex, lib/sent.
override GROUP: u32;    // invocations per workgroup
override SPS: u32;      // samples per symbol
override FORWARD: u32;  // N
override FEEDBACK: u32; // Nb
override OWN: u32;      // 1: taps per packet
struct Params {
  packets: u32,
  symbols: u32, // K
  guard: u32,
  delay: u32,   // δ, samples
}
@group(0) @binding(0) var<storage, read> received: array<vec2f>;        // [row][packet]
@group(0) @binding(1) var<storage, read> labels: array<u32>;            // [word][packet], four labels each
@group(0) @binding(2) var<storage, read> points: array<vec2f>;          // by label
@group(0) @binding(3) var<storage, read> taps: array<vec2f>;            // [w, b][packet] or [w, b]
@group(0) @binding(4) var<storage, read_write> estimates: array<vec2f>; // [symbol][packet]
@group(0) @binding(5) var<uniform> params: Params;

fn tap(i: u32, packet: u32) -> vec2f {
  return taps[select(i, i * params.packets + packet, OWN == 1u)];
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let packet = id.x;
  let k = id.y + groups.y * id.z;
  if (packet >= params.packets || k >= params.symbols) { return; }
  let newest = ((params.guard + k) * SPS + params.delay) * params.packets + packet;
  var z = vec2f();
  for (var i = 0u; i < FORWARD; i++) { z += mulConj(received[newest - i * params.packets], tap(i, packet)); }
  for (var j = 0u; j < FEEDBACK; j++) {
    z += mulConj(sent(params.guard + k - 1u - j, packet), tap(FORWARD + j, packet));
  }
  estimates[k * params.packets + packet] = z;
}
