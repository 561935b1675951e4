// Conjugate, y[n] = x*[n]; one invocation per two complex numbers.
override GROUP: u32; // invocations per workgroup
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n < arrayLength(&y)) { y[n] = vec4f(x[n].x, -x[n].y, x[n].z, -x[n].w); }
}
