// Four samples of a filter's page with rows of any length. Needs an input as lib/fir-input, and the function four of its kernel.
fn fourInputs(at: u32) -> Four {
  return four(inputAt(at), inputAt(at + 1u), inputAt(at + 2u), inputAt(at + 3u));
}
