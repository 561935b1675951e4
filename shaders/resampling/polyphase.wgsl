// Change of rate by U/D: y[s][m] = Σk h[m·D − k·U]·x[s][k]. Each output uses one phase of h, which is every U-th tap.
// One invocation per bundle of four neighbouring outputs in each of STRANDS strands. Strands are signals, or equal parts of
// signals. A sample serves a whole bundle, and taps serve all strands. The phases repeat after `rows` bundles.
// response[k][row] holds the taps of a bundle for the sample k before its newest one, and zeros outside h. A workgroup stages
// the samples of its bundles in twos. The last two are always complete.
// Needs lib/fours, lib/fir-page, one of lib/fir-real and its like, an input and an output as lib/fir-input and lib/fir-output.
override GROUP: u32;        // invocations per workgroup
override STRANDS: u32;      // at most 4
override ROOM: u32;         // sample pairs in workgroup memory
override STAGED: bool;      // or samples are read where they are used
override SAMPLE_PARTS: u32; // 2 of complex samples, 1 of real ones
override TAP_PARTS: u32;
struct Params {
  signals: u32,
  length: u32,
  history: u32,
  outputs: u32,
  up: u32,
  down: u32,
  samplePairs: u32,     // half the number of samples that a bundle uses
  rows: u32,
  period: u32,   // inputs per `rows` bundles, an even number
  segments: u32, // strands per signal
  bundles: u32,  // bundles per strand, a multiple of `rows`
  tiles: u32,    // workgroups per strand
  span: u32,     // sample pairs of each strand that a workgroup stages
}
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<vec4f>; // [k][row][part]
@group(0) @binding(4) var<uniform> params: Params;

const OUTPUTS = 4u; // of a bundle

var<workgroup> staged: array<Two, ROOM>;

// Index of the newest sample that a bundle meets, ⌊m·D/U⌋ of its last output m, or the one behind it: an odd number.
fn newest(bundle: u32) -> u32 {
  let last = bundle % params.rows * OUTPUTS + OUTPUTS - 1u;
  return (bundle / params.rows * params.period + last * params.down / params.up) | 1u;
}

// Strands that are too many read what the last one does, and write nothing.
fn signalOf(strand: u32) -> u32 {
  return min(strand / params.segments, params.signals - 1u);
}

// Index of a strand's first input in its signal.
fn beginOf(strand: u32) -> i32 {
  return i32(strand % params.segments * (params.bundles / params.rows * params.period));
}

fn twoAt(signal: u32, at: i32) -> Two {
  return two(number(sampleAt(signal, at)), number(sampleAt(signal, at + 1)));
}

fn stage(s: u32, strand: u32, oldest: i32, i: u32) {
  let signal = signalOf(strand);
  let begin = beginOf(strand) + oldest;
  if (begin >= 0 && u32(begin) + 2u * params.span <= params.length) {
    let first = signal * params.length + u32(begin);
    for (var t = i; t < params.span; t += GROUP) {
      staged[s * params.span + t] = two(number(pageSample(first + 2u * t)), number(pageSample(first + 2u * t + 1u)));
    }
  } else {
    for (var t = i; t < params.span; t += GROUP) {
      staged[s * params.span + t] = twoAt(signal, begin + i32(2u * t));
    }
  }
}

fn tapsAt(at: u32) -> Four {
  if (TAP_PARTS == 2u) { return Four(response[2u * at], response[2u * at + 1u]); }
  return Four(response[at], vec4f());
}

// Taps h meet the newer sample, taps g the older one.
fn meet(y: Four, h: Four, g: Four, x: Two) -> Four {
  return met(met(y, h, parts(newer(x))), g, parts(older(x)));
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let tile = group.y * groups.x + group.x;
  let strand = tile / params.tiles * STRANDS;
  if (strand >= params.signals * params.segments) { return; }
  let first = tile % params.tiles * GROUP;
  let oldest = i32(newest(first)) - i32(2u * params.samplePairs - 1u);
  if (STAGED) {
    for (var s = 0u; s < STRANDS; s++) { stage(s, strand + s, oldest, i); }
  }
  workgroupBarrier();

  let bundle = first + i;
  var at = (newest(bundle) - u32(oldest)) / 2u;
  var tap = bundle % params.rows;
  var y0 = Four();
  var y1 = Four();
  var y2 = Four();
  var y3 = Four();
  for (var k = 0u; k < params.samplePairs; k++) {
    let h = tapsAt(tap);
    let g = tapsAt(tap + params.rows);
    let x0 = twoOf(0u, strand, oldest, at);
    y0 = meet(y0, h, g, x0);
    if (STRANDS > 1u) {
      let x1 = twoOf(1u, strand, oldest, at);
      y1 = meet(y1, h, g, x1);
    }
    if (STRANDS > 2u) {
      let x2 = twoOf(2u, strand, oldest, at);
      y2 = meet(y2, h, g, x2);
    }
    if (STRANDS > 3u) {
      let x3 = twoOf(3u, strand, oldest, at);
      y3 = meet(y3, h, g, x3);
    }
    tap += 2u * params.rows;
    at--;
  }

  // Through workgroup memory, so that neighbours write to neighbouring places.
  workgroupBarrier();
  keep(i, y0);
  if (STRANDS > 1u) { keep(GROUP + i, y1); }
  if (STRANDS > 2u) { keep(2u * GROUP + i, y2); }
  if (STRANDS > 3u) { keep(3u * GROUP + i, y3); }
  workgroupBarrier();
  for (var s = 0u; s < STRANDS; s++) {
    let signal = (strand + s) / params.segments;
    if (signal >= params.signals) { break; }
    let begin = ((strand + s) % params.segments * params.bundles + first) * OUTPUTS;
    let end = min(params.outputs, ((strand + s) % params.segments + 1u) * params.bundles * OUTPUTS);
    let count = min(GROUP * OUTPUTS, end - min(begin, end));
    for (var m = i; m < count; m += GROUP) {
      let t = staged[(s * GROUP * OUTPUTS + m) / 2u];
      putOutput(signal * params.outputs + begin + m, select(newer(t), older(t), m % 2u == 0u));
    }
  }
}

fn twoOf(s: u32, strand: u32, oldest: i32, at: u32) -> Two {
  if (STAGED) { return staged[s * params.span + at]; }
  return twoAt(signalOf(strand + s), beginOf(strand + s) + oldest + i32(2u * at));
}

fn keep(place: u32, y: Four) {
  staged[2u * place] = two(firstOf(vec2f(y.re.x, y.im.x)), firstOf(vec2f(y.re.y, y.im.y)));
  staged[2u * place + 1u] = two(firstOf(vec2f(y.re.z, y.im.z)), firstOf(vec2f(y.re.w, y.im.w)));
}
