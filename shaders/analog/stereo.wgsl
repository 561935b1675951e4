// Left and right of a stereo multiplex before their low-pass, x[n − D] ± s[n], s = 2·x[n − D]·sin 2θ, from the analytic pilot
// p = −j·|p|·e^{jθ}, D samples late like it: sin 2θ = −Im p²/|p|². A weak pilot, |p| < LEAST, fades to mono.
// A workgroup makes a tile of one signal, each invocation SAMPLES of it, GROUP apart; more rounds where a dispatch has fewer
// workgroups.
override GROUP: u32;   // invocations per workgroup
override SAMPLES: u32; // of an invocation
struct Params { signals: u32, length: u32, delay: u32, least: f32, }
@group(0) @binding(0) var<storage, read> input: array<f32>;     // [signal][length]
@group(0) @binding(1) var<storage, read> history: array<f32>;   // the D samples before the page, [signal][D]
@group(0) @binding(2) var<storage, read> pilot: array<vec2f>;   // [signal][length]
@group(0) @binding(3) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let tile = GROUP * SAMPLES;
  for (var signal = group.y; signal < params.signals; signal += groups.y) {
    let row = signal * params.length;
    for (var first = group.x * tile; first < params.length; first += groups.x * tile) {
      for (var i = 0u; i < SAMPLES; i++) {
        let n = first + i * GROUP + local;
        if (n >= params.length) { break; }
        var x: f32;
        if (n < params.delay) { x = history[signal * params.delay + n]; } else { x = input[row + n - params.delay]; }
        let p = pilot[row + n];
        let sine = -2.0 * p.x * p.y / max(dot(p, p), params.least * params.least);
        output[row + n] = x * (1.0 + vec2f(2.0, -2.0) * sine);
      }
    }
  }
}
