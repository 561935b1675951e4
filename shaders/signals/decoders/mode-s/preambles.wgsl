// Lists the steps at which a frame may start: there the pulses of a preamble stand out. One workgroup per TILE steps of a block, which
// holds their samples and their magnitudes. The list has no order.
// Needs lib/raw-sample, lib/envelope.
override GROUP: u32;    // invocations per workgroup
override TILE: u32;     // starts per workgroup, a multiple of UP
override SPAN: u32;     // magnitudes per workgroup: up to the last chip of the last preamble
override SAMPLES: u32;  // samples under them
override CAPACITY: u32; // starts that the list holds
@group(0) @binding(5) var<storage, read_write> starts: array<u32>;          // block · STRIDE + step
@group(0) @binding(6) var<storage, read_write> counts: array<atomic<u32>>;  // found starts, found candidates

var<workgroup> x: array<vec2f, SAMPLES>;
var<workgroup> m: array<f32, SPAN>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let b = group.y;
  if (b * BLOCK >= page.own) { return; }
  let size = min(BLOCK, page.own - b * BLOCK);
  let end = (size * UP + DOWN - 1u) / DOWN;
  if (group.x * TILE >= end) { return; }
  let first = b * BLOCK + group.x * TILE / UP * DOWN;
  for (var n = i; n < SAMPLES; n += GROUP) { x[n] = rawSample(first + n) - offsets[b]; }
  workgroupBarrier();
  for (var s = i; s < SPAN; s += GROUP) {
    let at = s / UP * DOWN;
    var y = vec2f(0.0);
    for (var k = 0u; k < TAPS; k++) { y = envelopeTap(y, s % UP, k, x[at + k]); }
    m[s] = length(y);
  }
  workgroupBarrier();
  for (var t = i; t < TILE; t += GROUP) {
    if (group.x * TILE + t >= end) { break; }
    let gaps = m[t + chips[4]] + m[t + chips[5]] + m[t + chips[11]] + m[t + chips[12]] + m[t + chips[13]] + m[t + chips[14]];
    let pulses = vec4f(m[t], m[t + chips[2]], m[t + chips[7]], m[t + chips[9]]);
    if (preambleOf(pulses, vec2f(m[t + chips[1]], m[t + chips[8]]), gaps / 6.0).x == 0.0) { continue; }
    let place = atomicAdd(&counts[0], 1u);
    if (place < CAPACITY) { starts[place] = b * STRIDE + group.x * TILE + t; }
  }
}
