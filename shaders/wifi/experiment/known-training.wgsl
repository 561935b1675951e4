// Least-squares estimate of H from the long training of frames whose starts and offsets are known: the mean of both symbols,
// turned back by the carrier offset, its transform, and the signs of the training. One workgroup per frame, one
// invocation per bin. The transform of 64 points has two passes of 8. Needs lib/frame, lib/complex, lib/phasor.
override FIRST: u32; // samples from a frame's start to the transform of the first long symbol
const BINS = 64u;
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> frames: array<Frame>;
@group(0) @binding(2) var<storage, read> counts: array<u32>; // frames, …
@group(0) @binding(3) var<storage, read> signs: array<f32>;  // of the long training by bin; 0 on unused bins
@group(0) @binding(4) var<storage, read_write> channel: array<vec2f>; // [frame][64]

var<workgroup> mean: array<vec2f, BINS>;
var<workgroup> inner: array<vec2f, BINS>;
var<workgroup> roots: array<vec2f, BINS>;

@compute @workgroup_size(BINS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let f = group.y * groups.x + group.x;
  if (f >= counts[0]) { return; }
  let constant = vec2f(frames[f].dcReal, frames[f].dcImaginary);
  var sum = vec2f();
  for (var symbol = 0u; symbol < 2u; symbol++) {
    let after = FIRST + symbol * BINS + lane;
    sum += mulConj(samples[frames[f].start + after] - constant, phasor(turnsAfter(after, frames[f].offset)));
  }
  mean[lane] = 0.5 * sum;
  roots[lane] = phasor(0u - (lane << 26u));
  workgroupBarrier();
  // X[k] = Σ over n < 8 of e^{−j2πkn/64} · Σ over m < 8 of x[n + 8m] e^{−j2πkm/8}; the inner sum depends on k mod 8 only.
  sum = vec2f();
  for (var m = 0u; m < 8u; m++) { sum += mul(mean[lane / 8u + 8u * m], roots[(8u * m * lane) % BINS]); }
  inner[lane] = sum;
  workgroupBarrier();
  sum = vec2f();
  for (var n = 0u; n < 8u; n++) { sum += mul(inner[8u * n + lane % 8u], roots[(n * lane) % BINS]); }
  channel[f * BINS + lane] = signs[lane] * sum;
}
