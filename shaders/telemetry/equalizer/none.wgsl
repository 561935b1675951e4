// No equalizer, only a delay and a gain: ĝ(D) = Σm r̃(m+D)p*(m) / Σ|p|² over the known waveform p; at the D of largest |ĝ|,
// c(−D) = 1/ĝ(D), so s(n) = r̃(n+D)/ĝ(D). One workgroup per packet (slot), one invocation per delay.
// Needs lib/complex.
override GROUP: u32;  // invocations per workgroup, at least DELAYS
override KNOWN: u32;  // samples of p
override WINDOW: u32; // samples in a window
override FIRST: u32;  // index in its window of r̃(m+D) for m = 0 and the least delay
override DELAYS: u32; // number of delays to try
override TAPS: u32;   // taps of the equalizer
override LATEST: u32; // index of the tap of the least delay
@group(0) @binding(0) var<storage, read> window: array<vec2f>;
@group(0) @binding(1) var<storage, read> pilot: array<vec2f>; // p / Σ|p|²
@group(0) @binding(2) var<storage, read_write> taps: array<vec2f>;

var<workgroup> gains: array<vec2f, DELAYS>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let slot = group.x;
  if (local < DELAYS) {
    var gain = vec2f();
    for (var m = 0u; m < KNOWN; m++) { gain += mulConj(window[slot * WINDOW + FIRST + local + m], pilot[m]); }
    gains[local] = gain;
  }
  workgroupBarrier();
  var best = 0u;
  for (var d = 1u; d < DELAYS; d++) {
    if (dot(gains[d], gains[d]) > dot(gains[best], gains[best])) { best = d; }
  }
  let power = dot(gains[best], gains[best]);
  let inverse = select(vec2f(), conj(gains[best]) / power, power > 0.0); // no packet: 0
  for (var t = local; t < TAPS; t += GROUP) { taps[slot * TAPS + t] = select(vec2f(), inverse, t == LATEST - best); }
}
