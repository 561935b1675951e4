// Rows of bits, one per word, as rows of words of 32 bits, the first bit lowest. One invocation per word.
override GROUP: u32; // invocations per workgroup
struct Params {
  rows: u32,
  length: u32, // bits per row
}
@group(0) @binding(0) var<storage, read> bits: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  let stride = (params.length + 31u) / 32u;
  let row = n / stride;
  if (row >= params.rows) { return; }
  let first = 32u * (n % stride);
  var word = 0u;
  for (var k = 0u; k < min(32u, params.length - first); k++) {
    word |= (bits[row * params.length + first + k] & 1u) << k;
  }
  words[n] = word;
}
