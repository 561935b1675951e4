// States at the ends of chunks that begin from rest: e[c] = Σn p^(end − 1 − n)·x[n]. The last chunk ends with the signal.
// One workgroup per chunk. Invocation i sums every GROUP-th number. Then the sums are moved to the end and added.
// Needs lib/poles.
override GROUP: u32; // invocations per workgroup, a power of two
override WIDTH: u32; // parts of a sample
struct Params {
  signals: u32,
  length: u32,
  chunk: u32,  // samples of a chunk, a multiple of BATCH · GROUP / WIDTH
  chunks: u32, // of a signal
  fours: u32,  // poles, four at a time
}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> leaps: array<Four>;  // p^(GROUP / WIDTH)
@group(0) @binding(2) var<storage, read> shifts: array<Four>; // p^(GROUP / WIDTH − 1 − place), [four][place]
@group(0) @binding(3) var<storage, read_write> ends: array<Four>; // [signal][chunk][four][part of a sample]
@group(0) @binding(4) var<uniform> params: Params;

const BATCH = 8u; // numbers that are loaded at once

var<workgroup> sums: array<Four, GROUP>;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let row = group.y * groups.x + group.x;
  if (row >= params.signals * params.chunks) { return; }
  let first = row % params.chunks * params.chunk;
  let count = min(params.chunk, params.length - first);
  let base = (row / params.chunks * params.length + first) * WIDTH;
  for (var four = 0u; four < params.fours; four++) {
    let leap = leaps[four];
    var w = Four();
    if (count == params.chunk) {
      for (var k = i; k < params.chunk * WIDTH; k += BATCH * GROUP) {
        var x: array<f32, BATCH>;
        for (var j = 0u; j < BATCH; j++) { x[j] = input[base + k + j * GROUP]; }
        for (var j = 0u; j < BATCH; j++) { w = stepped(leap, w, x[j]); }
      }
    } else {
      // It is aligned to the end of its places: missing samples come before it, as zeros.
      let missing = (params.chunk - count) * WIDTH;
      for (var k = i; k < params.chunk * WIDTH; k += GROUP) {
        w = stepped(leap, w, select(0.0, input[base + k - missing], k >= missing));
      }
    }
    workgroupBarrier();
    sums[i] = advanced(shifts[(four * GROUP + i) / WIDTH], w, Four());
    for (var left = GROUP / 2u; left >= WIDTH; left /= 2u) {
      workgroupBarrier();
      if (i < left) { sums[i] = Four(sums[i].re + sums[i + left].re, sums[i].im + sums[i + left].im); }
    }
    if (i < WIDTH) { ends[(row * params.fours + four) * WIDTH + i] = sums[i]; }
  }
}
