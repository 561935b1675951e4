// The page of flow/history where a function inputAt gives its complex samples.
fn wordAt(i: u32) -> u32 {
  return bitcast<u32>(inputAt(i / 2u)[i % 2u]);
}
