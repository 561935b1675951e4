// Quadrature demodulation of FM, y[n] = gain · arg(x[n] · conj(x[n−1])); one invocation per four samples of what lies side by
// side, across the ends of signals. Samples may have any size. Needs lib/angle, lib/complex, lib/power-unit.
override GROUP: u32; // invocations per workgroup
struct Params { length: u32, gain: f32, }
@group(0) @binding(0) var<storage, read> input: array<vec4f>;   // [signal][length], in pairs
@group(0) @binding(1) var<storage, read> history: array<vec2f>; // the sample before the page, [signal]
@group(0) @binding(2) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(3) var<uniform> params: Params;

// The sample before sample `at` of them all, which follows another one in memory.
fn before(at: u32, neighbour: vec2f) -> vec2f {
  if (at % params.length == 0u) { return history[at / params.length]; }
  return neighbour;
}

fn turned(z: vec2f, previous: vec2f) -> f32 { return angle(mulConj(inOwnUnit(z), inOwnUnit(previous))); }

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i >= arrayLength(&output)) { return; }
  let a = input[2u * i];
  let b = input[2u * i + 1u];
  let n = 4u * i;
  output[i] = params.gain * vec4f(
    turned(a.xy, before(n, input[max(2u * i, 1u) - 1u].zw)),
    turned(a.zw, before(n + 1u, a.xy)),
    turned(b.xy, before(n + 2u, a.zw)),
    turned(b.zw, before(n + 3u, b.xy)),
  );
}
