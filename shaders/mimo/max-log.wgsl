// Exhaustive max-log after H = QR and z = Qᴴy: L = min_{b=0} c − min_{b=1} c over all Q^M symbol vectors, with the cost
// c = Σ_j |z_j − Σ_{i ≥ j} r_ji·s_i|²/N0 + the prior cost of all other bits. A bit that contradicts its prior costs its magnitude.
// Costs are computed as c·N0. For each level of both axes of each stream the kernel finds the least cost of all vectors with
// this level, without the priors of this axis. Bits then choose among the levels.
// LANES invocations share a use, and divide its prefixes (s_{M−1} … s_2). One invocation tries all symbols of stream 1 behind its
// prefix. r_00 is real, so the axes of stream 0 are independent: a level costs its own distance and the other axis's best.
// The least costs of streams 0 and 1 stay in registers until the end.
// Needs lib/axis, lib/complex.
override ANTENNAS: u32; // M
override BITS: u32;     // of a symbol, B
override LEVELS: u32;   // of an axis, √Q: 2 … 16
override FOURS: u32;    // vectors that hold a number per level, LEVELS/4; with two levels they hold each twice
override PREFIX: u32;   // streams of a prefix, M − 2 or 0
override UNIT: f32;     // half the distance of levels
override LANES: u32;    // invocations per use, at most Q^(M−2): a power of two
override USES: u32;     // uses per workgroup
override PRIORS: bool;  // else all priors are 0
struct Params { uses: u32, skips: u32, slope: f32 } // skips: whether `skipped` applies; slope: 1/N0
@group(0) @binding(0) var<storage, read> factor: array<vec2f>;  // R, [use][M][M]
@group(0) @binding(1) var<storage, read> rotated: array<vec2f>; // z, [use][M]
@group(0) @binding(2) var<storage, read> prior: array<f32>;     // [use][M·B]
@group(0) @binding(3) var<storage, read_write> llr: array<f32>; // [use][M·B]
@group(0) @binding(4) var<uniform> params: Params;
@group(0) @binding(5) var<storage, read> skipped: array<u32>;   // [use]: not 0 if its LLRs stay

// Of each use.
var<workgroup> products: array<vec2f, ANTENNAS * PREFIX * LEVELS * LEVELS * USES + 1u>; // r_ji·s, [row][stream − 2][symbol]
var<workgroup> doubts: array<f32, ANTENNAS * 2u * LEVELS * USES>;                       // prior costs, [stream][axis][level]
// Costs are not negative: as integers their bits are in the same order.
var<workgroup> least: array<atomic<u32>, ANTENNAS * 2u * LEVELS * USES>;                // [stream][axis][level]
var<workgroup> shares: array<f32, 4u * LEVELS * (LANES + 1u) * USES>;                   // [stream][axis][level][lane] and padding

// A number per level.
alias Levels = array<vec4f, 4>;

// Least costs by the levels of a stream's axes.
struct Axes { re: Levels, im: Levels }

fn infinite() -> Levels {
  return Levels(vec4f(3.4e38), vec4f(3.4e38), vec4f(3.4e38), vec4f(3.4e38));
}

// Four levels, in half distances.
fn heights(four: u32) -> vec4f {
  if (LEVELS == 2u) { return vec4f(-1.0, 1.0, -1.0, 1.0); }
  return 2.0 * (4.0 * f32(four) + vec4f(0.0, 1.0, 2.0, 3.0)) + 1.0 - f32(LEVELS);
}

// Level `index` of four in the vector, where its numbers begin in workgroup memory.
fn levelIn(four: u32, index: u32) -> u32 {
  return (4u * four + index) % LEVELS;
}

// Where the numbers of an axis of a stream begin.
fn axisOf(slot: u32, stream: u32, axis: u32) -> u32 {
  return ((slot * ANTENNAS + stream) * 2u + axis) * LEVELS;
}

// The prior costs of an axis's levels.
fn doubtsOf(base: u32) -> Levels {
  var costs = Levels();
  for (var f = 0u; f < FOURS && PRIORS; f++) {
    costs[f] = vec4f(
      doubts[base + levelIn(f, 0u)], doubts[base + levelIn(f, 1u)],
      doubts[base + levelIn(f, 2u)], doubts[base + levelIn(f, 3u)],
    );
  }
  return costs;
}

fn leastOfFour(x: vec4f) -> f32 {
  return min(min(x.x, x.y), min(x.z, x.w));
}

// Prior cost of a level's bits, times N0; bit `without` is free. `first` is the axis's first bit.
fn doubt(first: u32, level: u32, without: u32) -> f32 {
  let label = axisLabel(level, LEVELS);
  var cost = 0.0;
  for (var j = 0u; j < BITS / 2u; j++) {
    let l = prior[first + 2u * j];
    let one = ((label >> (BITS / 2u - 1u - j)) & 1u) == 1u;
    if (j != without) { cost += max(select(l, -l, one), 0.0); }
  }
  return cost / params.slope;
}

// The distance to the nearest level of an axis.
fn nearest(rest: f32, reach: f32) -> f32 {
  var away = abs(rest);
  if (LEVELS > 8u) { away = abs(away - 8.0 * reach); }
  if (LEVELS > 4u) { away = abs(away - 4.0 * reach); }
  if (LEVELS > 2u) { away = abs(away - 2.0 * reach); }
  return away - reach;
}

// Stream 0 of a use: half a distance of levels, and the prior costs of its axes.
struct Last { reach: f32, re: Levels, im: Levels }

// The least cost of an axis of stream 0, with its priors.
fn cheapest(rest: f32, last: Last, costs: Levels) -> f32 {
  if (!PRIORS) {
    let away = nearest(rest, last.reach);
    return away * away;
  }
  var best = vec4f(3.4e38);
  for (var f = 0u; f < FOURS; f++) {
    let away = rest - last.reach * heights(f);
    best = min(best, fma(away, away, costs[f]));
  }
  return leastOfFour(best);
}

// Completes vectors of the cost `base` with stream 0, whose rest is this. Returns what its best symbol adds.
fn complete(kept: ptr<function, Axes>, rest: vec2f, base: f32, last: Last) -> f32 {
  let re = cheapest(rest.x, last, last.re);
  let im = cheapest(rest.y, last, last.im);
  for (var f = 0u; f < FOURS; f++) {
    let x = rest.x - last.reach * heights(f);
    let y = rest.y - last.reach * heights(f);
    (*kept).re[f] = min((*kept).re[f], fma(x, x, vec4f(base + im)));
    (*kept).im[f] = min((*kept).im[f], fma(y, y, vec4f(base + re)));
  }
  return re + im;
}

// Lowers the least cost of a level.
fn lower(at: u32, cost: f32) {
  let bits = bitcast<u32>(cost);
  if (bits < atomicLoad(&least[at])) { atomicMin(&least[at], bits); }
}

// Writes an invocation's least costs of stream 0 or 1 to `shares`.
fn share(slot: u32, lane: u32, stream: u32, kept: Axes) {
  for (var f = 0u; f < FOURS; f++) {
    for (var i = 0u; i < 4u; i++) {
      if (i >= LEVELS) { break; }
      let at = ((slot * 2u + stream) * 2u * LEVELS + levelIn(f, i)) * (LANES + 1u) + lane;
      shares[at] = kept.re[f][i];
      shares[at + LEVELS * (LANES + 1u)] = kept.im[f][i];
    }
  }
}

fn isWanted(at: u32) -> bool {
  if (at >= params.uses) { return false; }
  return params.skips == 0u || skipped[at] == 0u;
}

fn search(at: u32, slot: u32, lane: u32) {
  let symbols = LEVELS * LEVELS;
  let prefixes = 1u << (BITS * PREFIX);
  let matrix = at * ANTENNAS * ANTENNAS;
  let last = Last(UNIT * factor[matrix].x, doubtsOf(axisOf(slot, 0u, 0u)), doubtsOf(axisOf(slot, 0u, 1u)));
  var kept0 = Axes(infinite(), infinite());
  if (ANTENNAS == 1u) {
    _ = complete(&kept0, rotated[at], 0.0, last);
    share(slot, lane, 0u, kept0);
    return;
  }

  let next = UNIT * factor[matrix + 1u];
  let reach = UNIT * factor[matrix + ANTENNAS + 1u].x;
  let known = Axes(doubtsOf(axisOf(slot, 1u, 0u)), doubtsOf(axisOf(slot, 1u, 1u)));
  var kept1 = Axes(infinite(), infinite());
  for (var prefix = lane; prefix < prefixes; prefix += LANES) {
    var metric = 0.0;
    var doubted = 0.0;
    var rest0 = rotated[at * ANTENNAS];
    var rest1 = rotated[at * ANTENNAS + 1u];
    for (var j = ANTENNAS - 1u; j > 1u; j--) {
      var rest = rotated[at * ANTENNAS + j];
      for (var i = j; i < ANTENNAS; i++) { rest -= productOf(slot, j, i, prefix); }
      rest0 -= productOf(slot, 0u, j, prefix);
      rest1 -= productOf(slot, 1u, j, prefix);
      metric += dot(rest, rest);
      if (PRIORS) { doubted += doubtOf(slot, j, 0u, prefix) + doubtOf(slot, j, 1u, prefix); }
    }

    var best = vec4f(3.4e38); // without the priors of the prefix
    for (var y = 0u; y < LEVELS; y++) {
      let height = f32(2u * y) + 1.0 - f32(LEVELS);
      let im = rest1.y - reach * height;
      let begin = rest0 + vec2f(next.y, -next.x) * height;
      var doubtIm = 0.0;
      if (PRIORS) { doubtIm = doubts[axisOf(slot, 1u, 1u) + y]; }
      var column = vec4f(3.4e38);
      for (var f = 0u; f < FOURS; f++) {
        let re = rest1.x - reach * heights(f);
        let cost = fma(re, re, vec4f(fma(im, im, metric)));
        let base = cost + (known.re[f] + (doubted + doubtIm));
        let x = begin.x - next.x * heights(f);
        let z = begin.y - next.y * heights(f);
        var sum = cost;
        sum.x += complete(&kept0, vec2f(x.x, z.x), base.x, last);
        sum.y += complete(&kept0, vec2f(x.y, z.y), base.y, last);
        if (LEVELS > 2u) {
          sum.z += complete(&kept0, vec2f(x.z, z.z), base.z, last);
          sum.w += complete(&kept0, vec2f(x.w, z.w), base.w, last);
        } else {
          sum = sum.xyxy;
        }
        kept1.re[f] = min(kept1.re[f], sum + (doubted + doubtIm));
        column = min(column, sum + known.re[f]);
      }
      let smallest = leastOfFour(column);
      for (var f = 0u; f < FOURS; f++) {
        let isHere = vec4u(levelIn(f, 0u), levelIn(f, 1u), levelIn(f, 2u), levelIn(f, 3u)) == vec4u(y);
        kept1.im[f] = select(kept1.im[f], min(kept1.im[f], vec4f(smallest + doubted)), isHere);
      }
      best = min(best, vec4f(smallest + doubtIm));
    }

    for (var i = 2u; i < ANTENNAS; i++) {
      for (var axis = 0u; axis < 2u; axis++) {
        var others = 0.0;
        for (var j = 2u; j < ANTENNAS && PRIORS; j++) {
          if (j != i || axis == 1u) { others += doubtOf(slot, j, 0u, prefix); }
          if (j != i || axis == 0u) { others += doubtOf(slot, j, 1u, prefix); }
        }
        lower(axisOf(slot, i, axis) + levelOf(i, axis, prefix), best.x + others);
      }
    }
  }
  share(slot, lane, 0u, kept0);
  share(slot, lane, 1u, kept1);
}

// Stream i's symbol in a prefix, real axis in the low bits.
fn symbolOf(i: u32, prefix: u32) -> u32 {
  return (prefix >> (BITS * (i - 2u))) % (LEVELS * LEVELS);
}

fn levelOf(i: u32, axis: u32, prefix: u32) -> u32 {
  return (prefix >> (BITS * (i - 2u) + axis * (BITS / 2u))) % LEVELS;
}

fn productOf(slot: u32, row: u32, i: u32, prefix: u32) -> vec2f {
  return products[((slot * ANTENNAS + row) * PREFIX + i - 2u) * LEVELS * LEVELS + symbolOf(i, prefix)];
}

fn doubtOf(slot: u32, i: u32, axis: u32, prefix: u32) -> f32 {
  return doubts[axisOf(slot, i, axis) + levelOf(i, axis, prefix)];
}

@compute @workgroup_size(LANES, USES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let first = (group.x + 32768u * group.y) * USES;
  if (first >= params.uses) { return; }
  let symbols = LEVELS * LEVELS;
  let axes = ANTENNAS * 2u * LEVELS;
  for (var i = index; i < axes * USES; i += LANES * USES) {
    atomicStore(&least[i], 0x7f7fffffu);
    let at = first + i / axes;
    if (PRIORS && at < params.uses) {
      let stream = i / (2u * LEVELS) % ANTENNAS;
      doubts[i] = doubt((at * ANTENNAS + stream) * BITS + i / LEVELS % 2u, i % LEVELS, BITS);
    }
  }
  for (var i = index; i < ANTENNAS * PREFIX * symbols * USES; i += LANES * USES) {
    let streams = max(PREFIX, 1u); // a division by the constant 0 does not compile
    let row = i / (streams * symbols) % ANTENNAS;
    let stream = i / symbols % streams + 2u;
    let at = min(first + i / (ANTENNAS * streams * symbols), params.uses - 1u);
    let point = vec2f(axisLevel(i % LEVELS, LEVELS, UNIT), axisLevel(i / LEVELS % LEVELS, LEVELS, UNIT));
    products[i] = mul(factor[(at * ANTENNAS + row) * ANTENNAS + stream], point);
  }
  workgroupBarrier();
  let slot = index / LANES;
  if (isWanted(first + slot)) { search(first + slot, slot, index % LANES); }
  workgroupBarrier();

  // The least costs of all lanes: as many parts of them as there are invocations for each level.
  let values = 2u * min(ANTENNAS, 2u) * LEVELS;
  let parts = max(LANES / values, 1u);
  for (var task = index; task < values * parts * USES; task += LANES * USES) {
    let value = task % values;
    let part = task / values % parts;
    let own = task / (values * parts);
    let begin = (own * 4u * LEVELS + value) * (LANES + 1u);
    var smallest = 3.4e38;
    for (var i = part * (LANES / parts); i < (part + 1u) * (LANES / parts); i++) {
      smallest = min(smallest, shares[begin + i]);
    }
    lower(axisOf(own, 0u, 0u) + value, smallest);
  }
  workgroupBarrier();

  for (var i = index; i < ANTENNAS * BITS * USES; i += LANES * USES) {
    let own = i / (ANTENNAS * BITS);
    if (!isWanted(first + own)) { continue; }
    let stream = i / BITS % ANTENNAS;
    let axis = i % 2u;
    let b = i % BITS / 2u;
    var hypotheses = vec2f(3.4e38);
    for (var level = 0u; level < LEVELS; level++) {
      var cost = bitcast<f32>(atomicLoad(&least[axisOf(own, stream, axis) + level]));
      if (PRIORS) { cost += doubt(first * ANTENNAS * BITS + i - i % BITS + axis, level, b); }
      let one = ((axisLabel(level, LEVELS) >> (BITS / 2u - 1u - b)) & 1u) == 1u;
      hypotheses = min(hypotheses, select(vec2f(cost, 3.4e38), vec2f(3.4e38, cost), one));
    }
    llr[first * ANTENNAS * BITS + i] = params.slope * (hypotheses.x - hypotheses.y);
  }
}
