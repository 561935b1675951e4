// One pole, y[n] = a·x[n] + p·y[n−1]: a prefix sum over the samples, weighted with powers of p.
// One workgroup per tile. Each invocation takes `run` successive numbers. The state is y: one number, or two for a complex
// pole. A real pole treats complex samples as two signals.
// Needs lib/look-back, lib/affine-scan with QUADS = 1, lib/slices, lib/complex.
override WIDTH: u32;  // numbers in a state
override INPUTS: u32; // numbers of a sample of the input for a state's
struct Params {
  tiles: u32, signals: u32,
  length: u32, // numbers in a row of the output, WIDTH · STRIDE for a sample
  pole: vec2f, rest: vec2f, // p and what float32 leaves of it
  gain: vec2f,              // a
  run: u32,
  levels: vec4u, widths: vec3u,
  gains: array<vec4f, 32>,   // [sample of a slice][4]: a·p^(samples of it that follow)
  steps: array<vec4f, 360>,  // of a slice, and of the scan
}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> powers: array<vec4f>;
@group(0) @binding(2) var<storage, read> before: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> published: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> output: array<f32>;
@group(0) @binding(5) var<storage, read_write> after: array<vec4f>;
@group(0) @binding(6) var<uniform> params: Params;

// A real sample takes the place of a complex sample's real part.
fn numberAt(signal: u32, n: u32) -> f32 {
  if (n % WIDTH >= INPUTS) { return 0.0; }
  return input[(signal * params.length + n) * INPUTS / WIDTH];
}

fn sampleAt(invocation: u32, i: u32) -> vec2f {
  let re = samples[ownPlace(invocation, i)];
  if (WIDTH == 1u) { return vec2f(re, 0.0); }
  return vec2f(re, samples[ownPlace(invocation, i + 1u)]);
}

// Of real numbers where there is one to a state.
fn weighed(a: vec2f, x: vec2f) -> vec2f {
  if (WIDTH == 1u) { return vec2f(a.x * x.x, 0.0); }
  return mul(a, x);
}

fn reached(signal: u32, tile: u32, invocation: u32) -> State {
  var s = State();
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < params.run; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    var sum = vec2f();
    for (var i = 0u; i < SLICE; i += WIDTH) {
      sum += weighed(params.gains[4u * i / WIDTH].xy, sampleAt(invocation, i));
    }
    var u = State();
    u[0] = vec4f(sum, 0.0, 0.0);
    s = stepsAhead(0u, s, u);
    workgroupBarrier();
  }
  return s;
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
  var y = startOfRun(signal, tile, invocation)[0].xy;

  let total = params.length / STRIDE; // numbers that invocations like this one take of the row
  let left = total - min((tile * places() + invocation / STRIDE) * params.run, total);
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < params.run; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    for (var i = 0u; i < SLICE; i += WIDTH) {
      y = weighed(params.pole, y) + (weighed(params.rest, y) + weighed(params.gain, sampleAt(invocation, i)));
      samples[ownPlace(invocation, i)] = y.x;
      if (WIDTH == 2u) { samples[ownPlace(invocation, i + 1u)] = y.y; }
      if (first + i + WIDTH == left) { after[signal * STRIDE + invocation % STRIDE] = vec4f(y, 0.0, 0.0); }
    }
    workgroupBarrier();
    store(signal, tile, first, invocation);
  }
}
