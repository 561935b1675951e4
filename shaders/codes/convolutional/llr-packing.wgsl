// LLRs as integers of four bits: round(LLR/step), at most ±7, two's complement, eight per word from bit 0 on. One invocation per word.
override GROUP: u32; // invocations per workgroup
struct Params {
  words: u32,
  scale: f32, // 1/step
}
@group(0) @binding(0) var<storage, read> llr: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> packed: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

// Four LLRs as the lowest 16 bits. Nothing is known where an LLR is no number.
fn nibbles(values: vec4f) -> u32 {
  let isNumber = (bitcast<vec4u>(values) & vec4u(0x7fffffffu)) <= vec4u(0x7f800000u);
  let levels = clamp(round(params.scale * values), vec4f(-7.0), vec4f(7.0));
  let bits = bitcast<vec4u>(vec4i(select(vec4f(), levels, isNumber))) & vec4u(15u);
  return bits.x | (bits.y << 4u) | (bits.z << 8u) | (bits.w << 12u);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let word = id.y * groups.x * GROUP + id.x;
  if (word >= params.words) { return; }
  packed[word] = nibbles(llr[2u * word]) | (nibbles(llr[2u * word + 1u]) << 16u);
}
