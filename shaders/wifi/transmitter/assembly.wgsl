// The samples of frames: short and long training, SIGNAL and data, each with its guard interval; neighbours overlap under
// windows that rise and fall as sin². One invocation per sample, frames along y. Needs lib/phasor.
override GROUP: u32;      // invocations per workgroup
override SYMBOLS: u32;    // of data per frame
override TRANSITION: u32; // samples in which a window rises; even
const TRAINING = 160u;    // samples of the short and of the long training
const SYMBOL = 80u;       // samples per symbol
const BINS = 64u;
@group(0) @binding(0) var<storage, read> training: array<vec2f>; // [2][64]
@group(0) @binding(1) var<storage, read> signal: array<vec2f>;   // [64]
@group(0) @binding(2) var<storage, read> periods: array<vec2f>;  // [frame][SYMBOLS][64]
@group(0) @binding(3) var<storage, read_write> samples: array<vec2f>; // [frame][length]

// sin²(π/2 · (½ + t/TRANSITION)) within the slope.
fn ramp(t: i32) -> f32 {
  let x = clamp(0.5 + f32(t) / f32(TRANSITION), 0.0, 1.0);
  return 0.5 - 0.5 * phasor(u32(x * 2147483648.0)).x;
}

fn startOf(segment: i32) -> i32 {
  return i32(TRAINING) * min(segment, 2) + i32(SYMBOL) * max(segment - 2, 0);
}

// Sample n of the frame in segment 0, 1 (training), 2 (SIGNAL), 3 … (data), under its window.
fn contribution(frame: u32, segment: i32, n: i32) -> vec2f {
  if (segment < 0 || segment >= i32(SYMBOLS) + 3) { return vec2f(); }
  let long = segment < 2;
  let t = n - startOf(segment);
  let end = select(i32(SYMBOL), i32(TRAINING), long);
  let at = u32(t - select(16, 32, long) + 128) % BINS;
  var value = vec2f();
  if (long) {
    value = training[u32(segment) * BINS + at];
  } else if (segment == 2) {
    value = signal[at];
  } else {
    value = periods[(frame * SYMBOLS + u32(segment) - 3u) * BINS + at];
  }
  return ramp(t) * ramp(end - t) * value;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let reach = i32(TRANSITION / 2u) - 1; // samples before and after the frame
  let length = u32(startOf(i32(SYMBOLS) + 3) + 2 * reach + 1);
  if (id.x >= length) { return; }
  let n = i32(id.x) - reach;
  let segment = select(2 + (n - 2 * i32(TRAINING)) / i32(SYMBOL), max(n, 0) / i32(TRAINING), n < 2 * i32(TRAINING));
  var sum = contribution(id.y, segment, n);
  if (n - startOf(segment) <= reach) { sum += contribution(id.y, segment - 1, n); }
  if (startOf(segment + 1) - n <= reach) { sum += contribution(id.y, segment + 1, n); }
  samples[id.y * length + id.x] = sum;
}
