// Copies items at another rate, y[m] = x[⌊(m·DOWN + OFFSET)/UP⌋]; one invocation per word of y.
override GROUP: u32; // invocations per workgroup
override UP: u32;
override DOWN: u32;
override OFFSET: u32;
override WORDS: u32; // per item
struct Params { length: u32, } // words of y
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i >= params.length) { return; }
  y[i] = x[(i / WORDS * DOWN + OFFSET) / UP * WORDS + i % WORDS];
}
