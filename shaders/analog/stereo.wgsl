// Left and right of a stereo multiplex before their low-pass, x[n − D] ± s[n], s = 2·difference·x[n − D]·sin 2θ, from the analytic pilot
// p = −j·|p|·e^{jθ}, D samples late like it: sin 2θ = −Im p²/|p|². A weak pilot, |p| < least, fades to mono.
// One invocation per two samples of what lies side by side, across the ends of signals.
// Needs one of lib/any-pilot and lib/steady-pilot.
override GROUP: u32; // invocations per workgroup
struct Params { length: u32, delay: u32, least: f32, difference: f32, block: u32, }
@group(0) @binding(0) var<storage, read> input: array<f32>;   // [signal][length]
@group(0) @binding(1) var<storage, read> history: array<f32>; // the D samples before the page, [signal][D]
@group(0) @binding(2) var<storage, read> pilot: array<vec4f>; // [signal][length], in pairs
@group(0) @binding(3) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(4) var<uniform> params: Params;

// Sample `at` of them all, D samples late.
fn delayed(at: u32) -> f32 {
  let n = at % params.length;
  if (n < params.delay) { return history[at / params.length * params.delay + n]; }
  return input[at - params.delay];
}

fn sides(at: u32, p: vec2f) -> vec2f {
  let x = delayed(at);
  let sine = -2.0 * p.x * p.y / max(dot(p, p), params.least * params.least);
  return x * (1.0 + vec2f(2.0, -2.0) * (params.difference * steadiness(at) * sine));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i >= arrayLength(&output)) { return; }
  let p = pilot[i];
  output[i] = vec4f(sides(2u * i, p.xy), sides(2u * i + 1u, p.zw));
}
