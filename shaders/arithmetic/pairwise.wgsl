// Two signals, z[n] = x[n] ∘ y[n], ∘ one of +, −, ·, /; one invocation per 16 bytes. Needs one of lib/elements-*.
override GROUP: u32;     // invocations per workgroup
override OPERATION: u32; // 0 … 3: +, −, ·, /
@group(0) @binding(0) var<storage, read> x: array<Elements>;
@group(0) @binding(1) var<storage, read> y: array<Elements>;
@group(0) @binding(2) var<storage, read_write> z: array<Elements>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= arrayLength(&z)) { return; }
  switch (OPERATION) {
    case 0u: { z[n] = x[n] + y[n]; }
    case 1u: { z[n] = x[n] - y[n]; }
    case 2u: { z[n] = times(x[n], y[n]); }
    default: { z[n] = over(x[n], y[n]); }
  }
}
