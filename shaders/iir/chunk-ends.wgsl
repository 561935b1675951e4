// States at the ends of chunks from rest at their beginnings, e[c] = Σn p^(end − 1 − n)·x[n]; the last chunk ends with the
// signal. One workgroup per chunk: invocation i sums over every GROUP-th number, and their prefix sum ends with the total.
// Needs lib/poles, lib/pole-scan.
override CHUNK: u32; // samples of a chunk, a multiple of GROUP / WIDTH
struct Params {
  signals: u32,
  length: u32,
  chunks: u32, // of a signal
  fours: u32,  // poles, four at a time
}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> leaps: array<Four>; // p^(GROUP / WIDTH)
@group(0) @binding(2) var<storage, read> powers: array<Four>;
@group(0) @binding(3) var<storage, read_write> ends: array<Four>; // [signal][chunk][four][part of a sample]
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let row = group.y * groups.x + group.x;
  if (row >= params.signals * params.chunks) { return; }
  let first = row % params.chunks * CHUNK;
  let count = min(CHUNK, params.length - first);
  // A short chunk stands at the end of its CHUNK places: what it lacks comes before it, as zeros.
  let missing = (CHUNK - count) * WIDTH;
  let base = (row / params.chunks * params.length + first) * WIDTH;
  for (var four = 0u; four < params.fours; four++) {
    var w = Four();
    for (var k = i; k < CHUNK * WIDTH; k += GROUP) {
      var x = 0.0;
      if (k >= missing) { x = input[base + k - missing]; }
      w = stepped(leaps[four], w, x);
    }
    w = prefixSum(i, four, w);
    if (i + WIDTH >= GROUP) { ends[(row * params.fours + four) * WIDTH + i % WIDTH] = w; }
  }
}
