// A recursive filter of order up to 16, which adds samples to its states and steps them as lib/sections,
// lib/complex-sections, lib/one-pole or blocks/lib/agc says.
// One workgroup per tile. Each invocation takes `run` successive numbers of a signal. It finds the state after them from
// rest. Scans over runs and tiles give the true first state, from which the recursion runs. Complex samples are two
// signals, unless they are filtered as a whole.
// Needs one of these, lib/look-back, lib/affine-scan, lib/slices, shaders/lib/finite.
override PARTS: u32;  // numbers of the output that are filtered as a whole: 2 of a complex sample by complex coefficients
override INPUTS: u32; // numbers of the input for them: 1 of a real sample by complex coefficients
override ZERO_NON_FINITE: u32; // 1: what is not finite counts as zero
override PAGE: u32;   // of the steps: A^(samples of a page) − 1, where a tile is a page; 0: pages are longer
struct Params {
  tiles: u32, signals: u32,
  length: u32, // numbers in a row of the output, PARTS · STRIDE for a sample
  run: u32,
  levels: vec4u, widths: vec3u,
  forward: array<vec4f, 8>,  // coefficients of the input,
  backward: array<vec4f, 4>, // and of the states
  gains: array<vec4f, 64>,   // [sample of a slice][quad]: what it adds to the state at the end of the slice
  steps: array<vec4f, 400>,  // of a slice, of the scan, and of the page
}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> powers: array<vec4f>;
@group(0) @binding(2) var<storage, read> before: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> published: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> output: array<f32>;
@group(0) @binding(5) var<storage, read_write> after: array<vec4f>;
@group(0) @binding(6) var<uniform> params: Params;

// As it is tested where it goes to workgroup memory, a number need not have arrived before the slice ahead of it is filtered.
fn counted(x: f32) -> f32 {
  if (ZERO_NON_FINITE == 0u) { return x; }
  return finite(x);
}

// A real sample takes the place of a complex sample's real part.
fn numberAt(signal: u32, n: u32) -> f32 {
  if (INPUTS == PARTS) { return input[signal * params.length + n]; }
  if (n % PARTS >= INPUTS) { return 0.0; }
  return input[(signal * params.length + n) * INPUTS / PARTS];
}

// A real number is a vector whose second component is not used.
fn sampleAt(invocation: u32, i: u32) -> vec2f {
  let re = ownNumber(invocation, i);
  if (PARTS == 1u) { return vec2f(re, 0.0); }
  return vec2f(re, ownNumber(invocation, i + 1u));
}

fn reached(signal: u32, tile: u32, invocation: u32) -> State {
  var s = State();
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < params.run; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    var sum = State();
    for (var i = 0u; i < SLICE; i += PARTS) {
      let x = sampleAt(invocation, i);
      for (var q = 0u; q < QUADS; q++) { sum[q] = withSample(params.gains[4u * i / PARTS + q], x, sum[q]); }
    }
    s = stepsAhead(0u, s, sum);
    workgroupBarrier();
  }
  return s;
}

struct Step { y: vec2f, s: State }

// Keeps the state after the page for the next one. Rounded, the states of many short pages would stop where a page changes them by less
// than half a step of float32. So a short page adds its change, r + (A^n − 1)·s of the state s before it and of r, which it reaches
// from rest. What the sum rounds off stands behind the states of all signals, and counts in the next page.
// Source: D. E. Knuth, The Art of Computer Programming 2, 4.2.2, theorem B.
fn keepState(scan: u32, state: State, reachedFromRest: State) {
  let at = scan * QUADS;
  if (PAGE == 0u) {
    for (var q = 0u; q < QUADS; q++) { after[at + q] = state[q]; }
    return;
  }
  let roundings = params.signals * STRIDE * QUADS;
  var s = State();
  for (var q = 0u; q < QUADS; q++) { s[q] = before[at + q]; }
  let change = stepsAhead(PAGE, s, reachedFromRest);
  for (var q = 0u; q < QUADS; q++) {
    let more = change[q] + before[roundings + at + q];
    let sum = s[q] + more;
    let part = sum - s[q];
    after[at + q] = sum;
    after[roundings + at + q] = (s[q] - (sum - part)) + (more - part);
  }
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = group.y * groups.x + group.x;
  if (TASK != TILE) {
    prepare(row, invocation);
    return;
  }
  if (row >= params.signals * params.tiles) { return; }
  let signal = row / params.tiles;
  let tile = row % params.tiles;
  let start = startOfRun(signal, tile, invocation);
  var s = start.s;
  var fromRest = start.fromRest;

  let total = params.length / STRIDE; // numbers that invocations like this one take of the row
  let left = total - min((tile * places() + invocation / STRIDE) * params.run, total);
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < params.run; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    for (var i = 0u; i < SLICE; i += PARTS) {
      let x = sampleAt(invocation, i);
      let step = stepped(x, s);
      // Only the last run needs it.
      if (PAGE != 0u && left <= params.run) { fromRest = stepped(x, fromRest).s; }
      putOwnNumber(invocation, i, step.y.x);
      if (PARTS == 2u) { putOwnNumber(invocation, i + 1u, step.y.y); }
      s = step.s;
      if (first + i + PARTS == left) {
        keepState(signal * STRIDE + invocation % STRIDE, s, fromRest);
      }
    }
    workgroupBarrier();
    store(signal, tile, first, invocation);
  }
}
