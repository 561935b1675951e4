// Windowed segments of a signal that end in a page, as complex samples: y[s][n] = w[n]·x[end(s) − LENGTH + n]/2^e. Two tasks: the
// largest sample of them all; and the segments, divided by the power of two below it, so that no power overflows or underflows.
// Or both at once, for at most LOADS · GROUP samples: each workgroup looks at all of them.
// Samples before the page are the last LENGTH of earlier pages. While the signal is shorter than a segment, the window is as long
// as the signal. A window has the mean 1 over LENGTH. What is no finite number counts as zero. One invocation per sample.
// Needs lib/cosine-window, lib/phasor.
override GROUP: u32;  // invocations per workgroup
override TASK: u32;   // in this order
override LENGTH: u32; // samples per segment
override REALS: u32;  // numbers per sample: 1 for real, 2 for complex ones
override LOADS: u32;  // samples that an invocation looks at for the largest one
const PEAK = 0u;
const BOTH = 2u;
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

// Both buffers are read, so that no branch comes between the reads of several samples.
fn sampleAt(place: u32) -> vec2f {
  let h = REALS * min(place, LENGTH - 1u);
  let n = REALS * (max(place, LENGTH) - LENGTH);
  let old = vec2f(history[h], history[h + REALS - 1u]);
  return select(vec2f(x[n], x[n + REALS - 1u]), old, place < LENGTH);
}

struct Sample {
  value: vec2f,  // 0 before the signal, and for what is no finite number
  largest: u32,  // pattern of the larger part
  isFinite: bool,
  k: u32,        // point of the window
  length: u32,   // of the window
}

// Sample i of the segments.
fn sampleOf(i: u32) -> Sample {
  let end = endOf(i / LENGTH);
  let length = min(LENGTH, params.before + end);
  let n = i % LENGTH;
  let first = LENGTH - length;
  var sample = sampleAt(end + n);
  if (n < first) { sample = vec2f(); }
  if (REALS == 1u) { sample.y = 0.0; }
  let patterns = bitcast<vec2u>(sample) & vec2u(0x7fffffffu);
  let isFinite = all(patterns < vec2u(0x7f800000u));
  let largest = select(0u, max(patterns.x, patterns.y), isFinite);
  return Sample(select(vec2f(), sample, isFinite), largest, isFinite, n - min(n, first), length);
}

// Point k of a window of N points, which has the mean 1 over LENGTH.
fn weight(k: u32, N: u32) -> f32 {
  if (N == LENGTH) { return cosineWindow(k, params.turn, params.rest, params.first, params.others) / params.first; }
  if (N <= 1u) { return f32(LENGTH); }
  let turn = 0xffffffffu / N;
  let rest = f32(0xffffffffu - turn * N + 1u) / f32(N);
  // The cosines of whole turns per point have a mean, too.
  var mean = params.first;
  for (var m = N; m <= 4u; m += N) { mean += params.others[m - 1u]; }
  return cosineWindow(k, turn, rest, params.first, params.others) / mean * f32(LENGTH) / f32(N);
}

var<workgroup> most: atomic<u32>; // the larger part's pattern; whether a sample is not finite
var<workgroup> others: atomic<u32>;

// The largest pattern of all samples. Uniform control flow only.
fn largestOfAll(local: u32, isFirst: bool) -> u32 {
  let count = params.segments * LENGTH;
  var largest = 0u;
  var isFinite = true;
  for (var k = 0u; k < LOADS; k++) {
    let found = sampleOf(min(local + k * GROUP, count - 1u));
    largest = max(largest, found.largest);
    isFinite = isFinite && found.isFinite;
  }
  atomicMax(&most, largest);
  if (!isFinite) { atomicStore(&others, 1u); }
  workgroupBarrier();
  if (isFirst) {
    atomicStore(&peak[0], atomicLoad(&most));
    atomicStore(&peak[1], atomicLoad(&others));
  }
  return atomicLoad(&most);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let i = (group.y * groups.x + group.x) * GROUP + local;
  var largest = 0u;
  if (TASK == BOTH) { largest = largestOfAll(local, i == 0u); }
  if (i >= params.segments * LENGTH) { return; }
  let sample = sampleOf(i);
  if (TASK == PEAK) {
    if (!sample.isFinite) { atomicStore(&peak[1], 1u); }
    // Few samples change it.
    if (sample.largest > atomicLoad(&peak[0])) { atomicMax(&peak[0], sample.largest); }
    return;
  }
  if (TASK != BOTH) { largest = atomicLoad(&peak[0]); }
  let exponent = i32(largest >> 23u) - 127i;
  var scale = 1.0;
  if (abs(exponent) > PLAIN) { scale = bitcast<f32>(u32(127i - min(exponent, 126i)) << 23u); }
  y[i] = weight(sample.k, sample.length) * (scale * sample.value);
}
