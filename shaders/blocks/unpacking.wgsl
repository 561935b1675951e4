// Bits of rows of words, one per word: of each period of bits those at `places`. One invocation per bit.
override GROUP: u32;  // invocations per workgroup
override PERIOD: u32;
override KEPT: u32;   // places per period
struct Params {
  rows: u32,
  length: u32, // kept bits per row
  stride: u32, // words per row
}
@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
@group(0) @binding(2) var<storage, read_write> bits: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  let row = n / params.length;
  if (row >= params.rows) { return; }
  let kept = n % params.length;
  let place = kept / KEPT * PERIOD + places[kept % KEPT];
  bits[n] = (words[row * params.stride + place / 32u] >> (place % 32u)) & 1u;
}
