// Composite filters, h[f] = c[f] ∗ d, in rows of LENGTH padded with zeros (lib/filters); one invocation per tap, one row of
// workgroups per filter.
// Needs lib/filters.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // taps in a row of output
struct Params { first: u32, } // filter of the first row
@group(0) @binding(0) var<storage, read> filters: array<vec2f>;
@group(0) @binding(1) var<storage, read> second: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < LENGTH) { output[id.y * LENGTH + id.x] = tapAt(params.first + id.y, id.x); }
}
