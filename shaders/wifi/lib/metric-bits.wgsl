// The output of wifi/acquisition/autocorrelation as two bits per sample: above the threshold, and that where the energy has risen.
// Needs its kernel.
override THRESHOLD: f32;
alias Stored = u32;

var<workgroup> octets: array<vec2u, GROUP>;

// Writes the bits of a chunk. Uniform control flow only.
fn store(i: u32, chunk: u32, owned: bool, metric: array<f32, OWN>, risen: u32) {
  var octet = 0u;
  for (var t = 0u; t < OWN; t++) { octet |= select(0u, 1u << t, metric[t] > THRESHOLD); }
  octets[i] = vec2u(octet, octet & risen);
  workgroupBarrier();
  let word = chunk / 4u;
  let words = (params.length + 31u) / 32u;
  if (owned && i % 4u == 0u && word < words) {
    let bits = octets[i] | (octets[i + 1u] << vec2u(8u)) | (octets[i + 2u] << vec2u(16u)) | (octets[i + 3u] << vec2u(24u));
    output[word] = bits.x;
    output[words + word] = bits.y;
  }
}
