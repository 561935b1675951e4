// Powers of bins as whole steps: q[i] = ⌊STEPS·(p[i] + offset) + 1/2⌋, in dB, as int16, two in a word. One invocation per word.
override STEPS: f32; // per dB
override GROUP: u32;
struct Params {
  words: u32,
  offset: f32, // dB
}
@group(0) @binding(0) var<storage, read> decibels: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> steps: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.words) { return; }
  let pair = vec2i(floor(STEPS * (decibels[id.x] + params.offset) + 0.5));
  steps[id.x] = (u32(pair.x) & 0xffffu) | (u32(pair.y) << 16u);
}
