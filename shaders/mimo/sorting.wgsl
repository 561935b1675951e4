// The order of sorted QR, for detectors that begin with the last column: each place from 0 on takes the column with the least power
// outside the span of the columns before it. ρ = 0, or N0 for the order of MMSE-SQRD, which is close to V-BLAST.
// Elimination in HᴴH + ρI: when the columns before are eliminated, the diagonal holds these powers. A column that depends on
// those before it eliminates nothing. One invocation per use. Needs lib/complex.
override GROUP: u32;     // invocations per workgroup
override ANTENNAS: u32;  // M, 1 … 8
override RECEIVERS: u32; // N, M … 16
const ROUNDING = 1e-6;   // power that is left by rounding, relative to the largest column's
struct Params { uses: u32, rho: f32 }
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
    for (var j = 0u; j <= i; j++) {
      var sum = vec2f();
      for (var r = 0u; r < RECEIVERS; r++) {
        sum += mulConj(channel[first + r * ANTENNAS + j], channel[first + r * ANTENNAS + i]);
      }
      gram[i * 8u + j] = sum;
      gram[j * 8u + i] = conj(sum);
    }
    gram[i * 9u].x += params.rho;
    largest = max(largest, gram[i * 9u].x);
  }
  var word = 0u;
  var placed = 0u; // a bit per stream
  for (var k = 0u; k < ANTENNAS; k++) {
    var least = 0u;
    var power = 3.4e38;
    for (var m = 0u; m < ANTENNAS; m++) {
      if (((placed >> m) & 1u) == 0u && gram[m * 9u].x < power) {
        least = m;
        power = gram[m * 9u].x;
      }
    }
    placed |= 1u << least;
    word |= least << (4u * k);
    for (var r = 0u; r < RECEIVERS; r++) {
      sorted[first + r * ANTENNAS + k] = channel[first + r * ANTENNAS + least];
    }
    let inverse = select(0.0, 1.0 / power, power > ROUNDING * largest);
    for (var i = 0u; i < ANTENNAS; i++) {
      if (((placed >> i) & 1u) == 1u) { continue; }
      let factor = inverse * gram[i * 8u + least];
      for (var j = 0u; j < ANTENNAS; j++) {
        if (((placed >> j) & 1u) == 0u) { gram[i * 8u + j] -= mul(factor, gram[least * 8u + j]); }
      }
    }
  }
  order[at] = word;
}
