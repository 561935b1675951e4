// Cascade of second-order sections. The output of a section is the input of the next one:
//   y = b₀x + p, p ← q + (b₁ + σb₀)x − (a₁ + σ)y, q ← σq + (b₀ + σb₁ + b₂)x − (1 + σa₁ + a₂)y.
// This is transposed direct form II with p = s₁. Its other state is q = s₂ + σs₁, σ = ±1. q is small where poles lie near σ,
// and its coefficients keep the digits that define them.
// One workgroup per tile. Each invocation takes `run` successive numbers of a signal. It finds the state after them from
// rest. Scans over runs and tiles give the true first state, from which the recursion runs. Complex samples are two signals.
// Needs lib/look-back, lib/affine-scan, lib/slices.
struct Params {
  tiles: u32, signals: u32,
  length: u32, // numbers in a row of the input, STRIDE for a sample
  run: u32,
  levels: vec4u, widths: vec3u,
  forward: array<vec4f, 8>,  // b₀, b₁ + σb₀, b₀ + σb₁ + b₂, σ of each section
  backward: array<vec4f, 4>, // −a₁ − σ, −1 − σa₁ − a₂ of two sections
  gains: array<vec4f, 32>,   // [number of a slice][quad]: what it adds to the state at the end of the slice
  steps: array<vec4f, 360>,  // of a slice, and of the scan
}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> powers: array<vec4f>;
@group(0) @binding(2) var<storage, read> before: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> published: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> output: array<f32>;
@group(0) @binding(5) var<storage, read_write> after: array<vec4f>;
@group(0) @binding(6) var<uniform> params: Params;

fn numberAt(signal: u32, n: u32) -> f32 {
  return input[signal * params.length + n];
}

fn reached(signal: u32, tile: u32, invocation: u32) -> State {
  var s = State();
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < params.run; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    var sum = State();
    for (var i = 0u; i < SLICE; i++) {
      let x = vec4f(samples[ownPlace(invocation, i)]);
      for (var q = 0u; q < QUADS; q++) { sum[q] = fma(params.gains[4u * i + q], x, sum[q]); }
    }
    s = stepsAhead(0u, s, sum);
    workgroupBarrier();
  }
  return s;
}

struct Step { y: f32, s: State }

fn stepped(x: f32, before: State) -> Step {
  var s = before;
  var y = x;
  for (var k = 0u; k < QUADS; k++) {
    let a = params.backward[k];
    let b = params.forward[2u * k];
    let u = fma(b.x, y, s[k].x);
    s[k].x = fma(a.x, u, fma(b.y, y, s[k].y));
    s[k].y = fma(a.y, u, fma(b.z, y, b.w * s[k].y));
    let d = params.forward[2u * k + 1u];
    y = fma(d.x, u, s[k].z);
    s[k].z = fma(a.z, y, fma(d.y, u, s[k].w));
    s[k].w = fma(a.w, y, fma(d.z, u, d.w * s[k].w));
  }
  return Step(y, s);
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
  var s = startOfRun(signal, tile, invocation);

  let total = params.length / STRIDE;
  let left = total - min((tile * places() + invocation / STRIDE) * params.run, total);
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < params.run; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    for (var i = 0u; i < SLICE; i++) {
      let at = ownPlace(invocation, i);
      let step = stepped(samples[at], s);
      samples[at] = step.y;
      s = step.s;
      if (first + i + 1u == left) {
        for (var q = 0u; q < QUADS; q++) { after[(signal * STRIDE + invocation % STRIDE) * QUADS + q] = s[q]; }
      }
    }
    workgroupBarrier();
    store(signal, tile, first, invocation);
  }
}
