// The LLR of each bit of received symbols. One invocation per bit. Needs lib/constellation, lib/axis, lib/phasor, lib/angle.
override GROUP: u32; // invocations per workgroup
override BITS: u32;  // per symbol
override EXACT: u32; // 1, or 0 for max-log
struct Params { variance: f32, } // E|noise|²
@group(0) @binding(0) var<storage, read> count: array<u32>; // symbols
@group(0) @binding(1) var<storage, read> symbols: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> llrs: array<f32>;
@group(0) @binding(3) var<storage, read_write> produced: array<u32>; // number of LLRs
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n == 0u) { produced[0] = BITS * count[0]; }
  if (n >= BITS * count[0]) { return; }
  llrs[n] = llrOfPoint(symbols[n / BITS], n % BITS, BITS, params.variance, EXACT == 1u);
}
