// A buffer for the outputs of a filter's page, [signal][outputs]. Needs one of lib/fir-real and its like.
@group(0) @binding(5) var<storage, read_write> output: array<Number>;

fn putOutput(at: u32, y: Number) {
  output[at] = y;
}
