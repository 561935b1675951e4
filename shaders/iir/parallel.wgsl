// Recursive filter as a sum of partial fractions, y[n] = direct·x[n] + Re Σk c_k·w_k[n], w_k[n] = p_k·w_k[n−1] + x[n]; one workgroup
// per chunk of RUN·GROUP numbers, of which each invocation takes RUN in a row: from rest, and when a prefix sum of the states
// that are reached has told where it really begins, once more.
// Needs lib/poles, lib/pole-scan, lib/chunk-starts.
struct Params {
  signals: u32,
  length: u32,
  chunks: u32, // of a signal
  fours: u32,  // poles, four at a time
  direct: f32,
}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> starts: array<Four>;
@group(0) @binding(2) var<storage, read> pieces: array<Four>;
@group(0) @binding(3) var<storage, read> reach: array<Four>;
@group(0) @binding(4) var<storage, read> powers: array<Four>;
@group(0) @binding(5) var<storage, read> fractions: array<Four>; // [four][2]: p, c
@group(0) @binding(6) var<storage, read_write> output: array<f32>;
@group(0) @binding(7) var<uniform> params: Params;

const RUN = 32u;

// Behind each place's RUN · WIDTH numbers WIDTH are left out: then those of neighbours lie in different memory banks.
var<workgroup> chunk: array<f32, (RUN + 1u) * GROUP>;

fn place(k: u32) -> u32 {
  return k + k / (RUN * WIDTH) * WIDTH;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let row = group.y * groups.x + group.x;
  if (row >= params.signals * params.chunks) { return; }
  let first = row % params.chunks * (RUN * GROUP);
  let count = min(RUN * GROUP, params.length * WIDTH - first);
  let base = row / params.chunks * params.length * WIDTH + first;
  // Where no end is near, without looking for it: then all loads are under way together.
  if (count == RUN * GROUP) {
    for (var j = 0u; j < RUN; j++) { chunk[place(j * GROUP + i)] = input[base + j * GROUP + i]; }
  } else {
    for (var k = i; k < RUN * GROUP; k += GROUP) { chunk[place(k)] = select(0.0, input[base + k], k < count); }
  }
  workgroupBarrier();

  // This invocation's numbers: its part of RUN samples.
  let mine = place(i / WIDTH * (RUN * WIDTH)) + i % WIDTH;
  var y: array<f32, RUN>;
  for (var j = 0u; j < RUN; j++) { y[j] = params.direct * chunk[mine + j * WIDTH]; }
  for (var four = 0u; four < params.fours; four++) {
    let p = fractions[2u * four];
    let c = fractions[2u * four + 1u];
    var start = Four();
    if (i < WIDTH) { start = startOf(row / params.chunks, row % params.chunks, four, i); }
    var w = start;
    for (var j = 0u; j < RUN; j++) { w = stepped(p, w, chunk[mine + j * WIDTH]); }
    w = prefixSum(i, four, w);
    if (i >= WIDTH) { start = summed[i - WIDTH]; }
    w = start;
    for (var j = 0u; j < RUN; j++) {
      w = stepped(p, w, chunk[mine + j * WIDTH]);
      y[j] += weighed(c, w);
    }
  }
  // Nobody else reads these.
  for (var j = 0u; j < RUN; j++) { chunk[mine + j * WIDTH] = y[j]; }
  workgroupBarrier();
  if (count == RUN * GROUP) {
    for (var j = 0u; j < RUN; j++) { output[base + j * GROUP + i] = chunk[place(j * GROUP + i)]; }
  } else {
    for (var k = i; k < count; k += GROUP) { output[base + k] = chunk[place(k)]; }
  }
}
