// Magnitude to a natural power, y[n] = |x[n]|^P, by squaring; one invocation per 16 bytes of y. Needs one of lib/elements-*.
override GROUP: u32; // invocations per workgroup
override POWER: u32; // P ≥ 1
@group(0) @binding(0) var<storage, read> x: array<Elements>;
@group(0) @binding(1) var<storage, read_write> y: array<Elements>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= arrayLength(&y)) { return; }
  let a = x[MAGNITUDE_INPUTS * n];
  let b = x[MAGNITUDE_INPUTS * n + MAGNITUDE_INPUTS - 1u];
  // Pairs of factors need no square root.
  var power = Elements(1);
  if (POWER % 2u == 1u) { power = magnitudes(a, b); }
  var factor = squares(a, b);
  for (var pairs = POWER / 2u; pairs > 0u; pairs >>= 1u) {
    if (pairs % 2u == 1u) { power *= factor; }
    factor *= factor;
  }
  y[n] = power;
}
