// Segments of a signal that end in a page, y[s][n] = x[end(s) − LENGTH + n], as complex samples. Samples before the page
// are the last LENGTH of earlier pages. One invocation per sample.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // samples per segment
override REALS: u32;  // numbers per sample: 1 for real, 2 for complex ones
struct Params { segments: u32, }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> history: array<f32>;
@group(0) @binding(2) var<storage, read> ends: array<u32>; // per segment: page samples up to its end
@group(0) @binding(3) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let i = (group.y * groups.x + group.x) * GROUP + local;
  if (i >= params.segments * LENGTH) { return; }
  let place = ends[i / LENGTH] + i % LENGTH; // counted from LENGTH samples before the page
  var sample: vec2f;
  if (place < LENGTH) {
    sample = vec2f(history[REALS * place], history[REALS * place + REALS - 1u]);
  } else {
    let n = place - LENGTH;
    sample = vec2f(x[REALS * n], x[REALS * n + REALS - 1u]);
  }
  y[i] = select(sample, vec2f(sample.x, 0.0), REALS == 1u);
}
