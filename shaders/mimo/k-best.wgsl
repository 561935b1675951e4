// K-best: L = min_{b=0} c − min_{b=1} c − prior, within ±clip, over the best LIST symbol vectors that a tree search after H = QR,
// z = Qᴴy finds. A bit that is equal in all of them gets ±clip with its sign.
// - From stream M − 1 to 0 a survivor with cost c and rest δ = z_k − Σ r_ki·s_i has Q children, one per symbol, which cost
//   c + |δ − r_kk·s|²/N0 + the prior cost of the symbol's bits. A bit that contradicts its prior costs the prior's magnitude.
// - The LIST best children of all survivors survive. Costs of the real and the imaginary axis add. So in rising order a
//   survivor's children are columns, one real level each, that open one after another, and rows in each column.
// - A heap holds the next child of every open column. LIST times the least child leaves it.
// One invocation per use, without barriers. Needs lib/qam, lib/complex.
override GROUP: u32;    // invocations per workgroup
override ANTENNAS: u32; // M = N
override BITS: u32;     // of a symbol, B
override UNIT: f32;     // half the distance of levels
override LIST: u32;     // K
override WORDS: u32;    // of a path: ⌊32/B⌋ symbols in each
override PRIORS: bool;  // else all priors are 0
struct Params { uses: u32, skips: u32, slope: f32, clip: f32 } // skips: whether `skipped` applies; slope: 1/N0
@group(0) @binding(0) var<storage, read> factor: array<vec2f>;  // R, [use][M][M]
@group(0) @binding(1) var<storage, read> rotated: array<vec2f>; // z, [use][M]
@group(0) @binding(2) var<storage, read> prior: array<f32>;     // [use][M·B]
@group(0) @binding(3) var<storage, read_write> llr: array<f32>; // [use][M·B]
@group(0) @binding(4) var<uniform> params: Params;
@group(0) @binding(5) var<storage, read> skipped: array<u32>;   // [use]: not 0 if its LLRs stay

// Of each invocation, invocations next to each other. Survivors are read in one half and written to the other.
var<workgroup> metrics: array<f32, 2u * LIST * GROUP>;       // costs c, rising
var<workgroup> paths: array<u32, 2u * WORDS * LIST * GROUP>; // bits of the symbols so far, [half][survivor][word]
var<workgroup> costs: array<f32, 2u * LIST * GROUP>;         // the heap
var<workgroup> children: array<u32, 2u * LIST * GROUP>;
var<workgroup> row: array<vec2f, ANTENNAS * GROUP>;          // r_ki
var<workgroup> doubts: array<f32, 2u * (1u << (BITS / 2u)) * GROUP>; // prior costs, [axis][level]

var<private> lane: u32;
var<private> own: f32;     // r_kk
var<private> inverse: f32; // of the distance of levels times r_kk; 0 without a channel
var<private> size: u32;    // of the heap

// A survivor's child: the survivor in the low byte, four bits for each axis's level, and whether it is its column's first.
fn child(survivor: u32, x: u32, y: u32, opens: u32) -> u32 {
  return survivor | (x << 8u) | (y << 12u) | (opens << 16u);
}

fn put(i: u32, cost: f32, child: u32) {
  costs[i * GROUP + lane] = cost;
  children[i * GROUP + lane] = child;
}

// Replaces the least child.
fn sink(cost: f32, child: u32) {
  var i = 0u;
  while (2u * i + 1u < size) {
    var below = 2u * i + 1u;
    var least = costs[below * GROUP + lane];
    if (below + 1u < size) {
      let right = costs[(below + 1u) * GROUP + lane];
      if (right < least) {
        least = right;
        below++;
      }
    }
    if (!(least < cost)) { break; }
    put(i, least, children[below * GROUP + lane]);
    i = below;
  }
  put(i, cost, child);
}

// Adds a child.
fn rise(cost: f32, child: u32) {
  var i = size;
  size++;
  while (i > 0u) {
    let above = (i - 1u) / 2u;
    let greater = costs[above * GROUP + lane];
    if (!(cost < greater)) { break; }
    put(i, greater, children[above * GROUP + lane]);
    i = above;
  }
  put(i, cost, child);
}

fn axisCost(axis: u32, rest: f32, level: u32) -> f32 {
  let levels = 1u << (BITS / 2u);
  let error = rest - own * axisLevel(level, levels, UNIT);
  var cost = params.slope * error * error;
  if (PRIORS) { cost += doubts[(axis * levels + level) * GROUP + lane]; }
  return cost;
}

struct Step { level: u32, cost: f32 } // level √Q: there is none

// The level after `level` in rising order of costs, of equals the lower one first; the first one after level √Q.
fn following(axis: u32, rest: f32, level: u32) -> Step {
  if (PRIORS) { return searched(axis, rest, level); }
  return alternating(axis, rest, level);
}

// Without priors: the nearest level, then levels on both sides in turn, as far as there are some.
fn alternating(axis: u32, rest: f32, level: u32) -> Step {
  let levels = 1u << (BITS / 2u);
  // In levels. Beyond the outer ones the order is the same.
  let place = clamp(rest * inverse + 0.5 * f32(levels - 1u), -1.0, f32(levels));
  var next = i32(clamp(ceil(place - 0.5), 0.0, f32(levels - 1u)));
  if (level < levels) {
    let here = i32(level);
    let above = f32(level) >= place;
    let mirrored = i32(ceil(2.0 * place - f32(level)));
    next = select(mirrored, mirrored - 1, above);
    if (next < 0 || next >= i32(levels)) { next = select(here - 1, here + 1, above); }
    if (next < 0 || next >= i32(levels)) { return Step(levels, 0.0); }
  }
  return Step(u32(next), axisCost(axis, rest, u32(next)));
}

fn searched(axis: u32, rest: f32, level: u32) -> Step {
  let levels = 1u << (BITS / 2u);
  let begin = level == levels;
  let now = axisCost(axis, rest, min(level, levels - 1u));
  var next = Step(levels, 3.4e38);
  for (var i = 0u; i < levels; i++) {
    let cost = axisCost(axis, rest, i);
    if ((begin || cost > now || (cost == now && i > level)) && cost < next.cost) { next = Step(i, cost); }
  }
  return next;
}

// z_k − Σ r_ki·s_i of a survivor.
fn restOf(z: vec2f, k: u32, survivor: u32) -> vec2f {
  let levels = 1u << (BITS / 2u);
  let each = 32u / BITS;
  var rest = z;
  for (var i = k + 1u; i < ANTENNAS; i++) {
    let bits = paths[(survivor * WORDS + i / each) * GROUP + lane] >> (i % each * BITS);
    let x = axisPlace(bits & (levels - 1u), levels);
    let y = axisPlace((bits >> (BITS / 2u)) & (levels - 1u), levels);
    rest -= mul(row[i * GROUP + lane], vec2f(axisLevel(x, levels, UNIT), axisLevel(y, levels, UNIT)));
  }
  return rest;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let at = (group.x + 32768u * group.y) * GROUP + index;
  if (at >= params.uses) { return; }
  if (params.skips == 1u && skipped[at] != 0u) { return; }
  lane = index;
  let levels = 1u << (BITS / 2u);
  let each = 32u / BITS;
  metrics[lane] = 0.0;
  for (var w = 0u; w < WORDS; w++) { paths[w * GROUP + lane] = 0u; }
  var survivors = 1u;
  for (var step = 0u; step < ANTENNAS; step++) {
    let k = ANTENNAS - 1u - step;
    let half = step % 2u * LIST;
    let other = LIST - half;
    for (var i = k; i < ANTENNAS; i++) { row[i * GROUP + lane] = factor[(at * ANTENNAS + k) * ANTENNAS + i]; }
    own = row[k * GROUP + lane].x;
    inverse = select(0.0, 0.5 / (UNIT * own), own > 1e-30);
    let z = rotated[at * ANTENNAS + k];
    for (var i = 0u; i < levels && PRIORS; i++) {
      var cost = vec2f();
      for (var j = 0u; j < BITS / 2u; j++) {
        let first = (at * ANTENNAS + k) * BITS + 2u * j;
        let l = vec2f(prior[first], prior[first + 1u]);
        cost += max(select(l, -l, ((axisLabel(i, levels) >> (BITS / 2u - 1u - j)) & 1u) == 1u), vec2f());
      }
      doubts[i * GROUP + lane] = cost.x;
      doubts[(levels + i) * GROUP + lane] = cost.y;
    }

    size = 0u;
    for (var p = 0u; p < survivors; p++) {
      let rest = restOf(z, k, half + p);
      let x = following(0u, rest.x, levels);
      let y = following(1u, rest.y, levels);
      rise(metrics[(half + p) * GROUP + lane] + (x.cost + y.cost), child(p, x.level, y.level, 1u));
    }
    survivors = 0u;
    while (size > 0u) {
      let least = children[lane];
      let p = least & 255u;
      let x = (least >> 8u) & 15u;
      let y = (least >> 12u) & 15u;
      metrics[(other + survivors) * GROUP + lane] = costs[lane];
      let bits = axisLabel(x, levels) | (axisLabel(y, levels) << (BITS / 2u));
      for (var w = 0u; w < WORDS; w++) {
        let old = paths[((half + p) * WORDS + w) * GROUP + lane];
        let new_ = select(0u, bits << (k % each * BITS), w == k / each);
        paths[((other + survivors) * WORDS + w) * GROUP + lane] = old | new_;
      }
      survivors++;
      if (survivors == LIST) { break; }

      let rest = restOf(z, k, half + p);
      let cost = metrics[(half + p) * GROUP + lane];
      let up = following(1u, rest.y, y);
      if (up.level < levels) {
        sink(cost + (axisCost(0u, rest.x, x) + up.cost), child(p, x, up.level, 0u));
      } else {
        size--;
        sink(costs[size * GROUP + lane], children[size * GROUP + lane]);
      }
      if ((least >> 16u) == 1u) {
        let across = following(0u, rest.x, x);
        if (across.level < levels) {
          rise(cost + (across.cost + axisCost(1u, rest.y, y)), child(p, across.level, y, 1u));
        }
      }
    }
  }

  // The best path has one hypothesis of each bit, and the first path that differs has the other.
  let last = ANTENNAS % 2u * LIST;
  for (var w = 0u; w < WORDS; w++) {
    let best = paths[(last * WORDS + w) * GROUP + lane];
    let count = min(each, ANTENNAS - w * each) * BITS;
    var missing = 0xffffffffu >> (32u - count);
    for (var p = 1u; p <= survivors && missing != 0u; p++) {
      var found = missing;
      var gap = params.clip;
      if (p < survivors) {
        found &= paths[((last + p) * WORDS + w) * GROUP + lane] ^ best;
        gap = metrics[(last + p) * GROUP + lane] - metrics[last * GROUP + lane];
      }
      missing &= ~found;
      while (found != 0u) {
        let place = firstTrailingBit(found);
        found &= found - 1u;
        let inside = place % BITS;
        let b = 2u * (BITS / 2u - 1u - inside % (BITS / 2u)) + inside / (BITS / 2u);
        let to = (at * ANTENNAS + w * each + place / BITS) * BITS + b;
        var value = select(-gap, gap, ((best >> place) & 1u) == 1u);
        if (PRIORS && p < survivors) { value -= prior[to]; }
        llr[to] = clamp(value, -params.clip, params.clip);
      }
    }
  }
}
