// The least noise: a small share of the strongest group of bins. One workgroup.
// Needs lib/segment-frames.
override GROUP: u32;
override GROUPS: u32; // per frame
override SHARE: f32;
@group(0) @binding(1) var<storage, read> groups: array<f32>; // [frame][group]
@group(0) @binding(2) var<storage, read_write> least: array<f32>;

var<workgroup> largest: array<f32, GROUP>;

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) i: u32) {
  var most = 0.0;
  for (var n = i; n < frames.long * GROUPS; n += GROUP) { most = max(most, groups[n]); }
  largest[i] = most;
  workgroupBarrier();
  if (i > 0u) { return; }
  for (var j = 1u; j < GROUP; j++) { most = max(most, largest[j]); }
  least[0] = SHARE * most;
}
