// Cascade of second-order sections with complex coefficients. Each is two sections of the first order, H = f + rz⁻¹/(1 − pz⁻¹):
//   y = fx + s, s ← rx + ps.
// Each pole is stored alone, so rounding moves it by one float32 step, even if the other pole lies near.
// One workgroup per tile. Each invocation takes `run` successive numbers of a signal, two per sample. A quad of the state
// holds the two states of a section.
// Needs lib/look-back, lib/affine-scan, lib/slices, lib/complex.
struct Params {
  tiles: u32, signals: u32,
  length: u32, // numbers in a row of the input
  run: u32,
  levels: vec4u, widths: vec3u,
  forward: array<vec4f, 8>,  // f, r of each part
  poles: array<vec4f, 4>,    // p of both parts of each section
  gains: array<vec4f, 32>,   // [sample of a slice][quad]: what a sample of 1 adds to the state at the end of the slice
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

fn sampleAt(invocation: u32, i: u32) -> vec2f {
  return vec2f(samples[ownPlace(invocation, i)], samples[ownPlace(invocation, i + 1u)]);
}

fn reached(signal: u32, tile: u32, invocation: u32) -> State {
  var s = State();
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < params.run; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    var sum = State();
    for (var i = 0u; i < SLICE; i += 2u) {
      let x = sampleAt(invocation, i);
      for (var q = 0u; q < QUADS; q++) {
        let gain = params.gains[2u * i + q];
        sum[q] += vec4f(mul(gain.xy, x), mul(gain.zw, x));
      }
    }
    s = stepsAhead(0u, s, sum);
    workgroupBarrier();
  }
  return s;
}

struct Step { y: vec2f, s: State }

fn stepped(x: vec2f, before: State) -> Step {
  var s = before;
  var y = x;
  for (var k = 0u; k < QUADS; k++) {
    let first = params.forward[2u * k];
    let second = params.forward[2u * k + 1u];
    let poles = params.poles[k];
    let u = mul(first.xy, y) + s[k].xy;
    let v = mul(second.xy, u) + s[k].zw;
    s[k] = vec4f(mul(first.zw, y) + mul(poles.xy, s[k].xy), mul(second.zw, u) + mul(poles.zw, s[k].zw));
    y = v;
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

  let left = params.length - min((tile * places() + invocation) * params.run, params.length);
  var slice = fetch(signal, tile, 0u, invocation);
  for (var first = 0u; first < params.run; first += SLICE) {
    spill(invocation, slice);
    slice = fetch(signal, tile, first + SLICE, invocation);
    workgroupBarrier();
    for (var i = 0u; i < SLICE; i += 2u) {
      let step = stepped(sampleAt(invocation, i), s);
      samples[ownPlace(invocation, i)] = step.y.x;
      samples[ownPlace(invocation, i + 1u)] = step.y.y;
      s = step.s;
      if (first + i + 2u == left) {
        for (var q = 0u; q < QUADS; q++) { after[signal * QUADS + q] = s[q]; }
      }
    }
    workgroupBarrier();
    store(signal, tile, first, invocation);
  }
}
