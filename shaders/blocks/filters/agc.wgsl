// Gain control. It measures: level = (|x|, 1), or (|x|², 1) and, for samples of any size, |x|² in two other units. Or it scales by the
// smoothed values, whose ratio is the mean m: y = x·min(reference/√m, maximum), or reference/m for the mean of |x|.
// One invocation per sample. Needs lib/magnitude.
override GROUP: u32; // invocations per workgroup
override PARTS: u32; // numbers per sample: 1 or 2
override SCALE: bool;
override SQUARES: bool; // |x|² is averaged, not |x|
// start: the level before the first sample; 0: the first samples give it. maximum: 0 is no limit.
struct Params { length: u32, reference: f32, maximum: f32, start: f32, }
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> level: array<vec2f>; // [length]; with squares [2][length]
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;
const LARGEST = 3.4028234e38; // silence, too, has a finite gain
const LEAST = 1.17549435e-38; // float32's smallest normal number
const UNITS = vec3f(5.421010862427522e-20, 1.0, 4.611686018427388e18); // 1 over the units: 2^−64, 1, 2^62
const MOST = 8.507059e37;     // 2^126: a square that is too large for its unit

// |x|² in each unit.
fn squares(size: f32) -> vec3f {
  let parts = min(size * UNITS, vec3f(9.223372e18));
  return min(parts * parts, vec3f(MOST));
}

// The root of the mean square, from the largest unit where it is well above the smallest numbers.
fn rootMean(large: f32, middle: f32, small: f32) -> f32 {
  if (large >= 2.019483917365790e-28) { return sqrt(large) / UNITS.x; }
  if (middle >= 2.117582368135751e-22) { return sqrt(middle); }
  return sqrt(small) / UNITS.z;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= params.length) { return; }
  let re = input[PARTS * n];
  let im = select(0.0, input[PARTS * n + PARTS - 1u], PARTS == 2u);
  if (SCALE) {
    let sums = level[n];
    // With a start the signal had its level for ever; without one the weights count.
    let given = 1.0 - sums.y;
    let weights = select(sums.y, 1.0, params.start > 0.0);
    var mean = 0.0;
    if (SQUARES) {
      let others = level[params.length + n];
      let means = (vec3f(others.x, sums.x, others.y) + given * squares(params.start)) / weights;
      mean = rootMean(means.x, means.y, means.z);
    } else {
      mean = (sums.x + given * params.start) / weights;
    }
    mean = max(mean, LEAST);
    let gain = min(params.reference / mean, LARGEST);
    let isLimited = params.maximum > 0.0 && gain > params.maximum;
    // A gain that is itself too small for a float32 comes in two steps.
    let parts = vec2f(re, im);
    var y = parts * gain;
    if (isLimited) { y = parts * params.maximum; } else if (gain < 1e-30) { y = parts / mean * params.reference; }
    output[PARTS * n] = y.x;
    if (PARTS == 2u) { output[2u * n + 1u] = y.y; }
    return;
  }
  let size = magnitude(vec2f(re, im));
  if (SQUARES) {
    let found = squares(size);
    level[n] = vec2f(found.y, 1.0);
    level[params.length + n] = vec2f(found.x, found.z);
  } else {
    level[n] = vec2f(size, 1.0);
  }
}
