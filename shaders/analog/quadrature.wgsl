// Quadrature demodulation of FM, y[n] = gain · arg(x[n] · conj(x[n−1])). A workgroup makes a tile of one signal, each
// invocation SAMPLES of it, GROUP apart; more rounds where a dispatch has fewer workgroups. Needs lib/angle, lib/complex.
override GROUP: u32;   // invocations per workgroup
override SAMPLES: u32; // of an invocation
struct Params { signals: u32, length: u32, gain: f32, }
@group(0) @binding(0) var<storage, read> input: array<vec2f>;   // [signal][length]
@group(0) @binding(1) var<storage, read> history: array<vec2f>; // the sample before the page, [signal]
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

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
        var before: vec2f;
        if (n == 0u) { before = history[signal]; } else { before = input[row + n - 1u]; }
        output[row + n] = params.gain * angle(mulConj(input[row + n], before));
      }
    }
  }
}
