// Change of rate by U/D, y[s][m] = Σk h[m·D − k·U]·x[s][k]: between zeros put in and samples left out, each output meets one
// phase of h, every U-th tap.
// One invocation per OUTPUTS neighbouring outputs (a bundle) in each of STRANDS strands, which are signals or equal parts of
// them: a sample that was read serves the whole bundle, and a tap serves all strands. Bundles repeat their phases after `rows`
// of them; response[k][j][row] is the tap by which output j of the bundle meets the sample k before the bundle's newest one,
// zero where it lies before or behind h. A workgroup stages the samples of its bundles.
// Needs lib/fir-page and one of lib/fir-*.
override GROUP: u32;   // invocations per workgroup
override OUTPUTS: u32; // at most 8
override STRANDS: u32; // at most 4
override ROOM: u32;    // numbers in workgroup memory
override STAGED: bool; // or samples are read where they are used
struct Params {
  signals: u32,
  length: u32,
  history: u32,
  outputs: u32,
  up: u32,
  down: u32,
  taps: u32,     // samples that a bundle meets
  rows: u32,
  period: u32,   // inputs of so many bundles
  segments: u32, // strands of a signal
  bundles: u32,  // of a strand, a multiple of `rows`
  tiles: u32,    // workgroups of a strand
  span: u32,     // samples of each strand that a workgroup stages
}
@group(0) @binding(0) var<storage, read> input: array<Sample>;
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<Tap>;
@group(0) @binding(3) var<storage, read_write> output: array<Number>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> staged: array<Number, ROOM>;

// Index of the newest sample that a bundle meets, ⌊m·D/U⌋ of its last output m.
fn newest(bundle: u32) -> u32 {
  let last = bundle % params.rows * OUTPUTS + OUTPUTS - 1u;
  return bundle / params.rows * params.period + last * params.down / params.up;
}

// x[at] of a strand, of which the first input is the index 0; strands that are no more give what nobody writes.
fn strandSample(strand: u32, at: i32) -> Number {
  let begin = strand % params.segments * (params.bundles / params.rows * params.period);
  return number(sampleAt(min(strand / params.segments, params.signals - 1u), i32(begin) + at));
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
  let oldest = i32(newest(first)) - i32(params.taps - 1u);
  if (STAGED) {
    for (var s = 0u; s < STRANDS; s++) {
      for (var t = i; t < params.span; t += GROUP) {
        staged[s * params.span + t] = strandSample(strand + s, oldest + i32(t));
      }
    }
  }
  workgroupBarrier();

  let bundle = first + i;
  var sums = array<Number, 32>();
  var at = i32(newest(bundle)) - oldest;
  var tap = bundle % params.rows;
  for (var k = 0u; k < params.taps; k++) {
    var x: array<Number, 4>;
    for (var s = 0u; s < STRANDS; s++) {
      if (STAGED) { x[s] = staged[s * params.span + u32(at)]; } else { x[s] = strandSample(strand + s, oldest + at); }
    }
    for (var j = 0u; j < OUTPUTS; j++) {
      let h = response[tap];
      for (var s = 0u; s < STRANDS; s++) { sums[4u * j + s] = plus(sums[4u * j + s], h, x[s]); }
      tap += params.rows;
    }
    at--;
  }

  // Through workgroup memory, so that neighbours write to neighbouring places.
  workgroupBarrier();
  for (var j = 0u; j < OUTPUTS; j++) {
    for (var s = 0u; s < STRANDS; s++) { staged[(s * GROUP + i) * OUTPUTS + j] = sums[4u * j + s]; }
  }
  workgroupBarrier();
  for (var s = 0u; s < STRANDS; s++) {
    let signal = (strand + s) / params.segments;
    let begin = ((strand + s) % params.segments * params.bundles + first) * OUTPUTS;
    let end = min(params.outputs, ((strand + s) % params.segments + 1u) * params.bundles * OUTPUTS);
    if (signal >= params.signals) { continue; }
    for (var m = i; m < GROUP * OUTPUTS && begin + m < end; m += GROUP) {
      output[signal * params.outputs + begin + m] = staged[s * GROUP * OUTPUTS + m];
    }
  }
}
