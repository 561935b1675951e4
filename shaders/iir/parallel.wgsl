// Recursive filter as a sum of partial fractions: y[n] = direct·x[n] + Re Σk c_k·w_k[n], w_k[n] = p_k·w_k[n−1] + x[n].
// One workgroup per chunk, which it reads in tiles of RUN·GROUP numbers. Each invocation takes RUN successive numbers. It
// filters them from rest; a prefix sum over the end states gives the true first state; then it filters them again.
// Needs lib/poles, lib/pole-scan, lib/chunk-starts.
struct Params {
  signals: u32,
  length: u32,
  chunk: u32,  // samples of a chunk
  chunks: u32, // of a signal
  fours: u32,  // poles, four at a time: at most MOST_FOURS
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

const RUN = 16u;
const MOST_FOURS = 16u;

// WIDTH unused numbers follow each place's RUN · WIDTH numbers, so that neighbours use different memory banks.
var<workgroup> tile: array<f32, (RUN + 1u) * GROUP>;
var<workgroup> states: array<Four, 2u * MOST_FOURS>; // before the tile, [four][part of a sample]

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
  let signal = row / params.chunks;
  let first = row % params.chunks * params.chunk;
  let base = (signal * params.length + first) * WIDTH;
  let count = min(params.chunk, params.length - first) * WIDTH;
  for (var k = i; k < params.fours * WIDTH; k += GROUP) {
    states[k] = startOf(signal, row % params.chunks, k / WIDTH, k % WIDTH);
  }
  // This invocation's numbers of a tile: its part of RUN samples.
  let mine = place(i / WIDTH * (RUN * WIDTH)) + i % WIDTH;
  for (var at = 0u; at < count; at += RUN * GROUP) {
    // Far from the ends there is no bounds check, so that all loads overlap.
    let whole = count - at >= RUN * GROUP;
    workgroupBarrier();
    if (whole) {
      for (var j = 0u; j < RUN; j++) { tile[place(j * GROUP + i)] = input[base + at + j * GROUP + i]; }
    } else {
      for (var k = i; k < RUN * GROUP; k += GROUP) { tile[place(k)] = select(0.0, input[base + at + k], k < count - at); }
    }
    workgroupBarrier();

    var y: array<f32, RUN>;
    for (var j = 0u; j < RUN; j++) { y[j] = params.direct * tile[mine + j * WIDTH]; }
    for (var four = 0u; four < params.fours; four++) {
      let p = fractions[2u * four];
      let c = fractions[2u * four + 1u];
      var start = Four();
      if (i < WIDTH) { start = states[four * WIDTH + i]; }
      var w = start;
      for (var j = 0u; j < RUN; j++) { w = stepped(p, w, tile[mine + j * WIDTH]); }
      w = prefixSum(i, four, w);
      if (i + WIDTH >= GROUP) { states[four * WIDTH + i % WIDTH] = w; }
      if (i >= WIDTH) { start = summed(i - WIDTH); }
      w = start;
      for (var j = 0u; j < RUN; j++) {
        w = stepped(p, w, tile[mine + j * WIDTH]);
        y[j] += weighed(c, w);
      }
    }
    // No other invocation reads these.
    for (var j = 0u; j < RUN; j++) { tile[mine + j * WIDTH] = y[j]; }
    workgroupBarrier();
    if (whole) {
      for (var j = 0u; j < RUN; j++) { output[base + at + j * GROUP + i] = tile[place(j * GROUP + i)]; }
    } else {
      for (var k = i; k < count - at; k += GROUP) { output[base + at + k] = tile[place(k)]; }
    }
  }
}
