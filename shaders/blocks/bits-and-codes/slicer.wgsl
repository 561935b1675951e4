// The bits of each symbol's nearest point, the first bit of a label first. One invocation per symbol.
// Needs lib/constellation, lib/axis, lib/phasor, lib/angle.
override GROUP: u32; // invocations per workgroup
override BITS: u32;  // per symbol
@group(0) @binding(0) var<storage, read> count: array<u32>; // symbols
@group(0) @binding(1) var<storage, read> symbols: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> bits: array<u32>;
@group(0) @binding(3) var<storage, read_write> produced: array<u32>; // number of bits

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n == 0u) { produced[0] = BITS * count[0]; }
  if (n >= count[0]) { return; }
  let label = labelOfPoint(symbols[n], BITS);
  for (var bit = 0u; bit < BITS; bit++) { bits[BITS * n + bit] = (label >> (BITS - 1u - bit)) & 1u; }
}
