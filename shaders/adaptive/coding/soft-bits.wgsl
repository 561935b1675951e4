// LLRs of the bits of estimates z, ln p(1)/p(0), with the error of z/scale as Gaussian noise of variance v: sums of e^(−gain·|z/scale − a|²/v) over the
// points a with a 1 and with a 0. v of MMSE equalizers is (1 − scale)/scale, of carriers noise/|H|², of others measured. One invocation
// per symbol and packet. Needs lib/log-sum.
override GROUP: u32;     // invocations per workgroup
override BITS: u32;      // of a label
override SOURCE: u32;    // of v. 0: the scale; 1: the response H of carriers; 2: measured
override OWN: u32;       // 1: a scale per packet
override OWN_TAPS: u32;  // 1: a response per packet
override CARRIERS: u32;  // of a block
const LEAST = 1e-6;
const MOST = 1e30;
const CERTAIN = 1e4;     // most |z/scale|²: a packet that diverged has no infinite LLRs
struct Params {
  packets: u32,
  symbols: u32, // K
  gain: f32,    // 1; ½ where v is on one axis
  noise: f32,   // variance of the noise of a carrier
}
@group(0) @binding(0) var<storage, read> estimates: array<vec2f>;      // z: [symbol][packet]
@group(0) @binding(1) var<storage, read> points: array<vec2f>;         // by label
@group(0) @binding(2) var<storage, read> scales: array<f32>;           // [packet] or [1]
@group(0) @binding(3) var<storage, read> response: array<vec2f>;       // H: [packet][CARRIERS] or [CARRIERS]
@group(0) @binding(4) var<storage, read> variances: array<f32>;        // [packet]
@group(0) @binding(5) var<storage, read_write> llrs: array<f32>;       // [K·BITS][packet]
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let packet = id.x;
  let k = id.y + groups.y * id.z;
  if (packet >= params.packets || k >= params.symbols) { return; }
  let scale = scales[packet * OWN];
  var variance = (1.0 - scale) / scale;
  if (SOURCE == 1u) {
    let h = response[packet * OWN_TAPS * CARRIERS + k % CARRIERS];
    variance = params.noise / max(dot(h, h), 1.0 / MOST);
  }
  if (SOURCE == 2u) { variance = variances[packet]; }
  let weight = params.gain / clamp(variance, LEAST, MOST);
  var z = estimates[k * params.packets + packet] / scale;
  // Nothing is known where it is no number.
  if (!(dot(z, z) < CERTAIN)) { z = vec2f(); }
  for (var bit = 0u; bit < BITS; bit++) {
    var sides = array<LogSum, 2>(NOTHING, NOTHING);
    for (var label = 0u; label < (1u << BITS); label++) {
      let error = z - points[label];
      let side = (label >> (BITS - 1u - bit)) & 1u;
      sides[side] = plus(sides[side], -weight * dot(error, error));
    }
    llrs[(k * BITS + bit) * params.packets + packet] = total(sides[1]) - total(sides[0]);
  }
}
