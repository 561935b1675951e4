// The page of flow/history in a buffer.
@group(0) @binding(0) var<storage, read> input: array<u32>;

fn wordAt(i: u32) -> u32 {
  return input[i];
}
