// Exhaustive max-log after H = QR and z = Qᴴy, L = (min_{b=0} d − min_{b=1} d)/N0 over all Q^M symbol vectors with
// d = Σ_j |z_j − Σ_{i ≥ j} r_ji·s_i|². Prefixes (s_{M−1} … s_1) go in tiles of GROUP: an invocation finds the distance of one and
// what is left for stream 0, with its nearest symbol the least for its own symbols; then each invocation takes the least over
// the tile for some symbols of stream 0. One workgroup per use. Needs lib/qam, lib/complex.
override GROUP: u32;    // invocations per workgroup
override ANTENNAS: u32; // M = N
override BITS: u32;     // of a symbol, B
override UNIT: f32;     // half the distance of levels
struct Params { uses: u32, slope: f32 } // 1/N0
@group(0) @binding(0) var<storage, read> factor: array<vec2f>;  // R, [use][M][M]
@group(0) @binding(1) var<storage, read> rotated: array<vec2f>; // z, [use][M]
@group(0) @binding(2) var<storage, read_write> llr: array<f32>; // [use][M·B]
@group(0) @binding(3) var<uniform> params: Params;

// Distances are not negative: as integers their bits are in the same order.
var<workgroup> least: array<atomic<u32>, ANTENNAS * (1u << BITS)>; // [stream][symbol], real axis in the low bits
var<workgroup> tile: array<vec4f, GROUP>;                          // distance, what is left for stream 0

fn point(symbol: u32) -> vec2f {
  let levels = 1u << (BITS / 2u);
  return vec2f(axisLevel(symbol % levels, levels, UNIT), axisLevel(symbol / levels, levels, UNIT));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = group.x + 32768u * group.y;
  if (at >= params.uses) { return; }
  let symbols = 1u << BITS;
  let prefixes = 1u << (BITS * (ANTENNAS - 1u));
  let matrix = at * ANTENNAS * ANTENNAS;
  for (var i = lane; i < ANTENNAS * symbols; i += GROUP) { atomicStore(&least[i], 0x7f7fffffu); }
  workgroupBarrier();
  for (var first = 0u; first < prefixes; first += GROUP) {
    let prefix = first + lane;
    if (prefix < prefixes) {
      var metric = 0.0;
      var rest = vec2f();
      for (var row = ANTENNAS; row > 0u; row--) {
        let j = row - 1u;
        rest = rotated[at * ANTENNAS + j];
        for (var i = max(j, 1u); i < ANTENNAS; i++) {
          let s = point((prefix >> (BITS * (i - 1u))) & (symbols - 1u));
          rest -= mul(factor[matrix + j * ANTENNAS + i], s);
        }
        if (j > 0u) { metric += dot(rest, rest); }
      }
      tile[lane] = vec4f(metric, rest, 0.0);
      let levels = f32(1u << (BITS / 2u));
      let reach = factor[matrix].x * UNIT;
      let inverse = select(0.0, 0.5 / reach, reach > 0.0);
      let nearest = 2.0 * clamp(floor(rest * inverse + 0.5 * levels), vec2f(), vec2f(levels - 1.0)) - (levels - 1.0);
      let error = rest - reach * nearest;
      let whole = bitcast<u32>(metric + dot(error, error));
      for (var i = 1u; i < ANTENNAS; i++) {
        atomicMin(&least[i * symbols + ((prefix >> (BITS * (i - 1u))) & (symbols - 1u))], whole);
      }
    }
    workgroupBarrier();
    // As many parts of the tile as there are invocations for each symbol.
    let parts = max(GROUP / symbols, 1u);
    for (var task = lane; task < symbols * parts; task += GROUP) {
      let reached = factor[matrix].x * point(task % symbols);
      var smallest = 3.4e38;
      for (var i = task / symbols; i < min(GROUP, prefixes - first); i += parts) {
        let entry = tile[i];
        let error = entry.yz - reached;
        smallest = min(smallest, entry.x + dot(error, error));
      }
      atomicMin(&least[task % symbols], bitcast<u32>(smallest));
    }
    workgroupBarrier();
  }
  let levels = 1u << (BITS / 2u);
  for (var i = lane; i < ANTENNAS * BITS; i += GROUP) {
    let b = i % BITS;
    var hypotheses = vec2f(3.4e38);
    for (var symbol = 0u; symbol < symbols; symbol++) {
      let level = select(symbol % levels, symbol / levels, b % 2u == 1u);
      let metric = bitcast<f32>(atomicLoad(&least[i / BITS * symbols + symbol]));
      let one = ((axisLabel(level, levels) >> (BITS / 2u - 1u - b / 2u)) & 1u) == 1u;
      hypotheses = min(hypotheses, select(vec2f(metric, 3.4e38), vec2f(3.4e38, metric), one));
    }
    llr[at * ANTENNAS * BITS + i] = params.slope * (hypotheses.x - hypotheses.y);
  }
}
