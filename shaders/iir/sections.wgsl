// Cascade of second-order sections, each y = b₀x + s₁, s₁ ← b₁x − a₁y + s₂, s₂ ← b₂x − a₂y, its output the next one's input.
// One workgroup per tile of RUN·GROUP numbers, and each invocation RUN samples in a row: it sums up the state that they reach
// from rest, scans over runs and tiles tell where it really begins, and from there the recursion runs. Complex samples are
// two signals side by side. Needs lib/look-back, lib/affine-scan, lib/slices.
struct Params {
  tiles: u32, signals: u32,
  length: u32, // numbers in a row of the input, STRIDE for a sample
  pitch: u32,
  levels: vec4u,
  forward: array<vec4f, 8>,  // b₀, b₁, b₂ of each section
  backward: array<vec4f, 4>, // −a₁, −a₂ of two sections
  gains: array<vec4f, 512>,  // [sample of a run][quad]: what a sample adds to the state at the end of the run
  steps: array<vec4f, 320>,
}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> powers: array<vec4f>;
@group(0) @binding(2) var<storage, read> starts: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> aggregates: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> output: array<f32>;
@group(0) @binding(5) var<storage, read_write> last: array<vec4f>; // [signal][scan][quad]: after the page
@group(0) @binding(6) var<uniform> params: Params;

fn numberAt(signal: u32, n: u32) -> f32 {
  return input[signal * params.length + n];
}

fn reached(signal: u32, tile: u32, invocation: u32) -> State {
  var s = State();
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < RUN; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    for (var i = 0u; i < SLICE; i++) {
      let x = vec4f(samples[ownPlace(invocation, i)]);
      for (var q = 0u; q < QUADS; q++) { s[q] = fma(params.gains[4u * (first + i) + q], x, s[q]); }
    }
    workgroupBarrier();
  }
  return s;
}

struct Step { y: f32, s: State }

fn stepped(x: f32, before: State) -> Step {
  var s = before;
  var y = x;
  for (var q = 0u; q < QUADS; q++) {
    let a = params.backward[q];
    let b = params.forward[2u * q];
    let u = fma(b.x, y, s[q].x);
    s[q].x = fma(a.x, u, fma(b.y, y, s[q].y));
    s[q].y = fma(a.y, u, b.z * y);
    let d = params.forward[2u * q + 1u];
    y = fma(d.x, u, s[q].z);
    s[q].z = fma(a.z, y, fma(d.y, u, s[q].w));
    s[q].w = fma(a.w, y, d.z * u);
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
  if (row >= params.signals * params.tiles) { return; }
  let signal = row / params.tiles;
  let tile = row % params.tiles;
  var s = startOfRun(signal, tile, invocation);
  if (PASS == REDUCE) { return; }

  let total = params.length / STRIDE;
  let left = total - min((tile * places() + invocation / STRIDE) * RUN, total);
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < RUN; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    for (var i = 0u; i < SLICE; i++) {
      let at = ownPlace(invocation, i);
      let step = stepped(samples[at], s);
      samples[at] = step.y;
      s = step.s;
      if (first + i + 1u == left) {
        for (var q = 0u; q < QUADS; q++) { last[(signal * STRIDE + invocation % STRIDE) * QUADS + q] = s[q]; }
      }
    }
    workgroupBarrier();
    for (var i = 0u; i < SLICE; i++) {
      let n = numberOf(tile, first, invocation, i);
      if (n < params.length) { output[signal * params.length + n] = samples[placeOf(invocation, i)]; }
    }
  }
}
