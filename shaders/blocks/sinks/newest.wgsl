// The last items of a page, y[i] = x[count − kept + i] with kept = min(count, KEEP); one invocation per 32-bit word.
override GROUP: u32; // invocations per workgroup
override KEEP: u32;  // items
override WORDS: u32; // 32-bit words per item
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read> count: array<u32>; // one number: items in the page
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let kept = min(count[0], KEEP) * WORDS;
  if (id.x >= kept) { return; }
  y[id.x] = x[count[0] * WORDS - kept + id.x];
}
