// Sums of the multiplex over blocks of K samples, Σ w[k]·x[k], with weights that shift the pilot to frequency 0. One workgroup per
// block that ends in the page; the block may begin before it.
override GROUP: u32; // invocations per workgroup, a power of 2
struct Params { length: u32, block: u32, most: u32, }
@group(0) @binding(0) var<storage, read> input: array<f32>;    // [signal][length]
@group(0) @binding(1) var<storage, read> history: array<f32>;  // the K samples before the page, [signal][K]
@group(0) @binding(2) var<storage, read> weights: array<vec2f>; // [K]
@group(0) @binding(3) var<storage, read> position: array<u32>; // of steady-pilot.wgsl; the last number: samples of the first block before the page
@group(0) @binding(4) var<storage, read_write> sums: array<vec2f>; // [signal][most]
@group(0) @binding(5) var<uniform> params: Params;

var<workgroup> parts: array<vec2f, GROUP>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let job = group.y * groups.x + group.x;
  let ending = job % params.most;
  let signal = job / params.most;
  if (job >= arrayLength(&sums) || ending >= (position[2] + params.length) / params.block) { return; }
  var sum = vec2f();
  for (var k = local; k < params.block; k += GROUP) {
    // Counted from K samples before the page.
    let at = params.block + ending * params.block + k - position[2];
    var x = 0.0;
    if (at < params.block) { x = history[signal * params.block + at]; }
    else { x = input[signal * params.length + at - params.block]; }
    sum += x * weights[k];
  }
  parts[local] = sum;
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (local < half) { parts[local] += parts[local + half]; }
  }
  if (local == 0u) { sums[job] = parts[0]; }
}
