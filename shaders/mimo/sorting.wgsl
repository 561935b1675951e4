// Sorts the columns of H for detectors that begin with the last one, from the weakest to the strongest: by norm, or as V-BLAST
// does (P. Wolniansky et al., ISSSE 1998). There the last column is the stream with the least noise after zero forcing, which is
// the smallest diagonal entry of P = (HᴴH)⁻¹; it is removed by P − p·pᴴ/p_mm, p its column, and the next one is found among the
// others. One invocation per use. Needs lib/complex.
override GROUP: u32;     // invocations per workgroup
override ANTENNAS: u32;  // M, 1 … 8
override RECEIVERS: u32; // N, M … 16
override NULLING: bool;  // V-BLAST; else the norm
const LOADING = 1e-6;    // added to the diagonal, relative to the largest column power: keeps P finite
struct Params { uses: u32 }
@group(0) @binding(0) var<storage, read> channel: array<vec2f>;      // [use][N][M]
@group(0) @binding(1) var<storage, read_write> sorted: array<vec2f>; // [use][N][M]
@group(0) @binding(2) var<storage, read_write> order: array<u32>;    // [use]: bits 4k … 4k + 3 are the stream of column k
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = (group.x + 32768u * group.y) * GROUP + lane;
  if (at >= params.uses) { return; }
  let first = at * RECEIVERS * ANTENNAS;
  var gram = array<vec2f, 64>();
  var largest = 0.0;
  for (var i = 0u; i < ANTENNAS; i++) {
    for (var j = select(i, 0u, NULLING); j <= i; j++) {
      var sum = vec2f();
      for (var r = 0u; r < RECEIVERS; r++) {
        sum += mulConj(channel[first + r * ANTENNAS + j], channel[first + r * ANTENNAS + i]);
      }
      gram[i * 8u + j] = sum;
      gram[j * 8u + i] = conj(sum);
    }
    largest = max(largest, gram[i * 9u].x);
  }
  if (NULLING) {
    // Inversion in place, one pivot after another.
    for (var i = 0u; i < ANTENNAS; i++) { gram[i * 9u].x += max(LOADING * largest, 1e-30); }
    for (var k = 0u; k < ANTENNAS; k++) {
      let inverse = 1.0 / gram[k * 9u].x;
      for (var i = 0u; i < ANTENNAS; i++) {
        if (i == k) { continue; }
        let factor = inverse * gram[i * 8u + k];
        for (var j = 0u; j < ANTENNAS; j++) {
          if (j != k) { gram[i * 8u + j] -= mul(factor, gram[k * 8u + j]); }
        }
        gram[i * 8u + k] = -factor;
      }
      for (var j = 0u; j < ANTENNAS; j++) { gram[k * 8u + j] *= inverse; }
      gram[k * 9u] = vec2f(inverse, 0.0);
    }
  }
  var word = 0u;
  var sortedOnes = 0u; // a bit per stream
  for (var step = 0u; step < ANTENNAS; step++) {
    let k = ANTENNAS - 1u - step;
    var best = 0u;
    var noise = 3.4e38;
    for (var m = 0u; m < ANTENNAS; m++) {
      let own = select(-gram[m * 9u].x, gram[m * 9u].x, NULLING);
      if (((sortedOnes >> m) & 1u) == 0u && own < noise) {
        best = m;
        noise = own;
      }
    }
    sortedOnes |= 1u << best;
    word |= best << (4u * k);
    for (var r = 0u; r < RECEIVERS; r++) {
      sorted[first + r * ANTENNAS + k] = channel[first + r * ANTENNAS + best];
    }
    if (NULLING) {
      for (var i = 0u; i < ANTENNAS; i++) {
        if (((sortedOnes >> i) & 1u) == 1u) { continue; }
        let factor = gram[i * 8u + best] / noise;
        for (var j = 0u; j < ANTENNAS; j++) {
          if (((sortedOnes >> j) & 1u) == 0u) { gram[i * 8u + j] -= mul(factor, gram[best * 8u + j]); }
        }
      }
    }
  }
  order[at] = word;
}
