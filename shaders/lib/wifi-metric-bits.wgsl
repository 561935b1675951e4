// The output of wifi/acquisition/autocorrelation as one bit per sample: 1 above the threshold. Needs its kernel.
override THRESHOLD: f32;
alias Stored = u32;

var<workgroup> octets: array<u32, GROUP>;

// Writes the metric of a chunk. Uniform control flow only.
fn store(i: u32, chunk: u32, owned: bool, metric: array<f32, OWN>) {
  var octet = 0u;
  for (var t = 0u; t < OWN; t++) { octet |= select(0u, 1u << t, metric[t] > THRESHOLD); }
  octets[i] = octet;
  workgroupBarrier();
  let word = chunk / 4u;
  if (owned && i % 4u == 0u && 32u * word < params.length) {
    output[word] = octets[i] | (octets[i + 1u] << 8u) | (octets[i + 2u] << 16u) | (octets[i + 3u] << 24u);
  }
}
