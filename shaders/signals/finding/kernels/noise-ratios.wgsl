// Divides the powers of a grid by the noise, in place. Near a step of the gain the larger gain counts. The noise is known per long frame
// and long bin. One workgroup per ROWS frames.
// Needs lib/segment-frames.
override GROUP: u32;  // invocations per workgroup
override ROWS: u32;   // at most GROUP
override BINS: u32;   // of the grid
override GROUPED: u32; // long bins per bin: 1 for the grid of long transforms
override REACH: u32;  // long frames on each side of a step that may hold it
override STEP: f32;   // least ratio of a step
override IS_REAL: bool; // the negative frequencies are zero
@group(0) @binding(1) var<storage, read> gain: array<f32>;  // [long frame]
@group(0) @binding(2) var<storage, read> shape: array<f32>; // [long bin]
@group(0) @binding(3) var<storage, read_write> powers: array<f32>; // [frame][bin]

var<workgroup> scales: array<f32, ROWS>;

// The gain of a frame, of the long one that is nearest to its middle.
fn gainOf(frame: u32) -> f32 {
  let nearest = (i32(frame + GROUPED / 2u) - 2 * (i32(GROUPED) - 1)) / i32(GROUPED);
  let t = min(u32(max(nearest, 0)), frames.long - 1u);
  var least = gain[t];
  var most = gain[t];
  for (var near = max(t, REACH) - REACH; near <= min(frames.long - 1u, t + REACH); near++) {
    least = min(least, gain[near]);
    most = max(most, gain[near]);
  }
  return select(gain[t], most, most > STEP * least);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let count = select(frames.short, frames.long, GROUPED == 1u);
  let first = group.x * ROWS;
  if (first >= count) { return; }
  if (i < ROWS) {
    let level = gainOf(min(first + i, count - 1u));
    scales[i] = select(0.0, 1.0 / level, level > 0.0);
  }
  workgroupBarrier();
  for (var k = i; k < BINS; k += GROUP) {
    let lowest = max(k * GROUPED, GROUPED / 2u) - GROUPED / 2u;
    let to = select(k * GROUPED + GROUPED / 2u, k + 1u, GROUPED == 1u);
    var noise = 0.0;
    for (var n = lowest; n < to; n++) { noise += shape[n]; }
    noise /= f32(to - lowest);
    let inverse = select(0.0, 1.0 / noise, noise > 0.0 && !(IS_REAL && k < BINS / 2u));
    for (var t = 0u; t < min(ROWS, count - first); t++) { powers[(first + t) * BINS + k] *= scales[t] * inverse; }
  }
}
