// A signal and a constant, y[n] = x[n] + c or x[n]·c; one invocation per 16 bytes. Needs one of lib/elements-*.
override GROUP: u32;     // invocations per workgroup
override MULTIPLY: bool; // else add
struct Params { constant: Elements, }
@group(0) @binding(0) var<storage, read> x: array<Elements>;
@group(0) @binding(1) var<storage, read_write> y: array<Elements>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= arrayLength(&y)) { return; }
  if (MULTIPLY) { y[n] = times(x[n], params.constant); } else { y[n] = x[n] + params.constant; }
}
