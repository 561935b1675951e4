// A number of items at another rate, y = x / DOWN · UP, for a multiple of DOWN. One invocation.
override UP: u32;
override DOWN: u32;
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(1)
fn main() {
  y[0] = x[0] / DOWN * UP;
}
