// K-best: L = min_{b=0} c − min_{b=1} c − prior, within ±clip, over the best LIST symbol vectors that a tree search after H = QR,
// z = Qᴴy finds. A bit that is equal in all of them gets ±clip with its sign.
// - From stream M − 1 to 0 a survivor with cost c and rest δ = z_k − Σ r_ki·s_i has Q children, one per symbol, which cost
//   c + |δ − r_kk·s|²/N0 + the prior cost of the symbol's bits. A bit that contradicts its prior costs the prior's magnitude.
// - The LIST best children of all survivors survive. Costs of the real and the imaginary axis add, so a survivor's children
//   are the sums of a column x, which includes c, and a row y. Nothing is sorted: the search is for a cost t that LIST children do not
//   exceed. A cost below t and one above it come nearer by linear interpolation of their counts.
// - Where more children have the cost at the limit than fit, the first ones survive.
// LANES invocations per use; each has PARENTS survivors, from lane·PARENTS on, and writes the next survivors lane + LANES·i. The uses
// of a workgroup wait for the last one to find its t. Needs lib/qam, lib/complex.
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
override QUADS: u32;    // vectors of four levels that hold an axis
override PRIORS: bool;  // else all priors are 0
struct Params { uses: u32, skips: u32, slope: f32, clip: f32 } // skips: whether `skipped` applies; slope: 1/N0
@group(0) @binding(0) var<storage, read> factor: array<vec2f>;  // R, [use][M][M]
@group(0) @binding(1) var<storage, read> rotated: array<vec2f>; // z, [use][M]
@group(0) @binding(2) var<storage, read> prior: array<f32>;     // [use][M·B]
@group(0) @binding(3) var<storage, read_write> llr: array<f32>; // [use][M·B]
@group(0) @binding(4) var<uniform> params: Params;
@group(0) @binding(5) var<storage, read> skipped: array<u32>;   // [use]: not 0 if its LLRs stay

const NONE = 3e38;       // cost of a child that does not exist; all others are smaller
const MOST_COUNTS = 60u; // for one t

// Of each use of the workgroup. Survivors are read in one half and written to the other.
var<workgroup> metrics: array<f32, 2u * LIST * GROUP / LANES>;       // costs c
var<workgroup> paths: array<u32, 2u * WORDS * LIST * GROUP / LANES>; // levels of the symbols so far, [half][survivor][word]
var<workgroup> rows: array<vec2f, ANTENNAS * (ANTENNAS + 1u) * GROUP / LANES>; // R, then z
var<workgroup> doubts: array<f32, 2u * ANTENNAS * 4u * QUADS * GROUP / LANES>; // prior costs, [stream][axis][level]
var<workgroup> rests: array<vec2f, LIST * GROUP / LANES>; // δ of the survivors
var<workgroup> found: array<u32, LIST * GROUP / LANES>; // children that survive: survivor, column and row, in 8 bits each
// Of each invocation.
var<workgroup> bounds: array<vec2f, GROUP>; // least and largest cost
var<workgroup> counts: array<u32, GROUP>; // children
// Least costs: of the levels of stream 0, [axis][level], then of each bit's other value in the other streams. One more column than
// invocations, so that neighbours read different banks.
var<workgroup> nearest: array<f32, (8u * QUADS + (ANTENNAS - 1u) * BITS) * (GROUP + 1u)>;
var<workgroup> open: atomic<u32>; // whether a use has no t yet
var<workgroup> goesOn: u32;

var<private> lane: u32; // of the use
var<private> at: u32;   // the use in the workgroup
var<private> x: array<vec4f, 16>; // costs of the columns, [parent][quad]
var<private> y: array<vec4f, 16>; // of the rows
var<private> marks: array<u32, 32>; // bits of the children that survive, [parent][16 columns and rows of two quads each]

fn least(v: vec4f) -> f32 { return min(min(v.x, v.y), min(v.z, v.w)); }

// Least costs of a parent's columns and rows.
fn lowest(p: u32) -> vec2f {
  var low = vec2f(NONE);
  for (var j = 0u; j < QUADS; j++) { low = min(low, vec2f(least(x[p * QUADS + j]), least(y[p * QUADS + j]))); }
  return low;
}

// Labels of a path's levels, the fields of a word.
fn bitsOf(path: u32) -> u32 { return ~(path ^ ((path >> 1u) & INNER)); }

fn place(half: u32, survivor: u32) -> u32 { return (at * 2u + half) * LIST + survivor; }

fn axisCost(k: u32, axis: u32, rest: f32, own: f32, level: u32) -> f32 {
  let levels = 1u << (BITS / 2u);
  if (level >= levels) { return NONE; }
  let error = rest - own * axisLevel(level, levels, UNIT);
  var cost = params.slope * error * error;
  if (PRIORS) { cost += doubts[((at * ANTENNAS + k) * 2u + axis) * 4u * QUADS + level]; }
  return cost;
}

fn quadCosts(k: u32, axis: u32, rest: f32, own: f32, quad: u32) -> vec4f {
  let first = 4u * quad;
  return vec4f(
    axisCost(k, axis, rest, own, first),
    axisCost(k, axis, rest, own, first + 1u),
    axisCost(k, axis, rest, own, first + 2u),
    axisCost(k, axis, rest, own, first + 3u),
  );
}

// z_k − Σ r_ki·s_i of a survivor.
fn restOf(k: u32, half: u32, survivor: u32) -> vec2f {
  let levels = 1u << (BITS / 2u);
  let each = 32u / BITS;
  let matrix = at * ANTENNAS * (ANTENNAS + 1u);
  var rest = rows[matrix + ANTENNAS * ANTENNAS + k];
  for (var i = k + 1u; i < ANTENNAS; i++) {
    let bits = paths[place(half, survivor) * WORDS + i / each] >> (i % each * BITS);
    let re = axisLevel(bits & (levels - 1u), levels, UNIT);
    let im = axisLevel((bits >> (BITS / 2u)) & (levels - 1u), levels, UNIT);
    rest -= mul(rows[matrix + k * ANTENNAS + i], vec2f(re, im));
  }
  return rest;
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

// Number of children of this invocation that cost at most t.
fn countUpTo(t: f32) -> u32 {
  var count = vec4f();
  for (var p = 0u; p < PARENTS; p++) {
    for (var i = 0u; i < QUADS; i++) {
      let room = vec4f(t) - x[p * QUADS + i];
      for (var j = 0u; j < QUADS; j++) {
        let rows = y[p * QUADS + j];
        count += step(rows, room.xxxx) + step(rows, room.yyyy) + step(rows, room.zzzz) + step(rows, room.wwww);
      }
    }
  }
  return u32(count.x + count.y + count.z + count.w);
}

fn total() -> u32 {
  var sum = 0u;
  for (var i = 0u; i < LANES; i++) { sum += counts[at * LANES + i]; }
  return sum;
}

// Sums of what `counts` has: of the invocations before this one, and of all.
fn scanned() -> vec2u {
  var sums = vec2u();
  for (var i = 0u; i < LANES; i++) {
    let one = counts[at * LANES + i];
    sums += vec2u(select(0u, one, i < lane), one);
  }
  return sums;
}

// At most `below` cost `fewer` than LIST children, and at most `above` cost `more`, LIST or more. t is the next cost to try, if the
// search is open.
struct Search { below: f32, above: f32, fewer: u32, more: u32, t: f32, isOpen: bool }

// The search after the count of children that cost at most t. It ends with LIST children, or where no number lies between: then
// the children in between are as good as each other.
fn narrowed(search: Search, count: u32) -> Search {
  var s = search;
  if (!s.isOpen) { return s; }
  if (count < LIST) {
    s.below = s.t;
    s.fewer = count;
  } else {
    s.above = s.t;
    s.more = count;
  }
  let share = clamp(f32(LIST - s.fewer) / f32(s.more - s.fewer), 0.05, 0.95);
  s.t = s.below + share * (s.above - s.below);
  s.isOpen = s.more > LIST && s.below < s.t && s.t < s.above;
  return s;
}

// Whether the search of any use is open; the same for all invocations.
fn isAnyOpen(index: u32, isOpen: bool) -> bool {
  if (isOpen) { atomicStore(&open, 1u); }
  workgroupBarrier();
  if (index == 0u) { goesOn = atomicExchange(&open, 0u); }
  return workgroupUniformLoad(&goesOn) != 0u;
}

// Marks the children that cost at most `upTo`, and more than `above` if `excludes`. Returns the number of this invocation's.
fn mark(upTo: f32, excludes: bool, above: f32) -> u32 {
  var sum = 0u;
  for (var p = 0u; p < PARENTS; p++) {
    for (var i = 0u; i < QUADS; i++) {
      for (var j = 0u; j < QUADS; j++) {
        var fits = chosen(x[p * QUADS + i], y[p * QUADS + j], upTo);
        if (excludes) { fits &= ~chosen(x[p * QUADS + i], y[p * QUADS + j], above); }
        sum += countOneBits(fits);
        let tile = i * QUADS + j;
        let word = p * MASKS + tile / 2u;
        if (tile % 2u == 0u) { marks[word] = fits; } else { marks[word] |= fits << 16u; }
      }
    }
  }
  return sum;
}

// Writes the marked children to the list from a place on, as far as it has room.
fn scatter(first: u32) {
  var next = first;
  for (var word = 0u; word < PARENTS * MASKS; word++) {
    var bits = marks[word];
    let parent = lane * PARENTS + word / MASKS;
    while (bits != 0u && next < LIST) {
      let cell = firstTrailingBit(bits);
      bits &= bits - 1u;
      let tile = 2u * (word % MASKS) + cell / 16u;
      let column = 4u * (tile / QUADS) + (cell % 16u) / 4u;
      let row = 4u * (tile % QUADS) + cell % 4u;
      found[at * LIST + next] = parent | (column << 8u) | (row << 16u);
      next++;
    }
  }
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
      metrics[place(0u, 0u)] = 0.0;
      for (var w = 0u; w < WORDS; w++) { paths[place(0u, 0u) * WORDS + w] = 0u; }
    }
  }

  var survivors = 1u;
  var limit = 0.0; // of the list's costs
  for (var step = 0u; step < ANTENNAS; step++) {
    let k = ANTENNAS - 1u - step;
    let half = step % 2u;
    let offspring = survivors << BITS;
    workgroupBarrier(); // the survivors are written
    let own = rows[at * (square + ANTENNAS) + k * ANTENNAS + k].x;
    for (var p = 0u; p < PARENTS; p++) {
      let parent = lane * PARENTS + p;
      if (isLive && parent < survivors) { rests[at * LIST + parent] = restOf(k, half, parent); }
    }
    var bound = vec2f(NONE, 0.0);
    // Without branches, so that x and y can be registers.
    for (var p = 0u; p < PARENTS; p++) {
      let parent = lane * PARENTS + p;
      let exists = isLive && parent < survivors;
      let rest = rests[at * LIST + min(parent, LIST - 1u)];
      let c = select(NONE, metrics[place(half, min(parent, LIST - 1u))], exists);
      var high = vec2f();
      for (var i = 0u; i < QUADS; i++) {
        let columns = quadCosts(k, 0u, rest.x, own, i);
        let rows = quadCosts(k, 1u, rest.y, own, i);
        x[p * QUADS + i] = select(vec4f(NONE), vec4f(c) + columns, exists);
        y[p * QUADS + i] = select(vec4f(), rows, exists);
        let isLevel = vec4u(4u * i) + vec4u(0u, 1u, 2u, 3u) < vec4u(levels);
        high = max(high, vec2f(-least(-select(vec4f(), columns, isLevel)), -least(-select(vec4f(), rows, isLevel))));
      }
      // With a full list the best children are enough of them; else all children are.
      let low = lowest(p);
      let most = c + select(high.x + high.y, low.x - c + low.y, survivors == LIST);
      bound = vec2f(min(bound.x, low.x + low.y), max(bound.y, select(0.0, most, exists)));
    }
    bounds[index] = bound;
    workgroupBarrier();
    for (var i = 0u; i < LANES; i++) {
      let one = bounds[at * LANES + i];
      bound = vec2f(min(bound.x, one.x), max(bound.y, one.y));
    }

    // A count compares y with t − x, which is rounded. The first limits leave room for that.
    let highest = select(bound.y * (1.0 + 1e-6) + 1e-30, NONE / 2.0, offspring <= LIST);
    var search = Search(bound.x * (1.0 - 1e-6) - 1e-30, highest, 0u, offspring, highest, isLive && offspring > LIST);
    for (var i = 0u; i < MOST_COUNTS && offspring > LIST; i++) { // the same for all invocations
      counts[index] = select(0u, countUpTo(search.t), search.isOpen);
      workgroupBarrier();
      search = narrowed(search, total());
      if (!isAnyOpen(index, search.isOpen)) { break; }
    }
    limit = search.above;
    if (k == 0u) { break; }

    // First the children up to `below`. Where no limit lies between them, others up to `above` follow.
    let isExact = search.more <= LIST;
    var done = 0u;
    for (var round = 0u; round < 2u; round++) {
      counts[index] = mark(select(search.above, search.below, round == 0u && !isExact), round == 1u, search.below);
      workgroupBarrier();
      let sums = scanned();
      scatter(done + sums.x);
      done += sums.y;
      if (!isAnyOpen(index, isLive && !isExact && round == 0u)) { break; }
    }
    survivors = min(offspring, LIST);
    for (var i = 0u; i < PARENTS; i++) {
      let survivor = lane + LANES * i;
      if (!isLive || survivor >= survivors) { continue; }
      let child = found[at * LIST + survivor];
      let parent = place(half, child & 255u);
      let rest = rests[at * LIST + (child & 255u)];
      let column = (child >> 8u) & 255u;
      let row = child >> 16u;
      let cost = axisCost(k, 0u, rest.x, own, column) + axisCost(k, 1u, rest.y, own, row);
      metrics[place(1u - half, survivor)] = metrics[parent] + cost;
      for (var w = 0u; w < WORDS; w++) {
        let symbol = select(0u, (column | (row << (BITS / 2u))) << (k % each * BITS), w == k / each);
        paths[place(1u - half, survivor) * WORDS + w] = paths[parent * WORDS + w] | symbol;
      }
    }
  }

  // Least costs of this invocation's survivors by level of stream 0; the best path of all; its bits' other values.
  let half = (ANTENNAS - 1u) % 2u;
  let stride = GROUP + 1u;
  for (var i = 0u; i < QUADS; i++) {
    var ofX = vec4f(NONE);
    var ofY = vec4f(NONE);
    for (var p = 0u; p < PARENTS; p++) {
      let low = lowest(p);
      ofX = min(ofX, x[p * QUADS + i] + low.yyyy);
      ofY = min(ofY, y[p * QUADS + i] + low.xxxx);
    }
    let column = 4u * i * stride + index;
    let row = 4u * (QUADS + i) * stride + index;
    nearest[column] = ofX.x;
    nearest[column + stride] = ofX.y;
    nearest[column + 2u * stride] = ofX.z;
    nearest[column + 3u * stride] = ofX.w;
    nearest[row] = ofY.x;
    nearest[row + stride] = ofY.y;
    nearest[row + 2u * stride] = ofY.z;
    nearest[row + 3u * stride] = ofY.w;
  }
  var best = vec2f(NONE); // cost, and the survivor as a number
  for (var p = 0u; p < PARENTS; p++) {
    let parent = lane * PARENTS + p;
    let low = lowest(p);
    let cost = select(NONE, low.x + low.y, isLive && parent < survivors && low.x + low.y <= limit);
    if (cost < best.x) { best = vec2f(cost, f32(parent)); }
    if (parent < LIST) { metrics[place(half, parent)] = cost; }
  }
  bounds[index] = best;
  workgroupBarrier();
  for (var i = 0u; i < LANES; i++) {
    let one = bounds[at * LANES + i];
    if (one.x < best.x) { best = one; }
  }
  let decided = min(u32(best.y), LIST - 1u);
  for (var m = 1u; m < ANTENNAS; m++) {
    let word = m / each;
    let own = bitsOf(paths[place(half, decided) * WORDS + word]) >> (m % each * BITS);
    for (var bit = 0u; bit < BITS; bit++) {
      var other = NONE;
      for (var p = 0u; p < PARENTS; p++) {
        let parent = min(lane * PARENTS + p, LIST - 1u);
        let path = bitsOf(paths[place(half, parent) * WORDS + word]) >> (m % each * BITS);
        let differs = (((path ^ own) >> bit) & 1u) == 1u;
        other = min(other, select(NONE, metrics[place(half, parent)], differs));
      }
      nearest[(8u * QUADS + (m - 1u) * BITS + bit) * stride + index] = other;
    }
  }
  workgroupBarrier();
  for (var i = lane; i < 8u * QUADS + (ANTENNAS - 1u) * BITS; i += LANES) {
    var low = NONE;
    for (var j = 0u; j < LANES; j++) { low = min(low, nearest[i * stride + at * LANES + j]); }
    nearest[i * stride + at * LANES] = select(NONE, low, low <= limit);
  }
  workgroupBarrier();
  for (var bit = lane; isLive && bit < ANTENNAS * BITS; bit += LANES) {
    let m = bit / BITS;
    let axis = bit % 2u;
    let inside = BITS / 2u - 1u - bit % BITS / 2u;
    var low = vec2f(NONE); // where the bit is 0 and 1
    if (m == 0u) {
      for (var level = 0u; level < levels; level++) {
        let isOne = ((axisLabel(level, levels) >> inside) & 1u) == 1u;
        let cost = nearest[(4u * QUADS * axis + level) * stride + at * LANES];
        low = min(low, select(vec2f(cost, NONE), vec2f(NONE, cost), isOne));
      }
    } else {
      let shift = axis * (BITS / 2u) + inside;
      let other = nearest[(8u * QUADS + (m - 1u) * BITS + shift) * stride + at * LANES];
      let path = bitsOf(paths[place(half, decided) * WORDS + m / each]) >> (m % each * BITS);
      low = select(vec2f(best.x, other), vec2f(other, best.x), ((path >> shift) & 1u) == 1u);
    }
    var value = low.x - low.y;
    let to = use_ * ANTENNAS * BITS + bit;
    if (PRIORS && max(low.x, low.y) < NONE) { value -= prior[to]; }
    llr[to] = clamp(value, -params.clip, params.clip);
  }
}
