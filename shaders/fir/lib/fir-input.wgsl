// The samples of a filter's page in a buffer, [signal][length]. Needs one of lib/fir-real and its like.
@group(0) @binding(0) var<storage, read> input: array<Sample>;

fn inputAt(at: u32) -> Sample {
  return input[at];
}
