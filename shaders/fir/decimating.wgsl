// FIR filter that keeps every D-th output, y[s][m] = Σk h[k]·x[s][m·D − k].
// One invocation per RUN neighbouring outputs, one workgroup per tile of a signal. Its samples are staged once, neighbours by
// neighbours. Each sample then meets all outputs of the run: `taps` holds theirs for it, and zeros outside of h. All invocations
// read the same taps. The runs lie an odd number of words apart in workgroup memory, so they meet in few banks.
// The order of additions does not depend on an output's place in the page.
// Needs lib/fir-page, one of lib/fir-real and lib/fir-complex, an input and an output as lib/fir-input and lib/fir-output.
override GROUP: u32;        // invocations per workgroup
override RUN: u32;          // 1, 2, 4 or 8
override STEP: u32;         // samples from a run to the next, RUN·D
override WINDOW: u32;       // samples of a run, a multiple of 4
override PADDING: u32;      // words after each STEP samples, 1 where STEP is a multiple of 4, else 0
override SAMPLE_PARTS: u32; // 2 of complex samples, 1 of real ones
struct Params {
  signals: u32,
  length: u32,
  history: u32,
  outputs: u32,
  tiles: u32,  // of a signal
  newest: i32, // the newest sample of a run's last output, from the run's begin
  window: u32, // WINDOW, for a loop that compilers do not unroll
}
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<vec4f>; // [sample of a window][output of a run] in vectors
@group(0) @binding(4) var<uniform> params: Params;

const BATCH = 8u; // numbers that are loaded at once

var<workgroup> taps: array<vec4f, WINDOW * RUN / 4u>; // the response
var<workgroup> staged: array<Number, GROUP * (STEP + PADDING) + WINDOW + WINDOW / STEP>;

// Outputs 0 to 3 of a run, and 4 to 7.
struct Sums { re: vec4f, im: vec4f, moreRe: vec4f, moreIm: vec4f }

fn placeOf(t: u32) -> u32 {
  return t + t / STEP * PADDING;
}

// The samples of a tile, from `oldest` on.
fn stage(signal: u32, oldest: i32, i: u32) {
  let count = (GROUP - 1u) * STEP + WINDOW;
  if (oldest < 0 || u32(oldest) + count > params.length) {
    for (var t = i; t < count; t += GROUP) { staged[placeOf(t)] = number(sampleAt(signal, oldest + i32(t))); }
    return;
  }
  let row = signal * params.length + u32(oldest);
  var t = i;
  for (; t + (BATCH - 1u) * GROUP < count; t += BATCH * GROUP) {
    var x: array<Sample, BATCH>;
    for (var j = 0u; j < BATCH; j++) { x[j] = pageSample(row + t + j * GROUP); }
    for (var j = 0u; j < BATCH; j++) { staged[placeOf(t + j * GROUP)] = number(x[j]); }
  }
  for (; t < count; t += GROUP) { staged[placeOf(t)] = number(pageSample(row + t)); }
}

// y + h·x for four samples from number k of the window on.
fn met(y: Sums, k: u32, a: vec2f, b: vec2f, c: vec2f, d: vec2f) -> Sums {
  var z = y;
  if (RUN == 8u) {
    z.re = withFour(z.re, k * 2u, 2u, a.x, b.x, c.x, d.x);
    z.moreRe = withFour(z.moreRe, k * 2u + 1u, 2u, a.x, b.x, c.x, d.x);
    if (SAMPLE_PARTS == 2u) {
      z.im = withFour(z.im, k * 2u, 2u, a.y, b.y, c.y, d.y);
      z.moreIm = withFour(z.moreIm, k * 2u + 1u, 2u, a.y, b.y, c.y, d.y);
    }
  } else if (RUN == 4u) {
    z.re = withFour(z.re, k, 1u, a.x, b.x, c.x, d.x);
    if (SAMPLE_PARTS == 2u) { z.im = withFour(z.im, k, 1u, a.y, b.y, c.y, d.y); }
  } else if (RUN == 2u) {
    let h = taps[k / 2u];
    let g = taps[k / 2u + 1u];
    z.re = vec4f(withTwo(z.re.xy, h, g, vec4f(a.x, b.x, c.x, d.x)), 0.0, 0.0);
    if (SAMPLE_PARTS == 2u) { z.im = vec4f(withTwo(z.im.xy, h, g, vec4f(a.y, b.y, c.y, d.y)), 0.0, 0.0); }
  } else {
    let h = taps[k / 4u];
    z.re.x = fma(h.w, d.x, fma(h.z, c.x, fma(h.y, b.x, fma(h.x, a.x, z.re.x))));
    if (SAMPLE_PARTS == 2u) { z.im.x = fma(h.w, d.y, fma(h.z, c.y, fma(h.y, b.y, fma(h.x, a.y, z.im.x)))); }
  }
  return z;
}

fn withFour(y: vec4f, at: u32, stride: u32, a: f32, b: f32, c: f32, d: f32) -> vec4f {
  let near = fma(taps[at + stride], vec4f(b), fma(taps[at], vec4f(a), y));
  return fma(taps[at + 3u * stride], vec4f(d), fma(taps[at + 2u * stride], vec4f(c), near));
}

fn withTwo(y: vec2f, h: vec4f, g: vec4f, x: vec4f) -> vec2f {
  return fma(g.zw, x.ww, fma(g.xy, x.zz, fma(h.zw, x.yy, fma(h.xy, x.xx, y))));
}

// Four outputs of a run, as far as it has them.
fn keep(i: u32, first: u32, re: vec4f, im: vec4f) {
  let at = i * (RUN | 1u) + first;
  if (first < RUN) { staged[at] = firstOf(vec2f(re.x, im.x)); }
  if (first + 1u < RUN) { staged[at + 1u] = firstOf(vec2f(re.y, im.y)); }
  if (first + 2u < RUN) { staged[at + 2u] = firstOf(vec2f(re.z, im.z)); }
  if (first + 3u < RUN) { staged[at + 3u] = firstOf(vec2f(re.w, im.w)); }
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let tile = group.y * groups.x + group.x;
  let signal = tile / params.tiles;
  if (signal >= params.signals) { return; }
  let first = tile % params.tiles * (GROUP * RUN);
  for (var t = i; t < WINDOW * RUN / 4u; t += GROUP) { taps[t] = response[t]; }
  stage(signal, i32(first / RUN * STEP) + params.newest - i32(WINDOW - 1u), i);
  workgroupBarrier();

  var y = Sums();
  let begin = i * (STEP + PADDING);
  for (var k = 0u; k < params.window; k += 4u) {
    let at = begin + k + k / STEP * PADDING;
    y = met(y, k, parts(staged[at]), parts(staged[at + 1u]), parts(staged[at + 2u]), parts(staged[at + 3u]));
  }

  // Through workgroup memory, so that neighbours write to neighbouring places.
  workgroupBarrier();
  keep(i, 0u, y.re, y.im);
  keep(i, 4u, y.moreRe, y.moreIm);
  workgroupBarrier();
  for (var r = 0u; r < RUN; r++) {
    let m = r * GROUP + i;
    if (first + m < params.outputs) {
      putOutput(signal * params.outputs + first + m, staged[m / RUN * (RUN | 1u) + m % RUN]);
    }
  }
}
