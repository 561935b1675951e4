// Cascade of second-order sections, each y = b₀x + s₁, s₁ ← b₁x − a₁y + s₂, s₂ ← b₂x − a₂y, its output the next one's input.
// One workgroup per tile of RUN·GROUP numbers: each invocation sums up the state that its RUN samples reach from rest, a scan
// makes it the state that the tile reaches so far, other tiles tell where the tile begins, and from there the recursion runs.
// Complex samples are two signals side by side. Needs lib/look-back, lib/affine-scan.
override RUN: u32;    // samples of an invocation, an odd number: then neighbours use different banks of memory
override PASS: u32;   // SINGLE, or one of two passes with iir/state-scan between them
const SINGLE = 0u;    // tiles look back
const REDUCE = 1u;    // what tiles reach from rest, to `aggregates`
const FINISH = 2u;    // all the rest, from `starts`
struct Params {
  tiles: u32, signals: u32,
  length: u32,                  // numbers in a row of the input, STRIDE for a sample
  pitch: u32,                   // states in a row of `starts`: one a signal, or one a tile
  levels: vec4u,
  forward: array<vec4f, 8>,     // b₀, b₁, b₂ of each section
  backward: array<vec4f, 4>,    // −a₁, −a₂ of two sections
  gains: array<vec4f, 252>,     // [sample of a run][quad]: what a sample adds to the state at the end of the run
  steps: array<vec4f, 320>,
}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> powers: array<vec4f>;
@group(0) @binding(2) var<storage, read> starts: array<vec4f>;               // [signal][part][tile][quad]
@group(0) @binding(3) var<storage, read_write> aggregates: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> output: array<f32>;
@group(0) @binding(5) var<storage, read_write> last: array<vec4f>;           // [signal][part][quad]: after the page
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> samples: array<f32, RUN * GROUP>;
var<workgroup> begins: array<vec4f, QUADS * STRIDE>;

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

// The state at the end of a run, from rest.
fn reached(first: u32) -> State {
  var s = State();
  for (var i = 0u; i < RUN; i++) {
    let x = vec4f(samples[first + i * STRIDE]);
    for (var q = 0u; q < QUADS; q++) { s[q] = fma(params.gains[4u * i + q], x, s[q]); }
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
  if (row >= params.signals * params.tiles) { return; }
  let signal = row / params.tiles;
  let own = row % params.tiles;
  let place = invocation / STRIDE;
  let part = invocation % STRIDE;
  let run = place * RUN * STRIDE + part; // its first sample among the tile's numbers
  let channel = signal * STRIDE + part;

  var s: State;   // before this invocation's run, of a tile that begins at rest
  var tile = own; // the own one, or one that has to be done because it did not come in time
  var done = 0u;
  loop {
    for (var i = 0u; i < RUN; i++) {
      let n = (tile * RUN + i) * GROUP + invocation;
      samples[i * GROUP + invocation] = select(0.0, input[signal * params.length + n], n < params.length);
    }
    workgroupBarrier();
    affineScan(invocation, reached(run));
    s = State();
    if (place > 0u) { s = scannedState(invocation - STRIDE); }
    if (place == 0u) {
      let end = scannedState(GROUP - STRIDE + part);
      for (var q = 0u; q < QUADS; q++) {
        ends[q * STRIDE + part] = end[q];
        if (PASS == REDUCE) {
          let at = ((channel * params.tiles + own) * QUADS + q) * 4u;
          for (var r = 0u; r < 4u; r++) { atomicStore(&aggregates[at + r], bitcast<u32>(end[q][r])); }
        }
      }
    }
    if (PASS != SINGLE) { break; }
    let late = lookBack(signal, tile, done, invocation);
    if (late != NONE) {
      tile = late;
    } else if (tile != own) {
      done = tile + 1u;
      tile = own;
    } else {
      break;
    }
  }
  if (PASS == REDUCE) { return; }

  if (place == 0u) {
    var first = State();
    let at = channel * params.pitch + select(0u, own, PASS == FINISH);
    for (var q = 0u; q < QUADS; q++) { first[q] = starts[at * QUADS + q]; }
    if (PASS == SINGLE) { first = begin(own, part, first); }
    for (var q = 0u; q < QUADS; q++) { begins[q * STRIDE + part] = first[q]; }
  }
  workgroupBarrier();
  var first = State();
  for (var q = 0u; q < QUADS; q++) { first[q] = begins[q * STRIDE + part]; }
  s = powersAhead(0u, place, first, s);

  let total = params.length / STRIDE;
  let before = (own * places() + place) * RUN;
  if (before < total && total - before <= RUN) {
    var end = s;
    for (var i = 0u; i < total - before; i++) { end = stepped(samples[run + i * STRIDE], end).s; }
    for (var q = 0u; q < QUADS; q++) { last[channel * QUADS + q] = end[q]; }
  }
  for (var i = 0u; i < RUN; i++) {
    let step = stepped(samples[run + i * STRIDE], s);
    samples[run + i * STRIDE] = step.y;
    s = step.s;
  }
  workgroupBarrier();
  for (var i = 0u; i < RUN; i++) {
    let n = (own * RUN + i) * GROUP + invocation;
    if (n < params.length) { output[signal * params.length + n] = samples[i * GROUP + invocation]; }
  }
}
