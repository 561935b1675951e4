// K-best detection after H = QR and z = Qᴴy: from stream M − 1 to 0 every survivor with metric d and rests δ_j = z_j − Σ r_ji·s_i
// goes on to all Q symbols at d + |δ_k − r_kk·s|², and the LIST best of these candidates survive; L = (min_{b=0} d −
// min_{b=1} d)/N0 over the last list, within ±clip. The LIST-th smallest metric is found four bits at a time by counting.
// LANES invocations per use, each with PER candidates, p·Q + s in order. Needs lib/qam, lib/complex.
override ANTENNAS: u32; // M = N
override BITS: u32;     // of a symbol, B
override UNIT: f32;     // half the distance of levels
override LIST: u32;     // K
override LANES: u32;    // invocations per use
override PER: u32;      // candidates per invocation, at most 16: LANES·PER ≥ K·Q
override USES: u32;     // uses per workgroup
const ROUNDS = 8u;      // of four bits
struct Params { uses: u32, slope: f32, clip: f32 } // slope: 1/N0
@group(0) @binding(0) var<storage, read> factor: array<vec2f>;  // R, [use][M][M]
@group(0) @binding(1) var<storage, read> rotated: array<vec2f>; // z, [use][M]
@group(0) @binding(2) var<storage, read_write> llr: array<f32>; // [use][M·B]
@group(0) @binding(3) var<uniform> params: Params;

// Of each use. Survivors are read in one half and written to the other.
var<workgroup> metrics: array<f32, 2u * LIST * USES>;
var<workgroup> rests: array<vec2f, 2u * ANTENNAS * LIST * USES>;       // δ, [half][stage][survivor]
var<workgroup> links: array<u32, ANTENNAS * LIST * USES>;              // the candidate that a survivor was, [stage]
var<workgroup> bins: array<atomic<u32>, ROUNDS * 16u * USES>;
var<workgroup> counts: array<u32, LANES * USES>;                       // candidates below the limit, and at it (high half)

fn point(symbol: u32) -> vec2f {
  let levels = 1u << (BITS / 2u);
  return vec2f(axisLevel(symbol % levels, levels, UNIT), axisLevel(symbol / levels, levels, UNIT));
}

@compute @workgroup_size(LANES, USES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let slot = index / LANES;
  let lane = index % LANES;
  let wanted = (group.x + 32768u * group.y) * USES + slot;
  let at = min(wanted, params.uses - 1u);
  let symbols = 1u << BITS;
  let firstLink = slot * ANTENNAS * LIST;
  if (lane == 0u) {
    metrics[slot * 2u * LIST] = 0.0;
    for (var j = 0u; j < ANTENNAS; j++) { rests[slot * 2u * ANTENNAS * LIST + j * LIST] = rotated[at * ANTENNAS + j]; }
  }
  var survivors = 1u;
  for (var step = 0u; step < ANTENNAS; step++) {
    let k = ANTENNAS - 1u - step;
    let half = slot * 2u + step % 2u;
    let other = slot * 2u + 1u - step % 2u;
    let candidates = survivors * symbols;
    let kept = min(LIST, candidates);
    for (var i = lane; i < ROUNDS * 16u; i += LANES) { atomicStore(&bins[slot * ROUNDS * 16u + i], 0u); }
    workgroupBarrier();

    // Metrics are not negative: as integers their bits are in the same order.
    var keys = array<u32, 16>();
    let r = factor[(at * ANTENNAS + k) * ANTENNAS + k].x;
    for (var i = 0u; i < PER; i++) {
      let candidate = lane * PER + i;
      keys[i] = 0x7fffffffu;
      if (candidate < candidates) {
        let survivor = candidate / symbols;
        let error = rests[(half * ANTENNAS + k) * LIST + survivor] - r * point(candidate % symbols);
        keys[i] = bitcast<u32>(metrics[half * LIST + survivor] + dot(error, error));
      }
    }
    var limit = 0u;
    var left = kept; // of those that begin as the limit does
    for (var round = 0u; round < ROUNDS; round++) {
      let shift = 28u - 4u * round;
      let first = (slot * ROUNDS + round) * 16u;
      for (var i = 0u; i < PER; i++) {
        if ((keys[i] >> shift) >> 4u == limit) { atomicAdd(&bins[first + ((keys[i] >> shift) & 15u)], 1u); }
      }
      workgroupBarrier();
      var digit = 0u;
      for (; digit < 15u; digit++) {
        let here = atomicLoad(&bins[first + digit]);
        if (here >= left) { break; }
        left -= here;
      }
      limit = (limit << 4u) | digit;
    }
    var own = 0u;
    for (var i = 0u; i < PER; i++) { own += u32(keys[i] < limit) + (u32(keys[i] == limit) << 16u); }
    counts[index] = own;
    workgroupBarrier();
    var before = 0u;
    for (var i = 0u; i < lane; i++) { before += counts[slot * LANES + i]; }
    var below = before & 0xffffu;
    var equal = before >> 16u;
    for (var i = 0u; i < PER; i++) {
      var to = LIST;
      if (keys[i] < limit) {
        to = below;
        below++;
      } else if (keys[i] == limit) {
        // Of equals the first ones.
        to = select(LIST, kept - left + equal, equal < left);
        equal++;
      }
      if (to == LIST) { continue; }
      let candidate = lane * PER + i;
      let survivor = candidate / symbols;
      let s = point(candidate % symbols);
      metrics[other * LIST + to] = bitcast<f32>(keys[i]);
      links[firstLink + k * LIST + to] = candidate;
      for (var j = 0u; j < k; j++) {
        let rest = rests[(half * ANTENNAS + j) * LIST + survivor];
        rests[(other * ANTENNAS + j) * LIST + to] = rest - mul(factor[(at * ANTENNAS + j) * ANTENNAS + k], s);
      }
    }
    survivors = kept;
    workgroupBarrier();
  }

  // A path's symbol of stream m is found back from stream 0.
  let last = (slot * 2u + ANTENNAS % 2u) * LIST;
  for (var b = lane; b < ANTENNAS * BITS; b += LANES) {
    let levels = 1u << (BITS / 2u);
    let bit = b % BITS;
    var hypotheses = vec2f(1e30);
    for (var path = 0u; path < survivors; path++) {
      var survivor = path;
      for (var m = 0u; m < b / BITS; m++) { survivor = links[firstLink + m * LIST + survivor] / symbols; }
      let symbol = links[firstLink + b / BITS * LIST + survivor] % symbols;
      let level = select(symbol % levels, symbol / levels, bit % 2u == 1u);
      let one = ((axisLabel(level, levels) >> (BITS / 2u - 1u - bit / 2u)) & 1u) == 1u;
      hypotheses = min(hypotheses, select(vec2f(metrics[last + path], 1e30), vec2f(1e30, metrics[last + path]), one));
    }
    if (wanted < params.uses) {
      let difference = params.slope * (hypotheses.x - hypotheses.y);
      llr[at * ANTENNAS * BITS + b] = clamp(difference, -params.clip, params.clip);
    }
  }
}
