// Windowed segments of a signal that end in a page, as complex samples: y[s][n] = w[n]·x[end(s) − LENGTH + n]/2^e. Two tasks: the
// largest sample of them all; and the segments, divided by the power of two below it, so that no power overflows or underflows.
// Samples before the page are the last LENGTH of earlier pages. While the signal is shorter than a segment, the window is as long
// as the signal. A window has the mean 1 over LENGTH. What is no finite number counts as zero. One invocation per sample.
// Needs lib/cosine-window, lib/phasor.
override GROUP: u32;  // invocations per workgroup
override TASK: u32;   // in this order
override LENGTH: u32; // samples per segment
override REALS: u32;  // numbers per sample: 1 for real, 2 for complex ones
const PEAK = 0u;
const PLAIN = 40i;    // samples from 2^−40 to 2^40 stay as they are
struct Params {
  segments: u32,
  before: u32,   // samples of the signal before the page, at most LENGTH
  turn: u32,     // 2^32/LENGTH, and its rest
  rest: f32,
  first: f32,    // a0 of the window, and the others with their signs
  others: vec4f,
}
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> history: array<f32>;
@group(0) @binding(2) var<storage, read> ends: array<u32>; // per segment: page samples up to its end; the last one is the page's
@group(0) @binding(3) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(4) var<storage, read_write> peak: array<atomic<u32>>; // the largest part's pattern; whether one is not finite
@group(0) @binding(5) var<uniform> params: Params;

// A segment that would begin before the signal ends later instead, if the page is long enough.
fn endOf(segment: u32) -> u32 {
  let least = min(LENGTH - params.before, ends[params.segments - 1u]);
  return max(ends[segment], least);
}

fn sampleAt(place: u32) -> vec2f {
  if (place < LENGTH) { return vec2f(history[REALS * place], history[REALS * place + REALS - 1u]); }
  let n = place - LENGTH;
  return vec2f(x[REALS * n], x[REALS * n + REALS - 1u]);
}

// Point k of a window of N points, which has the mean 1 over LENGTH.
fn weight(k: u32, N: u32) -> f32 {
  if (N == LENGTH) { return cosineWindow(k, params.turn, params.rest, params.first, params.others) / params.first; }
  if (N == 1u) { return f32(LENGTH); }
  let turn = 0xffffffffu / N;
  let rest = f32(0xffffffffu - turn * N + 1u) / f32(N);
  // The cosines of whole turns per point have a mean, too.
  var mean = params.first;
  for (var m = N; m <= 4u; m += N) { mean += params.others[m - 1u]; }
  return cosineWindow(k, turn, rest, params.first, params.others) / mean * f32(LENGTH) / f32(N);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let i = (group.y * groups.x + group.x) * GROUP + local;
  if (i >= params.segments * LENGTH) { return; }
  let end = endOf(i / LENGTH);
  let length = min(LENGTH, params.before + end);
  let n = i % LENGTH;
  var sample = vec2f();
  if (n >= LENGTH - length) { sample = sampleAt(end + n); }
  if (REALS == 1u) { sample.y = 0.0; }
  let patterns = bitcast<vec2u>(sample) & vec2u(0x7fffffffu);
  let isFinite = all(patterns < vec2u(0x7f800000u));
  if (TASK == PEAK) {
    if (!isFinite) { atomicStore(&peak[1], 1u); }
    let largest = select(0u, max(patterns.x, patterns.y), isFinite);
    // Few samples change it.
    if (largest > atomicLoad(&peak[0])) { atomicMax(&peak[0], largest); }
    return;
  }
  let exponent = i32(atomicLoad(&peak[0]) >> 23u) - 127i;
  var scale = 1.0;
  if (abs(exponent) > PLAIN) { scale = bitcast<f32>(u32(127i - min(exponent, 126i)) << 23u); }
  let value = scale * select(vec2f(), sample, isFinite);
  if (n >= LENGTH - length) { y[i] = weight(n - (LENGTH - length), length) * value; } else { y[i] = vec2f(); }
}
