// K-best: L = min_{b=0} c − min_{b=1} c − prior, within ±clip, over the best LIST symbol vectors that a tree search after H = QR,
// z = Qᴴy finds. A bit that is equal in all of them gets ±clip with its sign.
// - From stream M − 1 to 0 a survivor with cost c and rest δ = z_k − Σ r_ki·s_i has Q children, one per symbol, which cost
//   c + |δ − r_kk·s|²/N0 + the prior cost of the symbol's bits. A bit that contradicts its prior costs the prior's magnitude.
// - The LIST best children of all survivors survive. Costs of the real and the imaginary axis add, so a survivor's children
//   are the sums of a column x, which includes c, and a row y. Nothing is sorted: the search is for a cost t that LIST children do not
//   exceed (lib/limit-search).
// - A survivor's first four columns are the levels nearest to δ/r_kk; the others follow in rising order, and rows alike. A block of 4 × 4
//   children whose least column and row exceed t together is left out: of four blocks few survivors have more than one in reach.
// - The children up to t are marked by bits. A new survivor finds its parent and itself by its number among them.
// - Where more children have the cost at the limit than fit, the first ones survive.
// LANES invocations per use; each has the PARENTS survivors lane + LANES·i, of the old list and of the new one. The uses of a workgroup
// wait for the last one to find its t. Needs lib/limit-search, lib/lane-counts, lib/nth-bit, lib/axis, lib/complex.
override GROUP: u32;    // invocations per workgroup, a multiple of LANES
override LANES: u32;
override PARENTS: u32;  // ⌈LIST/LANES⌉, at most 16 divided by QUADS, and 32 divided by MASKS
override ANTENNAS: u32; // M = N
override BITS: u32;     // of a symbol, B
override UNIT: f32;     // half the distance of levels
override LIST: u32;     // K
override WORDS: u32;    // of a path: ⌊32/B⌋ symbols in each
override INNER: u32;    // bits of a path below an axis's highest one
override MASKS: u32;    // words with a bit for each child of a survivor
override MARKS: u32;    // PARENTS·MASKS
override QUADS: u32;    // vectors of four levels that hold an axis
override EXCHANGE: u32; // words for the larger of: max(4·QUADS, B) rows; MARKS of each invocation and LIST of each use
override PRIORS: bool;  // else all priors are 0
override DOUBTS: u32;   // prior costs of a use: 8·M·QUADS, or 1 without priors
struct Params { uses: u32, skips: u32, slope: f32, clip: f32 } // skips: whether `skipped` applies; slope: 1/N0
@group(0) @binding(0) var<storage, read> factor: array<vec2f>;  // R, [use][M][M]
@group(0) @binding(1) var<storage, read> rotated: array<vec2f>; // z, [use][M]
@group(0) @binding(2) var<storage, read> prior: array<f32>;     // [use][M·B]
@group(0) @binding(3) var<storage, read_write> llr: array<f32>; // [use][M·B]
@group(0) @binding(4) var<uniform> params: Params;
@group(0) @binding(5) var<storage, read> skipped: array<u32>;   // [use]: not 0 if its LLRs stay

const NONE = 3e38;       // cost of a child that does not exist; all others are smaller
const MOST_COUNTS = 60u; // for one t

// Of each use of the workgroup. They are kept small: a multiprocessor runs as many workgroups as have room in its memory.
var<workgroup> metrics: array<f32, LIST * GROUP / LANES>;       // costs c
var<workgroup> paths: array<u32, WORDS * LIST * GROUP / LANES>; // levels of the symbols so far, [survivor][word]
var<workgroup> rows: array<vec2f, ANTENNAS * (ANTENNAS + 1u) * GROUP / LANES>; // R, then z
var<workgroup> doubts: array<f32, DOUBTS * GROUP / LANES>; // prior costs, [stream][axis][level]
// Least costs: of the levels of stream 0, [axis][level], then of each bit's other value in the other streams.
var<workgroup> nearest: array<f32, (8u * QUADS + (ANTENNAS - 1u) * BITS) * GROUP / LANES>;
var<workgroup> firsts: array<u32, LIST * GROUP / LANES>; // of the survivors' columns and rows, in 8 bits each
// Values that the invocations compare, in rows with one more column than invocations, so that neighbours read different banks. Between
// two searches: the marks, [survivor of an invocation][16 columns and rows of two blocks][invocation]; then for each new survivor
// the invocation of the use that has its parent, and its number there, in 8 bits and the others.
var<workgroup> exchange: array<u32, EXCHANGE>;
var<workgroup> open: atomic<u32>; // whether a use has no t yet
var<workgroup> goesOn: u32;

var<private> lane: u32; // of the use
var<private> at: u32;   // the use in the workgroup
// Of this invocation's survivors.
var<private> costs: array<f32, 16>;   // c
var<private> symbols: array<u32, 32>; // paths
var<private> x: array<vec4f, 16>; // costs of the columns, [parent][quad]
var<private> y: array<vec4f, 16>; // of the rows
var<private> lows: array<vec2f, 16>; // least values of both

fn least(v: vec4f) -> f32 { return min(min(v.x, v.y), min(v.z, v.w)); }

// Least costs of a parent's columns and rows.
fn lowest(p: u32) -> vec2f {
  var low = vec2f(NONE);
  for (var j = 0u; j < QUADS; j++) { low = min(low, lows[p * QUADS + j]); }
  return low;
}

// The level at a place of a survivor's columns or rows.
fn levelAt(place: u32, first: u32) -> u32 {
  if (QUADS == 1u) { return place; }
  let other = place - 4u;
  return select(other + select(4u, 0u, other < first), first + place, place < 4u);
}

// The lowest of the four levels that are nearest to an origin.
fn firstOf(origin: vec2f, gap: f32) -> vec2u {
  if (QUADS == 1u) { return vec2u(); }
  return min(vec2u(max(floor(origin / gap - 1.0), vec2f())), vec2u((1u << (BITS / 2u)) - 4u));
}

// Labels of a path's levels, the fields of a word.
fn bitsOf(path: u32) -> u32 { return ~(path ^ ((path >> 1u) & INNER)); }

fn place(survivor: u32) -> u32 { return at * LIST + survivor; }

fn doubt(k: u32, axis: u32, level: u32) -> f32 { return doubts[((at * ANTENNAS + k) * 2u + axis) * 4u * QUADS + level]; }

fn axisCost(k: u32, axis: u32, origin: f32, gap: f32, level: u32) -> f32 {
  let error = origin - gap * f32(level);
  var cost = error * error;
  if (PRIORS) { cost += doubt(k, axis, level); }
  return cost;
}

// Costs of four columns or rows.
fn quadCosts(k: u32, axis: u32, origin: f32, gap: f32, quad: u32, first: u32) -> vec4f {
  let places = f32(4u * quad) + vec4f(0.0, 1.0, 2.0, 3.0);
  let others = places - 4.0;
  let level = select(select(others + 4.0, others, others < vec4f(f32(first))), f32(first) + places, quad == 0u);
  let error = origin - gap * level;
  var costs = error * error;
  if (PRIORS) {
    let levels = vec4u(level);
    costs += vec4f(doubt(k, axis, levels.x), doubt(k, axis, levels.y), doubt(k, axis, levels.z), doubt(k, axis, levels.w));
  }
  return select(vec4f(NONE), costs, level < vec4f(f32(1u << (BITS / 2u))));
}

// The origin of a survivor: δ = z_k − Σ r_ki·s_i, seen from level 0 and over √N0. A level is at `gap` times its number.
fn originOf(k: u32, p: u32, gap: f32) -> vec2f {
  let levels = 1u << (BITS / 2u);
  let each = 32u / BITS;
  let matrix = at * ANTENNAS * (ANTENNAS + 1u);
  var rest = rows[matrix + ANTENNAS * ANTENNAS + k];
  for (var w = 0u; w < WORDS; w++) {
    for (var i = max(k + 1u, w * each); i < min(ANTENNAS, (w + 1u) * each); i++) {
      let bits = symbols[p * WORDS + w] >> (i % each * BITS);
      let re = axisLevel(bits & (levels - 1u), levels, UNIT);
      let im = axisLevel((bits >> (BITS / 2u)) & (levels - 1u), levels, UNIT);
      rest -= mul(rows[matrix + k * ANTENNAS + i], vec2f(re, im));
    }
  }
  return rest * sqrt(params.slope) + vec2f(gap * (f32(levels) / 2.0 - 0.5));
}

// Which of 16 children of a parent cost at most t: bit 4i + j for level i of the quad of columns and level j of the quad of rows.
fn chosen(columns: vec4f, rows: vec4f, t: f32) -> u32 {
  let room = vec4f(t) - columns;
  let bits = vec4u(1u, 2u, 4u, 8u);
  let none = vec4u();
  let all = select(none, bits, rows <= room.xxxx) + select(none, bits << vec4u(4u), rows <= room.yyyy)
    + select(none, bits << vec4u(8u), rows <= room.zzzz) + select(none, bits << vec4u(12u), rows <= room.wwww);
  return all.x + all.y + all.z + all.w;
}

// Whether children of a block may cost at most t. Their rows are compared with the same rounded differences.
fn isNear(p: u32, i: u32, j: u32, t: f32) -> bool {
  return QUADS == 1u || lows[p * QUADS + j].y <= t - lows[p * QUADS + i].x;
}

// Number of children of this invocation that cost at most t.
fn countUpTo(t: f32) -> u32 {
  var count = vec4f();
  for (var p = 0u; p < PARENTS; p++) {
    for (var i = 0u; i < QUADS; i++) {
      let room = vec4f(t) - x[p * QUADS + i];
      for (var j = 0u; j < QUADS; j++) {
        if (isNear(p, i, j, t)) {
          let rows = y[p * QUADS + j];
          count += step(rows, room.xxxx) + step(rows, room.yyyy) + step(rows, room.zzzz) + step(rows, room.wwww);
        }
      }
    }
  }
  return u32(count.x + count.y + count.z + count.w);
}

// Whether the search of any use is open; the same for all invocations.
fn isAnyOpen(index: u32, isOpen: bool) -> bool {
  if (LANES == GROUP) {
    if (index == 0u) { goesOn = u32(isOpen); }
    return workgroupUniformLoad(&goesOn) != 0u;
  }
  if (isOpen) { atomicStore(&open, 1u); }
  workgroupBarrier();
  if (index == 0u) { goesOn = atomicExchange(&open, 0u); }
  return workgroupUniformLoad(&goesOn) != 0u;
}

// Marks the children that cost at most `upTo`, and more than `above` if `excludes`. Returns the number of this invocation's.
fn mark(upTo: f32, excludes: bool, above: f32, index: u32) -> u32 {
  var sum = 0u;
  for (var p = 0u; p < PARENTS; p++) {
    var word = 0u;
    for (var i = 0u; i < QUADS; i++) {
      for (var j = 0u; j < QUADS; j++) {
        var fits = 0u;
        if (isNear(p, i, j, upTo)) {
          fits = chosen(x[p * QUADS + i], y[p * QUADS + j], upTo);
          if (excludes) { fits &= ~chosen(x[p * QUADS + i], y[p * QUADS + j], above); }
        }
        let tile = i * QUADS + j;
        word |= fits << (16u * (tile % 2u));
        if (tile % 2u == 1u || QUADS == 1u) {
          exchange[(p * MASKS + tile / 2u) * GROUP + index] = word;
          sum += countOneBits(word);
          word = 0u;
        }
      }
    }
  }
  return sum;
}

// Keeps the least cost of a level of stream 0, the first time without what is there.
fn keepLevel(level: u32, cost: f32, isFirst: bool, index: u32) {
  let to = level * (GROUP + 1u) + index;
  exchange[to] = bitcast<u32>(min(cost, select(bitcast<f32>(exchange[to]), NONE, isFirst)));
}

fn keepLevels(p: u32, quad: u32, first: u32, costs: vec4f, index: u32) {
  keepLevel(levelAt(4u * quad, first), costs.x, p == 0u, index);
  keepLevel(levelAt(4u * quad + 1u, first), costs.y, p == 0u, index);
  keepLevel(levelAt(4u * quad + 2u, first), costs.z, p == 0u, index);
  keepLevel(levelAt(4u * quad + 3u, first), costs.w, p == 0u, index);
}

// The least values of shared rows, where they are at most `limit`.
fn keepLeast(first: u32, count: u32, limit: f32) {
  workgroupBarrier();
  for (var row = lane; row < count; row += LANES) {
    var low = NONE;
    for (var i = 0u; i < LANES; i++) { low = min(low, bitcast<f32>(exchange[row * (GROUP + 1u) + at * LANES + i])); }
    nearest[(first + row) * (GROUP / LANES) + at] = select(NONE, low, low <= limit);
  }
  workgroupBarrier();
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  lane = index % LANES;
  at = index / LANES;
  let use_ = (group.x + 32768u * group.y) * (GROUP / LANES) + at;
  var isLive = use_ < params.uses;
  if (isLive && params.skips == 1u) { isLive = skipped[use_] == 0u; }
  let levels = 1u << (BITS / 2u);
  let each = 32u / BITS;
  let square = ANTENNAS * ANTENNAS;
  let stride = GROUP + 1u;
  if (isLive) {
    for (var i = lane; i < square; i += LANES) { rows[at * (square + ANTENNAS) + i] = factor[use_ * square + i]; }
    for (var i = lane; i < ANTENNAS; i += LANES) { rows[at * (square + ANTENNAS) + square + i] = rotated[use_ * ANTENNAS + i]; }
    for (var i = lane; PRIORS && i < 2u * ANTENNAS * levels; i += LANES) {
      let k = i / (2u * levels);
      let axis = i / levels % 2u;
      let level = i % levels;
      var cost = 0.0;
      for (var j = 0u; j < BITS / 2u; j++) {
        let l = prior[(use_ * ANTENNAS + k) * BITS + 2u * j + axis];
        cost += max(select(l, -l, ((axisLabel(level, levels) >> (BITS / 2u - 1u - j)) & 1u) == 1u), 0.0);
      }
      doubts[((at * ANTENNAS + k) * 2u + axis) * 4u * QUADS + level] = cost;
    }
    if (lane == 0u) {
      metrics[place(0u)] = 0.0;
      for (var w = 0u; w < WORDS; w++) { paths[place(0u) * WORDS + w] = 0u; }
    }
  }

  var survivors = 1u;
  var limit = 0.0; // of the list's costs
  for (var step = 0u; step < ANTENNAS; step++) {
    let k = ANTENNAS - 1u - step;
    let offspring = survivors << BITS;
    workgroupBarrier(); // survivors are written, and what is shared has been read
    let gap = 2.0 * UNIT * rows[at * (square + ANTENNAS) + k * ANTENNAS + k].x * sqrt(params.slope);
    var bound = vec2f(NONE, 0.0);
    // Without branches, so that x and y can be registers.
    for (var p = 0u; p < PARENTS; p++) {
      let exists = isLive && lane + LANES * p < survivors;
      let c = select(NONE, costs[p], exists);
      let origin = originOf(k, p, gap);
      let first = firstOf(origin, gap);
      if (exists) { firsts[place(lane + LANES * p)] = first.x | (first.y << 8u); }
      var high = vec2f();
      for (var i = 0u; i < QUADS; i++) {
        let columns = quadCosts(k, 0u, origin.x, gap, i, first.x);
        let rows = quadCosts(k, 1u, origin.y, gap, i, first.y);
        x[p * QUADS + i] = select(vec4f(NONE), vec4f(c) + columns, exists);
        y[p * QUADS + i] = select(vec4f(), rows, exists);
        lows[p * QUADS + i] = vec2f(least(x[p * QUADS + i]), least(y[p * QUADS + i]));
        let isLevel = vec4u(4u * i) + vec4u(0u, 1u, 2u, 3u) < vec4u(levels);
        high = max(high, vec2f(-least(-select(vec4f(), columns, isLevel)), -least(-select(vec4f(), rows, isLevel))));
      }
      // With a full list the best children are enough of them; else all children are.
      let low = lowest(p);
      let most = c + select(high.x + high.y, low.x - c + low.y, survivors == LIST);
      bound = vec2f(min(bound.x, low.x + low.y), max(bound.y, select(0.0, most, exists)));
    }
    exchange[index] = bitcast<u32>(bound.x);
    exchange[stride + index] = bitcast<u32>(bound.y);
    workgroupBarrier();
    for (var i = 0u; i < LANES; i++) {
      let one = bitcast<vec2f>(vec2u(exchange[at * LANES + i], exchange[stride + at * LANES + i]));
      bound = vec2f(min(bound.x, one.x), max(bound.y, one.y));
    }

    // A count compares y with t − x, which is rounded. The first limits leave room for that.
    let highest = select(bound.y * (1.0 + 1e-6) + 1e-30, NONE / 2.0, offspring <= LIST);
    var search = Search(bound.x * (1.0 - 1e-6) - 1e-30, highest, 0u, offspring, highest, isLive && offspring > LIST);
    for (var i = 0u; i < MOST_COUNTS && offspring > LIST; i++) { // the same for all invocations
      keepCount(index, select(0u, countUpTo(search.t), search.isOpen));
      workgroupBarrier();
      search = narrowed(search, total());
      if (!isAnyOpen(index, search.isOpen)) { break; }
    }
    limit = search.above;
    if (k == 0u) { break; }

    // First the children up to `below`. Where no limit lies between them, others up to `above` follow.
    let isExact = search.more <= LIST;
    let list = MARKS * GROUP + at * LIST;
    var done = 0u;
    for (var round = 0u; round < 2u; round++) {
      workgroupBarrier(); // what is shared has been read
      let count = mark(select(search.above, search.below, round == 0u && !isExact), round == 1u, search.below, index);
      keepCount(index, count);
      workgroupBarrier();
      let sums = scanned();
      var next = min(done + sums.x, LIST);
      for (var word = 0u; word < MARKS; word++) {
        let fitting = min(countOneBits(exchange[word * GROUP + index]), LIST - next);
        for (var i = 0u; i < fitting; i++) { exchange[list + next + i] = lane | (word << 8u) | (i << 16u); }
        next += fitting;
      }
      workgroupBarrier();
      for (var i = 0u; i < PARENTS; i++) {
        let survivor = lane + LANES * i;
        if (isLive && survivor >= done && survivor < min(done + sums.y, LIST)) {
          let child = exchange[list + survivor];
          let word = (child >> 8u) & 255u;
          let bit = setBit(exchange[word * GROUP + at * LANES + (child & 255u)], child >> 16u);
          let parent = place((child & 255u) + LANES * (word / MASKS));
          let tile = 2u * (word % MASKS) + bit / 16u;
          let first = firsts[parent];
          let column = levelAt(4u * (tile / QUADS) + bit % 16u / 4u, first & 255u);
          let row = levelAt(4u * (tile % QUADS) + bit % 4u, first >> 8u);
          for (var w = 0u; w < WORDS; w++) { symbols[i * WORDS + w] = paths[parent * WORDS + w]; }
          let origin = originOf(k, i, gap);
          let cost = axisCost(k, 0u, origin.x, gap, column) + axisCost(k, 1u, origin.y, gap, row);
          costs[i] = metrics[parent] + cost;
          for (var w = 0u; w < WORDS; w++) {
            symbols[i * WORDS + w] |= select(0u, (column | (row << (BITS / 2u))) << (k % each * BITS), w == k / each);
          }
        }
      }
      done += sums.y;
      if (!isAnyOpen(index, isLive && !isExact && round == 0u)) { break; }
    }
    workgroupBarrier(); // the old survivors have been read
    for (var i = 0u; i < PARENTS; i++) {
      let survivor = lane + LANES * i;
      if (survivor < LIST) {
        metrics[place(survivor)] = costs[i];
        for (var w = 0u; w < WORDS; w++) { paths[place(survivor) * WORDS + w] = symbols[i * WORDS + w]; }
      }
    }
    survivors = min(offspring, LIST);
  }

  // Least costs of this invocation's survivors by level of stream 0.
  for (var axis = 0u; axis < 2u; axis++) {
    workgroupBarrier(); // what is shared has been read
    for (var p = 0u; p < PARENTS; p++) {
      let low = lowest(p);
      let first = firsts[place(min(lane + LANES * p, LIST - 1u))];
      for (var i = 0u; i < QUADS; i++) {
        if (axis == 0u) {
          keepLevels(p, i, first & 255u, x[p * QUADS + i] + low.yyyy, index);
        } else {
          keepLevels(p, i, first >> 8u, y[p * QUADS + i] + low.xxxx, index);
        }
      }
    }
    keepLeast(4u * QUADS * axis, 4u * QUADS, limit);
  }
  // The best path of all, and the other values of its bits.
  var best = vec2f(NONE); // cost, and the survivor as a number
  for (var p = 0u; p < PARENTS; p++) {
    let parent = lane + LANES * p;
    let low = lowest(p);
    let cost = select(NONE, low.x + low.y, isLive && parent < survivors && low.x + low.y <= limit);
    if (cost < best.x) { best = vec2f(cost, f32(parent)); }
    costs[p] = cost;
  }
  exchange[index] = bitcast<u32>(best.x);
  exchange[stride + index] = bitcast<u32>(best.y);
  workgroupBarrier();
  for (var i = 0u; i < LANES; i++) {
    let one = bitcast<vec2f>(vec2u(exchange[at * LANES + i], exchange[stride + at * LANES + i]));
    if (one.x < best.x) { best = one; }
  }
  let decided = min(u32(best.y), LIST - 1u);
  workgroupBarrier();
  for (var m = 1u; m < ANTENNAS; m++) {
    let word = m / each;
    let own = bitsOf(paths[place(decided) * WORDS + word]) >> (m % each * BITS);
    for (var bit = 0u; bit < BITS; bit++) {
      var other = NONE;
      for (var p = 0u; p < PARENTS; p++) {
        let path = bitsOf(symbols[p * WORDS + word]) >> (m % each * BITS);
        other = min(other, select(NONE, costs[p], (((path ^ own) >> bit) & 1u) == 1u));
      }
      exchange[bit * stride + index] = bitcast<u32>(other);
    }
    keepLeast(8u * QUADS + (m - 1u) * BITS, BITS, limit);
  }
  for (var bit = lane; isLive && bit < ANTENNAS * BITS; bit += LANES) {
    let m = bit / BITS;
    let axis = bit % 2u;
    let inside = BITS / 2u - 1u - bit % BITS / 2u;
    var low = vec2f(NONE); // where the bit is 0 and 1
    if (m == 0u) {
      for (var level = 0u; level < levels; level++) {
        let isOne = ((axisLabel(level, levels) >> inside) & 1u) == 1u;
        let cost = nearest[(4u * QUADS * axis + level) * (GROUP / LANES) + at];
        low = min(low, select(vec2f(cost, NONE), vec2f(NONE, cost), isOne));
      }
    } else {
      let shift = axis * (BITS / 2u) + inside;
      let other = nearest[(8u * QUADS + (m - 1u) * BITS + shift) * (GROUP / LANES) + at];
      let path = bitsOf(paths[place(decided) * WORDS + m / each]) >> (m % each * BITS);
      low = select(vec2f(best.x, other), vec2f(other, best.x), ((path >> shift) & 1u) == 1u);
    }
    var value = low.x - low.y;
    let to = use_ * ANTENNAS * BITS + bit;
    if (PRIORS && max(low.x, low.y) < NONE) { value -= prior[to]; }
    llr[to] = clamp(value, -params.clip, params.clip);
  }
}
