// Gain control. It squares: power = (|x|², 1). Or it scales by the smoothed power and the smoothed ones, whose ratio is
// the mean power: y = x·min(reference/√mean, maximum). One invocation per sample.
override GROUP: u32; // invocations per workgroup
override PARTS: u32; // numbers per sample: 1 or 2
override SCALE: bool;
struct Params { length: u32, reference: f32, maximum: f32, }
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> power: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= params.length) { return; }
  let re = input[PARTS * n];
  let im = select(0.0, input[PARTS * n + PARTS - 1u], PARTS == 2u);
  if (SCALE) {
    let sums = power[n];
    // At least float32's smallest normal number: silence takes the largest gain.
    let gain = min(params.reference * sqrt(sums.y / max(sums.x, 1.17549435e-38)), params.maximum);
    output[PARTS * n] = re * gain;
    if (PARTS == 2u) { output[2u * n + 1u] = im * gain; }
  } else {
    power[n] = vec2f(re * re + im * im, 1.0);
  }
}
