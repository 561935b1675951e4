// Change of rate by U/D < 1 (formula in resampling/polyphase), transposed: as each sample x[k] comes, h[m·D − k·U]·x[k] is added
// to the sums of all outputs m that it reaches; when the newest sample of the oldest output has come, that output is done.
// One invocation per strand, a stretch of a signal, with the sums of 8·BLOCKS outputs in registers. All strands of a workgroup
// are at the same phase, so that taps are the same for all; response[k mod D][a] holds those of the outputs that are open when
// x[k] comes. Samples and taps pass through workgroup memory a chunk at a time: samples from global memory along the strands,
// from there across. The next chunk is on its way while this one is worked on.
// Needs lib/fours, lib/fir-page and one of lib/fir-*.
override GROUP: u32;        // invocations per workgroup, at least 16·BLOCKS
override BLOCKS: u32;       // at most 8
override SAMPLE_PARTS: u32; // 2 of complex samples, 1 of real ones
override TAP_PARTS: u32;
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
@group(0) @binding(2) var<storage, read> response: array<vec4f>; // [k mod D][a / 4][part]
@group(0) @binding(3) var<storage, read_write> output: array<Number>;
@group(0) @binding(4) var<uniform> params: Params;

const CHUNK = 8u;

alias Samples = array<Sample, CHUNK>;

// Sums of eight neighbouring outputs.
struct Eight { a: Four, b: Four, }

struct Strand {
  row: u32,   // of its signal
  first: i32, // sample of that, before the page where negative
}

var<workgroup> strands: array<Strand, GROUP>;
var<workgroup> staged: array<Sample, CHUNK * (GROUP + 1u)>;
var<workgroup> open: array<vec4f, TAP_PARTS * 2u * BLOCKS * CHUNK>;

// Taps of four outputs, `at` in the chunk's.
fn openTaps(at: u32) -> Four {
  if (TAP_PARTS == 2u) { return Four(open[2u * at], open[2u * at + 1u]); }
  return Four(open[at], vec4f());
}

fn meet(y: Eight, at: u32, x: vec2f) -> Eight {
  return Eight(met(y.a, openTaps(at), x), met(y.b, openTaps(at + 1u), x));
}

fn moved(y: Four, next: Four) -> Four {
  return Four(vec4f(y.re.yzw, next.re.x), vec4f(y.im.yzw, next.im.x));
}

fn movedEight(y: Eight, next: Eight) -> Eight {
  return Eight(moved(y.a, y.b), moved(y.b, next.a));
}

// The sample at place q = strand · CHUNK + c of a chunk, where that lies within the page.
fn within(q: u32, chunk: u32) -> Sample {
  let strand = strands[q / CHUNK];
  let at = strand.first + i32(chunk + q % CHUNK);
  return input[strand.row * params.length + u32(clamp(at, 0, i32(params.length) - 1))];
}

// An invocation's share of a chunk.
fn fetch(i: u32, chunk: u32) -> Samples {
  return Samples(
    within(i, chunk), within(i + GROUP, chunk), within(i + 2u * GROUP, chunk), within(i + 3u * GROUP, chunk),
    within(i + 4u * GROUP, chunk), within(i + 5u * GROUP, chunk), within(i + 6u * GROUP, chunk), within(i + 7u * GROUP, chunk),
  );
}

// An invocation's share of a chunk's taps.
fn fetchTaps(i: u32, phase: u32) -> Four {
  let at = (phase + i / (2u * BLOCKS)) % params.down * (2u * BLOCKS) + i % (2u * BLOCKS);
  if (TAP_PARTS == 2u) { return Four(response[2u * at], response[2u * at + 1u]); }
  return Four(response[at], vec4f());
}

fn stage(q: u32, chunk: u32, x: Sample) {
  let strand = strands[q / CHUNK];
  let at = strand.first + i32(chunk + q % CHUNK);
  let place = q % CHUNK * (GROUP + 1u) + q / CHUNK;
  if (at >= 0 && at < i32(params.length)) { staged[place] = x; } else { staged[place] = sampleAt(strand.row, at); }
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let firstStrand = (group.y * groups.x + group.x) * GROUP;
  if (firstStrand >= params.signals * params.segments) { return; }
  let strand = min(firstStrand + i, params.signals * params.segments - 1u);
  let signal = strand / params.segments;
  let segment = strand % params.segments;
  strands[i] = Strand(signal, i32(segment * params.inputs) - i32(params.history));
  let begin = segment * params.results;
  let end = select(0u, min(params.results, params.outputs - begin), firstStrand + i < params.signals * params.segments);
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
  workgroupBarrier();
  var samples = fetch(i, 0u);
  var taps = fetchTaps(i, phase);
  let count = params.history + params.inputs;
  for (var chunk = 0u; chunk < count; chunk += CHUNK) {
    workgroupBarrier();
    stage(i, chunk, samples[0]);
    stage(i + GROUP, chunk, samples[1]);
    stage(i + 2u * GROUP, chunk, samples[2]);
    stage(i + 3u * GROUP, chunk, samples[3]);
    stage(i + 4u * GROUP, chunk, samples[4]);
    stage(i + 5u * GROUP, chunk, samples[5]);
    stage(i + 6u * GROUP, chunk, samples[6]);
    stage(i + 7u * GROUP, chunk, samples[7]);
    if (i < 2u * BLOCKS * CHUNK) {
      open[TAP_PARTS * i] = taps.re;
      if (TAP_PARTS == 2u) { open[2u * i + 1u] = taps.im; }
    }
    workgroupBarrier();
    samples = fetch(i, chunk + CHUNK);
    phase = (phase + CHUNK) % params.down;
    taps = fetchTaps(i, phase);
    // What comes behind the last sample finishes no output of the strand's own.
    for (var k = 0u; k < CHUNK; k++) {
      let x = packed(staged[k * (GROUP + 1u) + i], Sample());
      let at = k * 2u * BLOCKS;
      y0 = meet(y0, at, x);
      if (BLOCKS > 1u) { y1 = meet(y1, at + 2u, x); }
      if (BLOCKS > 2u) { y2 = meet(y2, at + 4u, x); }
      if (BLOCKS > 3u) { y3 = meet(y3, at + 6u, x); }
      if (BLOCKS > 4u) { y4 = meet(y4, at + 8u, x); }
      if (BLOCKS > 5u) { y5 = meet(y5, at + 10u, x); }
      if (BLOCKS > 6u) { y6 = meet(y6, at + 12u, x); }
      if (BLOCKS > 7u) { y7 = meet(y7, at + 14u, x); }
      if (chunk + k == limit) {
        // Outputs to be discarded wrap to large numbers.
        let n = m - params.discarded;
        if (n < end) { output[row + n] = firstOf(vec2f(y0.a.re.x, y0.a.im.x)); }
        m++;
        limit += params.down / params.up;
        rest += params.down % params.up;
        if (rest >= params.up) {
          rest -= params.up;
          limit++;
        }
        y0 = movedEight(y0, y1);
        if (BLOCKS > 1u) { y1 = movedEight(y1, y2); }
        if (BLOCKS > 2u) { y2 = movedEight(y2, y3); }
        if (BLOCKS > 3u) { y3 = movedEight(y3, y4); }
        if (BLOCKS > 4u) { y4 = movedEight(y4, y5); }
        if (BLOCKS > 5u) { y5 = movedEight(y5, y6); }
        if (BLOCKS > 6u) { y6 = movedEight(y6, y7); }
        if (BLOCKS > 7u) { y7 = movedEight(y7, Eight()); }
      }
    }
  }
}
