// Medians of the 2·REACH + 1 values around each value, fewer at the ends. One invocation per value.
// Needs lib/segment-frames.
override GROUP: u32; // invocations per workgroup
override REACH: u32;
override COUNT: u32; // values; 0: one per long frame
@group(0) @binding(1) var<storage, read> values: array<f32>;
@group(0) @binding(2) var<storage, read_write> medians: array<f32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let count = select(COUNT, frames.long, COUNT == 0u);
  if (id.x >= count) { return; }
  let lowest = max(id.x, REACH) - REACH;
  let to = min(count, id.x + REACH + 1u);
  let rank = (to - lowest) / 2u;
  for (var m = lowest; m < to; m++) {
    let value = values[m];
    var less = 0u;
    var equal = 0u;
    for (var n = lowest; n < to; n++) {
      less += u32(values[n] < value);
      equal += u32(values[n] == value);
    }
    if (less <= rank && rank < less + equal) {
      medians[id.x] = value;
      return;
    }
  }
}
