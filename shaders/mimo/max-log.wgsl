// Exhaustive max-log after H = QR and z = Qᴴy: L = min_{b=0} c − min_{b=1} c over all Q^M symbol vectors, with the cost
// c = Σ_j |z_j − Σ_{i ≥ j} r_ji·s_i|²/N0 + the prior cost of all other bits. A bit that contradicts its prior costs its magnitude.
// Prefixes (s_{M−1} … s_1) go in tiles of GROUP. An invocation finds the cost of one prefix and the rest for stream 0, whose best symbol
// completes the vector: so it knows the least cost for the prefix's own symbols. Then each invocation takes the least cost over
// the tile for some symbols of stream 0. The least cost of a symbol excludes the priors of its own stream, which are added at the end.
// One workgroup per use. Needs lib/axis, lib/complex.
override GROUP: u32;    // invocations per workgroup
override ANTENNAS: u32; // M = N
override BITS: u32;     // of a symbol, B
override UNIT: f32;     // half the distance of levels
override PRIORS: bool;  // else all priors are 0
struct Params { uses: u32, skips: u32, slope: f32 } // skips: whether `skipped` applies; slope: 1/N0
@group(0) @binding(0) var<storage, read> factor: array<vec2f>;  // R, [use][M][M]
@group(0) @binding(1) var<storage, read> rotated: array<vec2f>; // z, [use][M]
@group(0) @binding(2) var<storage, read> prior: array<f32>;     // [use][M·B]
@group(0) @binding(3) var<storage, read_write> llr: array<f32>; // [use][M·B]
@group(0) @binding(4) var<uniform> params: Params;
@group(0) @binding(5) var<storage, read> skipped: array<u32>;   // [use]: not 0 if its LLRs stay

// Costs are not negative: as integers their bits are in the same order.
var<workgroup> least: array<atomic<u32>, ANTENNAS * (1u << BITS)>; // [stream][symbol], real axis in the low bits
var<workgroup> tile: array<vec4f, GROUP>;                          // cost without stream 0, and what is left for it
var<workgroup> doubts: array<f32, ANTENNAS * (1u << BITS)>;        // prior costs, [stream][symbol]

fn point(symbol: u32) -> vec2f {
  let levels = 1u << (BITS / 2u);
  return vec2f(axisLevel(symbol % levels, levels, UNIT), axisLevel(symbol / levels, levels, UNIT));
}

// Bit b of a symbol, most significant first.
fn bitOf(symbol: u32, b: u32) -> bool {
  let levels = 1u << (BITS / 2u);
  let level = select(symbol % levels, symbol / levels, b % 2u == 1u);
  return ((axisLabel(level, levels) >> (BITS / 2u - 1u - b / 2u)) & 1u) == 1u;
}

// Prior cost of a symbol's bits; bit `without` is free.
fn doubt(first: u32, symbol: u32, without: u32) -> f32 {
  var cost = 0.0;
  for (var b = 0u; b < BITS; b++) {
    let l = prior[first + b];
    if (b != without) { cost += max(select(l, -l, bitOf(symbol, b)), 0.0); }
  }
  return cost;
}

fn symbolOf(prefix: u32, stream: u32) -> u32 {
  return (prefix >> (BITS * (stream - 1u))) & ((1u << BITS) - 1u);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = group.x + 32768u * group.y;
  if (at >= params.uses) { return; }
  if (params.skips == 1u && skipped[at] != 0u) { return; }
  let symbols = 1u << BITS;
  let prefixes = 1u << (BITS * (ANTENNAS - 1u));
  let matrix = at * ANTENNAS * ANTENNAS;
  for (var i = lane; i < ANTENNAS * symbols; i += GROUP) {
    atomicStore(&least[i], 0x7f7fffffu);
    if (PRIORS) { doubts[i] = doubt((at * ANTENNAS + i / symbols) * BITS, i % symbols, BITS); }
  }
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
          rest -= mul(factor[matrix + j * ANTENNAS + i], point(symbolOf(prefix, i)));
        }
        if (j > 0u) { metric += params.slope * dot(rest, rest); }
      }
      var doubted = 0.0;
      for (var i = 1u; i < ANTENNAS && PRIORS; i++) { doubted += doubts[i * symbols + symbolOf(prefix, i)]; }
      tile[lane] = vec4f(metric + doubted, rest, 0.0);
      let levels = f32(1u << (BITS / 2u));
      let reach = factor[matrix].x * UNIT;
      let inverse = select(0.0, 0.5 / reach, reach > 0.0);
      let nearest = 2.0 * clamp(floor(rest * inverse + 0.5 * levels), vec2f(), vec2f(levels - 1.0)) - (levels - 1.0);
      let error = rest - reach * nearest;
      var last = params.slope * dot(error, error);
      if (PRIORS) {
        last = 3.4e38;
        for (var s = 0u; s < symbols; s++) {
          let off = rest - factor[matrix].x * point(s);
          last = min(last, params.slope * dot(off, off) + doubts[s]);
        }
      }
      for (var i = 1u; i < ANTENNAS; i++) {
        var others = 0.0;
        for (var j = 1u; j < ANTENNAS && PRIORS; j++) {
          if (j != i) { others += doubts[j * symbols + symbolOf(prefix, j)]; }
        }
        atomicMin(&least[i * symbols + symbolOf(prefix, i)], bitcast<u32>(metric + others + last));
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
        smallest = min(smallest, entry.x + params.slope * dot(error, error));
      }
      atomicMin(&least[task % symbols], bitcast<u32>(smallest));
    }
    workgroupBarrier();
  }
  for (var i = lane; i < ANTENNAS * BITS; i += GROUP) {
    var hypotheses = vec2f(3.4e38);
    for (var symbol = 0u; symbol < symbols; symbol++) {
      var cost = bitcast<f32>(atomicLoad(&least[i / BITS * symbols + symbol]));
      if (PRIORS) { cost += doubt((at * ANTENNAS + i / BITS) * BITS, symbol, i % BITS); }
      hypotheses = min(hypotheses, select(vec2f(cost, 3.4e38), vec2f(3.4e38, cost), bitOf(symbol, i % BITS)));
    }
    llr[at * ANTENNAS * BITS + i] = hypotheses.x - hypotheses.y;
  }
}
