// Gain control for iir/tiled. The states are means of one pole: of |x|² in three units, so that samples may have any size, or of
// |x|; and of 1, the weight that a signal without a past has so far. Their ratio is the mean m, and y = x·min(reference/√m, maximum),
// or reference/m for the mean of |x|. QUADS = 1.
// params.forward[0]: the weight of the newest sample; the reference; the maximum, 0 for none; the level before the first sample, 0
// if the first samples give it. params.backward[0].xz: the pole, and what float32 leaves of it.
// Needs lib/magnitude and a constant SQUARES: |x|² is averaged, not |x|.
const LARGEST = 3.4028234e38; // silence, too, has a finite gain
const LEAST = 1.17549435e-38; // float32's smallest normal number
const UNITS = vec3f(5.421010862427522e-20, 1.0, 4.611686018427388e18); // 1 over the units: 2^−64, 1, 2^62
const MOST = 8.507059e37;     // 2^126: a square that is too large for its unit
const LOUDEST = 3.4028e38;    // means of it are finite, however they round

// |x|² in each unit.
fn squares(x: vec2f) -> vec3f {
  let re = min(abs(x.x) * UNITS, vec3f(9.223372e18));
  let im = min(abs(x.y) * UNITS, vec3f(9.223372e18));
  return min(re * re + im * im, vec3f(MOST));
}

fn level(x: vec2f) -> vec4f {
  if (SQUARES) { return vec4f(squares(x), 1.0); }
  return vec4f(0.0, min(magnitude(x), LOUDEST), 0.0, 1.0);
}

// The root of the mean square, from the largest unit where it is well above the smallest numbers.
fn rootMean(sums: vec3f, weight: f32) -> f32 {
  if (sums.x >= weight * 2.019483917365790e-28) { return sqrt(sums.x / weight) / UNITS.x; }
  if (sums.y >= weight * 2.117582368135751e-22) { return sqrt(sums.y / weight); }
  return sqrt(sums.z / weight) / UNITS.z;
}

fn scaled(x: vec2f, sums: vec4f) -> vec2f {
  let reference = params.forward[0].y;
  let maximum = params.forward[0].z;
  let start = params.forward[0].w;
  // With a start the signal had its level for ever; without one the weights count.
  let given = 1.0 - sums.w;
  let weight = select(sums.w, 1.0, start > 0.0);
  let total = sums.xyz + given * level(vec2f(start, 0.0)).xyz;
  var mean = total.y / weight;
  if (SQUARES) { mean = rootMean(total, weight); }
  mean = max(mean, LEAST);
  let gain = min(reference / mean, LARGEST);
  if (maximum > 0.0 && gain > maximum) { return x * maximum; }
  // A gain that is itself too small for a float32 comes in two steps.
  if (gain < 1e-30) { return x / mean * reference; }
  return x * gain;
}

fn withSample(gain: vec4f, x: vec2f, sum: vec4f) -> vec4f {
  return sum + gain * level(x);
}

fn stepped(x: vec2f, before: State) -> Step {
  let p = params.backward[0];
  var s = State();
  s[0] = p.x * before[0] + (p.z * before[0] + params.forward[0].x * level(x));
  return Step(scaled(x, s[0]), s);
}
