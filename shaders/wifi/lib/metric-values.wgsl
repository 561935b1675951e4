// The output of wifi/acquisition/autocorrelation as the metric itself. Needs its kernel.
alias Stored = f32;

// Writes the metric of a chunk.
fn store(i: u32, chunk: u32, owned: bool, metric: array<f32, OWN>, risen: u32) {
  for (var t = 0u; t < OWN; t++) {
    if (owned && OWN * chunk + t < params.length) { output[OWN * chunk + t] = metric[t]; }
  }
}
