// Change of rate by U/D < 1 (formula in resampling/polyphase), transposed: as each sample x[k] comes, h[m·D − k·U]·x[k] is added
// to the sums of all outputs m that it reaches; when the newest sample of the oldest output has come, that output is done.
// One invocation per strand, a stretch of a signal, with the sums of 8·BLOCKS outputs in registers. All strands of a workgroup
// are at the same phase, so that taps are the same for all; response[k mod D][a] holds those of the outputs that are open when
// x[k] comes. Samples pass through workgroup memory a chunk at a time: from global memory along the strands, from there across.
// Needs lib/fir-page and one of lib/fir-*.
override GROUP: u32;  // invocations per workgroup
override BLOCKS: u32; // at most 8
struct Params {
  signals: u32,
  length: u32,
  history: u32,
  outputs: u32,
  up: u32,
  down: u32,
  segments: u32,  // strands of a signal
  inputs: u32,    // of a strand, a multiple of `down`; it begins `history` samples before them
  results: u32,   // outputs of a strand
  discarded: u32, // outputs that are done before those: other strands' own
  phase: u32,     // k mod D of the first sample
  limit: u32,     // index of the newest sample of the first output, from the first sample on,
  rest: u32,      // and its m·D mod U
}
@group(0) @binding(0) var<storage, read> input: array<Sample>;
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<FourTaps>;
@group(0) @binding(3) var<storage, read_write> output: array<Number>;
@group(0) @binding(4) var<uniform> params: Params;

const CHUNK = 16u;

alias Eight = array<Number, 8>;

struct Strand {
  row: u32,   // of its signal
  first: i32, // sample of that, before the page where negative
}

var<workgroup> strands: array<Strand, GROUP>;
var<workgroup> staged: array<Sample, CHUNK * (GROUP + 1u)>;

fn meet(y: Eight, taps: u32, x: Number) -> Eight {
  let h = response[taps];
  let g = response[taps + 1u];
  return Eight(
    plus(y[0], h[0], x), plus(y[1], h[1], x), plus(y[2], h[2], x), plus(y[3], h[3], x),
    plus(y[4], g[0], x), plus(y[5], g[1], x), plus(y[6], g[2], x), plus(y[7], g[3], x),
  );
}

fn moved(y: Eight, next: Eight) -> Eight {
  return Eight(y[1], y[2], y[3], y[4], y[5], y[6], y[7], next[0]);
}

// The sample of place q = strand · CHUNK + c where that lies within the page.
fn within(q: u32, begin: u32) -> Sample {
  let strand = strands[q / CHUNK];
  let at = strand.first + i32(begin + q % CHUNK);
  return input[strand.row * params.length + u32(clamp(at, 0, i32(params.length) - 1))];
}

fn stage(q: u32, begin: u32, x: Sample) {
  let strand = strands[q / CHUNK];
  let at = strand.first + i32(begin + q % CHUNK);
  let place = q % CHUNK * (GROUP + 1u) + q / CHUNK;
  if (at >= 0 && at < i32(params.length)) { staged[place] = x; } else { staged[place] = sampleAt(strand.row, at); }
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let first = (group.y * groups.x + group.x) * GROUP;
  if (first >= params.signals * params.segments) { return; }
  let strand = min(first + i, params.signals * params.segments - 1u);
  let signal = strand / params.segments;
  let segment = strand % params.segments;
  strands[i] = Strand(signal, i32(segment * params.inputs) - i32(params.history));
  let begin = segment * params.results;
  let end = select(0u, min(params.results, params.outputs - begin), first + i < params.signals * params.segments);
  let row = signal * params.outputs + begin;

  var y0 = Eight();
  var y1 = Eight();
  var y2 = Eight();
  var y3 = Eight();
  var y4 = Eight();
  var y5 = Eight();
  var y6 = Eight();
  var y7 = Eight();
  var phase = params.phase;
  var limit = params.limit;
  var rest = params.rest;
  var m = 0u;
  let count = params.history + params.inputs;
  for (var chunk = 0u; chunk < count; chunk += CHUNK) {
    workgroupBarrier();
    for (var q = i; q < CHUNK * GROUP; q += 8u * GROUP) {
      // All under way before the first is waited for.
      let a = within(q, chunk);
      let b = within(q + GROUP, chunk);
      let c = within(q + 2u * GROUP, chunk);
      let d = within(q + 3u * GROUP, chunk);
      let e = within(q + 4u * GROUP, chunk);
      let f = within(q + 5u * GROUP, chunk);
      let g = within(q + 6u * GROUP, chunk);
      let h = within(q + 7u * GROUP, chunk);
      stage(q, chunk, a);
      stage(q + GROUP, chunk, b);
      stage(q + 2u * GROUP, chunk, c);
      stage(q + 3u * GROUP, chunk, d);
      stage(q + 4u * GROUP, chunk, e);
      stage(q + 5u * GROUP, chunk, f);
      stage(q + 6u * GROUP, chunk, g);
      stage(q + 7u * GROUP, chunk, h);
    }
    workgroupBarrier();
    for (var k = 0u; k < min(CHUNK, count - chunk); k++) {
      let x = number(staged[k * (GROUP + 1u) + i]);
      let taps = phase * 2u * BLOCKS;
      y0 = meet(y0, taps, x);
      if (BLOCKS > 1u) { y1 = meet(y1, taps + 2u, x); }
      if (BLOCKS > 2u) { y2 = meet(y2, taps + 4u, x); }
      if (BLOCKS > 3u) { y3 = meet(y3, taps + 6u, x); }
      if (BLOCKS > 4u) { y4 = meet(y4, taps + 8u, x); }
      if (BLOCKS > 5u) { y5 = meet(y5, taps + 10u, x); }
      if (BLOCKS > 6u) { y6 = meet(y6, taps + 12u, x); }
      if (BLOCKS > 7u) { y7 = meet(y7, taps + 14u, x); }
      phase = select(phase + 1u, 0u, phase + 1u == params.down);
      if (chunk + k == limit) {
        // Outputs to be discarded wrap to large numbers.
        let n = m - params.discarded;
        if (n < end) { output[row + n] = y0[0]; }
        m++;
        limit += params.down / params.up;
        rest += params.down % params.up;
        if (rest >= params.up) {
          rest -= params.up;
          limit++;
        }
        y0 = moved(y0, y1);
        if (BLOCKS > 1u) { y1 = moved(y1, y2); }
        if (BLOCKS > 2u) { y2 = moved(y2, y3); }
        if (BLOCKS > 3u) { y3 = moved(y3, y4); }
        if (BLOCKS > 4u) { y4 = moved(y4, y5); }
        if (BLOCKS > 5u) { y5 = moved(y5, y6); }
        if (BLOCKS > 6u) { y6 = moved(y6, y7); }
        if (BLOCKS > 7u) { y7 = moved(y7, Eight()); }
      }
    }
  }
}
