// Four samples of a filter's page with rows of any length. Needs an input as lib/fir-input, and the function four of its kernel.
fn fourInputs(at: u32) -> Four {
  return four(pageSample(at), pageSample(at + 1u), pageSample(at + 2u), pageSample(at + 3u));
}
