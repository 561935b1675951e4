// Gain control. It measures: level = (|x|² or |x|, 1). Or it scales by the smoothed values, whose ratio is the mean m:
// y = x·min(reference/√m, maximum), or reference/m for the mean of |x|. One invocation per sample. Needs lib/magnitude.
override GROUP: u32; // invocations per workgroup
override PARTS: u32; // numbers per sample: 1 or 2
override SCALE: bool;
override SQUARES: bool; // |x|² is averaged, not |x|
// start: the mean before the first sample; 0: the first samples give it. maximum: 0 is no limit.
struct Params { length: u32, reference: f32, maximum: f32, start: f32, }
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> level: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;
const LARGEST = 3.4028234e38; // silence, too, has a finite gain

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= params.length) { return; }
  let re = input[PARTS * n];
  let im = select(0.0, input[PARTS * n + PARTS - 1u], PARTS == 2u);
  if (SCALE) {
    let sums = level[n];
    var mean = sums.x / sums.y;
    if (params.start > 0.0) { mean = sums.x + params.start * (1.0 - sums.y); }
    // At least float32's smallest normal number.
    mean = max(mean, 1.17549435e-38);
    if (SQUARES) { mean = sqrt(mean); }
    var gain = min(params.reference / mean, LARGEST);
    if (params.maximum > 0.0) { gain = min(gain, params.maximum); }
    output[PARTS * n] = re * gain;
    if (PARTS == 2u) { output[2u * n + 1u] = im * gain; }
  } else {
    level[n] = vec2f(select(magnitude(vec2f(re, im)), re * re + im * im, SQUARES), 1.0);
  }
}
