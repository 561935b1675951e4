// The point of each group of bits, the first bit as the most significant one of its label. One invocation per symbol.
// Needs lib/constellation, lib/axis, lib/phasor, lib/angle.
override GROUP: u32; // invocations per workgroup
override BITS: u32;  // per symbol
struct Params { symbols: u32, }
@group(0) @binding(0) var<storage, read> bits: array<u32>;
@group(0) @binding(1) var<storage, read_write> symbols: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= params.symbols) { return; }
  var label = 0u;
  for (var bit = 0u; bit < BITS; bit++) { label = 2u * label + (bits[BITS * n + bit] & 1u); }
  symbols[n] = pointOfLabel(label, BITS);
}
