// Trellis traversal, max-log, after H = QR and z = Qᴴy: a stage per stream, from the last to 0, of Q vertices. A survivor with
// metric d and rests δ_j = z_j − Σ r_ji·s_i (its symbols so far) reaches vertex s of stage k at d + |δ_k − r_kk·s|²; a vertex
// keeps the best (edge reduction). List k: the survivors of stage k, each extended through the best vertices to stage 0;
// L = (min_{b=0} d − min_{b=1} d)/N0 for the bits of stage k's stream, or for all bits from list 0 alone (one pass).
// Order o of the antennas has stream (k + o) mod M at stage k; a bit takes the least metrics of all orders. Priors cost a vertex
// N0·Σ max(0, ∓L) over its bits. Where [H; √N0·I] is decomposed, a vertex costs −N0·|s|².
// An invocation per four vertices of a use, in the components of its vectors: neighbours along the imaginary axis, or all four.
// QR by the use's first one. With four vertices a use is one invocation, whose survivors stay in registers.
// Needs lib/qam, lib/complex.
override ANTENNAS: u32;  // M = N, 1 … 4
override AXIS_BITS: u32; // bits of an axis, B/2
override LEVELS: u32;    // √Q, 2 … 8
override UNIT: f32;      // half the distance of levels
override LANES: u32;     // invocations per use, Q/4
override USES: u32;      // uses per workgroup
override ONE_PASS: u32;  // 1: list 0 serves all streams; 0: a list per stream
override ORDERS: u32;    // of the antennas, 1 … M
override LISTS: u32;     // kept: M where there are several orders, otherwise 1
override EXTENDED: u32;  // 1: [H; √N0·I] is decomposed
override PRIORS: u32;    // 1: there are priors
const ROUNDING = 1e-12;     // power of a column that is left by rounding, relative to the whole column's
const LARGEST_PRIOR = 1e4;  // magnitude
struct Params { uses: u32, slope: f32, clip: f32, noise: f32 } // slope: 1/N0; noise: N0
@group(0) @binding(0) var<storage, read> channel: array<vec2f>;  // [use][N][M]
@group(0) @binding(1) var<storage, read> received: array<vec2f>; // [use][N]
@group(0) @binding(2) var<storage, read_write> llr: array<f32>;  // [use][M·B]
@group(0) @binding(3) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> prior: array<f32>;      // [use][M·B]; not read without priors

// Of each use, uses next to each other.
var<workgroup> factor: array<vec2f, ANTENNAS * (ANTENNAS + 1u) / 2u * USES>;    // R by columns; r_kk with a scale to slice
var<workgroup> rotated: array<vec2f, ANTENNAS * USES>;                          // z
var<workgroup> metrics: array<f32, LEVELS * LEVELS * USES>;                     // of the survivors
var<workgroup> rests: array<vec2f, (ANTENNAS * LEVELS * LEVELS + 1u) * USES>;   // δ, [stage][survivor]; at first H
var<workgroup> list: array<f32, LISTS * LEVELS * LEVELS * USES>;                // metrics of extended paths
var<workgroup> least: array<vec2f, LEVELS * USES>;                              // of the list, by level of each axis
var<workgroup> history: array<u32, 1u + ONE_PASS * LEVELS * LEVELS * USES>;     // bits of the survivors

var<workgroup> costs: array<f32, 1u + PRIORS * ANTENNAS * 2u * LEVELS * USES>;  // of a level, [stream][axis][level]

// Four complex numbers.
struct Column { re: vec4f, im: vec4f }

// A column of [H; √N0·I]; the part below is zero and unused where H alone is decomposed.
struct Tall { top: Column, low: Column }

// aᴴb
fn inner(a: Column, b: Column) -> vec2f {
  return vec2f(dot(a.re, b.re) + dot(a.im, b.im), dot(a.re, b.im) - dot(a.im, b.re));
}

// a − c·b
fn without(a: Column, c: vec2f, b: Column) -> Column {
  return Column(a.re - c.x * b.re + c.y * b.im, a.im - c.x * b.im - c.y * b.re);
}

// Where entry e of H lies in `rests`, an odd number of words apart so that uses meet in no memory bank.
fn staged(slot: u32, e: u32) -> u32 {
  return slot * ((ANTENNAS * ANTENNAS) | 1u) + e;
}

// Entry i of the workgroup's channels.
fn put(i: u32, h: vec2f) {
  let entries = ANTENNAS * ANTENNAS;
  if (i < entries * USES) { rests[staged(i / entries, i % entries)] = h; }
}

fn entry(slot: u32, r: u32, c: u32) -> vec2f {
  if (r >= ANTENNAS) { return vec2f(); }
  return rests[staged(slot, r * ANTENNAS + c)];
}

fn answer(at: u32, r: u32) -> vec2f {
  if (r >= ANTENNAS) { return vec2f(); }
  return received[at * ANTENNAS + r];
}

fn column(a: vec2f, b: vec2f, c: vec2f, d: vec2f) -> Column {
  return Column(vec4f(a.x, b.x, c.x, d.x), vec4f(a.y, b.y, c.y, d.y));
}

fn every(a: vec2f) -> Column {
  return column(a, a, a, a);
}

// Where r_jk is, j ≤ k.
fn place(j: u32, k: u32, slot: u32) -> u32 {
  return (k * (k + 1u) / 2u + j) * USES + slot;
}

// The stream at stage k.
fn streamAt(k: u32, order: u32) -> u32 {
  return (k + order) % ANTENNAS;
}

// The column of stream m, with √N0 in row k below.
fn columnOf(slot: u32, m: u32, k: u32) -> Tall {
  let top = column(entry(slot, 0u, m), entry(slot, 1u, m), entry(slot, 2u, m), entry(slot, 3u, m));
  if (EXTENDED == 0u) { return Tall(top, Column()); }
  return Tall(top, Column(select(vec4f(), vec4f(sqrt(params.noise)), vec4u(0u, 1u, 2u, 3u) == vec4u(k)), vec4f()));
}

fn innerTall(a: Tall, b: Tall) -> vec2f {
  var sum = inner(a.top, b.top);
  if (EXTENDED == 1u) { sum += inner(a.low, b.low); }
  return sum;
}

// a − c·b
fn withoutTall(a: Tall, c: vec2f, b: Tall) -> Tall {
  var rest = Tall(without(a.top, c, b.top), Column());
  if (EXTENDED == 1u) { rest.low = without(a.low, c, b.low); }
  return rest;
}

fn scaled(c: f32, a: Tall) -> Tall {
  var result = Tall(Column(c * a.top.re, c * a.top.im), Column());
  if (EXTENDED == 1u) { result.low = Column(c * a.low.re, c * a.low.im); }
  return result;
}

// 1/√power, or 0 where a column depends on those before it.
fn inverseNorm(power: f32, whole: f32) -> f32 {
  return select(0.0, inverseSqrt(power), power > max(ROUNDING * whole, 1e-30));
}

// Column k's direction, and r_kk: both zero where it depends on the columns before it, whose power was `whole`.
fn direction(h: Tall, whole: f32, k: u32, slot: u32) -> Tall {
  let power = innerTall(h, h).x;
  let scale = inverseNorm(power, whole);
  // A rest δ is nearest to level δ·slicing, in distances of levels.
  var slicing = 0.5 * scale / UNIT;
  if (EXTENDED == 1u) {
    let open = power - params.noise;
    slicing = select(0.0, 0.5 * scale * power / (UNIT * open), open > 1e-6 * power);
  }
  factor[place(k, k, slot)] = vec2f(scale * power, slicing);
  return scaled(scale, h);
}

// Column j less its part along q_k, which is r_kj.
fn apart(h: Tall, q: Tall, k: u32, j: u32, slot: u32) -> Tall {
  let r = innerTall(q, h);
  factor[place(k, j, slot)] = r;
  return withoutTall(h, r, q);
}

// The same of y, z_k.
fn rotate(y: Tall, q: Tall, k: u32, slot: u32) -> Tall {
  let z = innerTall(q, y);
  rotated[k * USES + slot] = z;
  return withoutTall(y, z, q);
}

fn powerOf(h: Tall) -> f32 { return innerTall(h, h).x; }

// Modified Gram–Schmidt with y as one more column. Without arrays all of it stays in registers.
fn decompose(given: Column, order: u32, slot: u32) {
  let h0 = columnOf(slot, streamAt(0u, order), 0u);
  let q0 = direction(h0, 0.0, 0u, slot);
  let y1 = rotate(Tall(given, Column()), q0, 0u, slot);
  if (ANTENNAS == 1u) { return; }
  let h1 = columnOf(slot, streamAt(1u, order), 1u);
  let q1 = direction(apart(h1, q0, 0u, 1u, slot), powerOf(h1), 1u, slot);
  let y2 = rotate(y1, q1, 1u, slot);
  if (ANTENNAS == 2u) { return; }
  let h2 = columnOf(slot, streamAt(2u, order), 2u);
  let q2 = direction(apart(apart(h2, q0, 0u, 2u, slot), q1, 1u, 2u, slot), powerOf(h2), 2u, slot);
  let y3 = rotate(y2, q2, 2u, slot);
  if (ANTENNAS == 3u) { return; }
  let h3 = columnOf(slot, streamAt(3u, order), 3u);
  let left = apart(apart(apart(h3, q0, 0u, 3u, slot), q1, 1u, 3u, slot), q2, 2u, 3u, slot);
  let q3 = direction(left, powerOf(h3), 3u, slot);
  _ = rotate(y3, q3, 3u, slot);
}

// Where the costs of an axis of a stream begin; levels are USES apart.
fn costsOf(stream: u32, axis: u32, slot: u32) -> u32 {
  return (2u * stream + axis) * LEVELS * USES + slot;
}

// Costs of the levels by the priors of a use, and by their energy where the channel is extended.
fn prepareCosts(own: Share) {
  for (var task = own.lane; task < ANTENNAS * 2u * LEVELS; task += LANES) {
    let level = task % LEVELS;
    let axis = task / LEVELS % 2u;
    let label = axisLabel(level, LEVELS);
    let height = axisLevel(level, LEVELS, UNIT);
    var cost = select(0.0, -height * height, EXTENDED == 1u);
    for (var j = 0u; j < AXIS_BITS; j++) {
      let known = priorOf((own.at * ANTENNAS + task / (2u * LEVELS)) * 2u * AXIS_BITS + 2u * j + axis);
      let one = ((label >> (AXIS_BITS - 1u - j)) & 1u) == 1u;
      cost += max(0.0, select(known, -known, one));
    }
    costs[task * USES + own.slot] = params.noise * cost;
  }
}

fn priorOf(bit: u32) -> f32 {
  if (PRIORS == 0u) { return 0.0; }
  return clamp(prior[bit], -LARGEST_PRIOR, LARGEST_PRIOR);
}

// Costs of an invocation's vertices.
fn costsOfVertices(stream: u32, own: Share) -> vec4f {
  if (PRIORS == 0u) {
    let unit = params.noise * UNIT * UNIT;
    return -unit * (own.symbol.re * own.symbol.re + own.symbol.im * own.symbol.im);
  }
  let x = vec4u(costsOf(stream, 0u, own.slot)) + own.vertices % LEVELS * USES;
  let y = vec4u(costsOf(stream, 1u, own.slot)) + own.vertices / LEVELS * USES;
  return vec4f(costs[x.x], costs[x.y], costs[x.z], costs[x.w]) + vec4f(costs[y.x], costs[y.y], costs[y.z], costs[y.w]);
}

// Four complex numbers, one for each vertex of an invocation.
alias Four = Column;

// What the vertices of an invocation keep of the edges seen so far.
struct Reduction { metric: vec4f, survivors: vec4u }

// The edges from survivor p, whose metric and rest are these; `reach` is half the distance of r·s.
fn edges(kept: Reduction, p: u32, metric: f32, rest: vec2f, reach: f32, symbol: Four) -> Reduction {
  let im = rest.y - reach * symbol.im;
  var reached = vec4f();
  if (LEVELS == 2u) {
    let re = rest.x - reach * symbol.re;
    reached = im * im + (re * re + metric);
  } else {
    let re = rest.x - reach * symbol.re.x; // all four are in a column
    reached = im * im + (re * re + metric);
  }
  return Reduction(min(kept.metric, reached), select(kept.survivors, vec4u(p), reached < kept.metric));
}

// Components of a, by vertex: the survivors' ones.
fn picked(a: vec4f, survivors: vec4u) -> vec4f {
  let low = select(vec4f(a.x), vec4f(a.y), survivors == vec4u(1u));
  let high = select(vec4f(a.z), vec4f(a.w), survivors == vec4u(3u));
  return select(low, high, survivors >= vec4u(2u));
}

// The survivors' rests of stage j, which an invocation of four vertices has itself.
fn restsOf(j: u32, own: Four, survivors: vec4u, slot: u32) -> Four {
  if (LEVELS == 2u) { return Four(picked(own.re, survivors), picked(own.im, survivors)); }
  let at = (vec4u(j * LEVELS * LEVELS) + survivors) * USES + slot;
  return column(rests[at.x], rests[at.y], rests[at.z], rests[at.w]);
}

fn keepRests(j: u32, own: Four, places: vec4u) {
  let to = places + j * LEVELS * LEVELS * USES;
  rests[to.x] = vec2f(own.re.x, own.im.x);
  rests[to.y] = vec2f(own.re.y, own.im.y);
  rests[to.z] = vec2f(own.re.z, own.im.z);
  rests[to.w] = vec2f(own.re.w, own.im.w);
}

// The nearest levels, in half distances.
fn nearest(rest: vec4f, inverse: f32) -> vec4f {
  let most = f32(LEVELS) - 1.0;
  return 2.0 * clamp(floor(rest * inverse + 0.5 * f32(LEVELS)), vec4f(), vec4f(most)) - most;
}

// Bits of a vertex as they are sent, the first one lowest.
fn symbolBits(vertex: u32) -> u32 {
  let labels = vec2u(axisLabel(vertex % LEVELS, LEVELS), axisLabel(vertex / LEVELS, LEVELS));
  var bits = 0u;
  for (var j = 0u; j < AXIS_BITS; j++) {
    let pair = (labels >> vec2u(AXIS_BITS - 1u - j)) & vec2u(1u);
    bits |= (pair.x | (pair.y << 1u)) << (2u * j);
  }
  return bits;
}

// An invocation's share of a use.
struct Share {
  slot: u32,     // the use's, in the workgroup
  order: u32,    // of the antennas
  lane: u32,     // the invocation's, in the use
  at: u32,       // the use's
  live: bool,    // whether there is such a use
  vertices: vec4u,
  places: vec4u, // theirs, in `metrics`
  symbol: Four,  // theirs, in half distances
}

// The survivors at an invocation's vertices, with their rests of the next three stages.
struct Survivors { metric: vec4f, first: Four, second: Four, third: Four }

// Edge reduction at stage k: what the vertices keep. Stages are constants, so that their loops and branches go.
fn reduced(k: u32, before: Survivors, own: Share) -> Survivors {
  let slot = own.slot;
  let top = k == ANTENNAS - 1u;
  let reach = factor[place(k, k, slot)].x * UNIT;
  var kept = Reduction(vec4f(3.4e38), vec4u());
  if (top) {
    kept = edges(kept, 0u, 0.0, rotated[k * USES + slot], reach, own.symbol);
  } else if (LEVELS == 2u) {
    let metric = before.metric;
    let rest = before.first;
    kept = edges(kept, 0u, metric.x, vec2f(rest.re.x, rest.im.x), reach, own.symbol);
    kept = edges(kept, 1u, metric.y, vec2f(rest.re.y, rest.im.y), reach, own.symbol);
    kept = edges(kept, 2u, metric.z, vec2f(rest.re.z, rest.im.z), reach, own.symbol);
    kept = edges(kept, 3u, metric.w, vec2f(rest.re.w, rest.im.w), reach, own.symbol);
  } else {
    let count = LEVELS * LEVELS;
    for (var p = 0u; p < count; p++) {
      kept = edges(kept, p, metrics[p * USES + slot], rests[(k * count + p) * USES + slot], reach, own.symbol);
    }
  }

  if (EXTENDED == 1u || PRIORS == 1u) { kept.metric += costsOfVertices(streamAt(k, own.order), own); }

  // The vertices take over the rests of their survivors, less r_jk·s.
  var next = Survivors(kept.metric, Four(), Four(), Four());
  if (k > 0u) {
    if (top) { next.first = every(rotated[(k - 1u) * USES + slot]); }
    else { next.first = restsOf(k - 1u, before.second, kept.survivors, slot); }
    next.first = without(next.first, UNIT * factor[place(k - 1u, k, slot)], own.symbol);
  }
  if (k > 1u) {
    if (top) { next.second = every(rotated[(k - 2u) * USES + slot]); }
    else { next.second = restsOf(k - 2u, before.third, kept.survivors, slot); }
    next.second = without(next.second, UNIT * factor[place(k - 2u, k, slot)], own.symbol);
  }
  if (k > 2u) {
    next.third = without(every(rotated[slot]), UNIT * factor[place(0u, k, slot)], own.symbol);
  }
  if (LEVELS > 2u && k > 0u) {
    workgroupBarrier();
    keepRests(k - 1u, next.first, own.places);
    if (k > 1u) { keepRests(k - 2u, next.second, own.places); }
    if (k > 2u) { keepRests(k - 3u, next.third, own.places); }
    metrics[own.places.x] = next.metric.x;
    metrics[own.places.y] = next.metric.y;
    metrics[own.places.z] = next.metric.z;
    metrics[own.places.w] = next.metric.w;
  }
  if (ONE_PASS == 1u) { remember(k, kept.survivors, own); }
  return next;
}

// The bits of the survivors' symbols so far.
fn remember(k: u32, survivors: vec4u, own: Share) {
  let v = own.vertices;
  var bits = vec4u(symbolBits(v.x), symbolBits(v.y), symbolBits(v.z), symbolBits(v.w)) << vec4u(k * 2u * AXIS_BITS);
  if (k < ANTENNAS - 1u) {
    let before = survivors * USES + own.slot;
    bits |= vec4u(history[before.x], history[before.y], history[before.z], history[before.w]);
  }
  workgroupBarrier();
  history[own.places.x] = bits.x;
  history[own.places.y] = bits.y;
  history[own.places.z] = bits.z;
  history[own.places.w] = bits.w;
}

// The best level of an axis for each of four rests, in half distances, and what it adds to the metric.
struct Step { level: vec4f, metric: vec4f }

fn cheapest(rest: vec4f, reach: f32, base: u32) -> Step {
  var best = Step(vec4f(), vec4f(3.4e38));
  for (var l = 0u; l < LEVELS; l++) {
    let level = 2.0 * f32(l) + 1.0 - f32(LEVELS);
    let error = rest - reach * level;
    let metric = error * error + costs[base + l * USES];
    best.level = select(best.level, vec4f(level), metric < best.metric);
    best.metric = min(best.metric, metric);
  }
  return best;
}

// Path extension from stage k: the metrics at stage 0.
fn extended(k: u32, survivors: Survivors, own: Share) -> vec4f {
  let slot = own.slot;
  var metric = survivors.metric;
  var rest = survivors.first;
  var after = survivors.second;
  for (var j = k; j > 0u; j--) {
    let scale = factor[place(j - 1u, j - 1u, slot)];
    var s = Four();
    if (PRIORS == 1u) {
      let stream = streamAt(j - 1u, own.order);
      let re = cheapest(rest.re, UNIT * scale.x, costsOf(stream, 0u, slot));
      let im = cheapest(rest.im, UNIT * scale.x, costsOf(stream, 1u, slot));
      s = Four(re.level, im.level);
      metric += re.metric + im.metric;
    } else {
      s = Four(nearest(rest.re, scale.y), nearest(rest.im, scale.y));
      let re = rest.re - UNIT * scale.x * s.re;
      let im = rest.im - UNIT * scale.x * s.im;
      metric += re * re + im * im;
      if (EXTENDED == 1u) { metric -= params.noise * UNIT * UNIT * (s.re * s.re + s.im * s.im); }
    }
    if (j > 1u) { rest = without(after, UNIT * factor[place(j - 2u, j - 1u, slot)], s); }
    if (j > 2u) { after = without(survivors.third, UNIT * factor[place(j - 3u, j - 1u, slot)], s); }
  }
  return metric;
}

fn enlist(metric: vec4f, places: vec4u) {
  list[places.x] = metric.x;
  list[places.y] = metric.y;
  list[places.z] = metric.z;
  list[places.w] = metric.w;
}

// Takes the metrics of a stream into the least of all orders so far.
fn merge(stream: u32, metric: vec4f, own: Share) {
  let places = own.places + stream * LEVELS * LEVELS * USES;
  var smallest = metric;
  if (own.order > 0u) {
    smallest = min(metric, vec4f(list[places.x], list[places.y], list[places.z], list[places.w]));
  }
  enlist(smallest, places);
}

// LLRs of a stream by the metrics at this invocation's vertices, which the use's list holds from `first` on.
fn report(stream: u32, metric: vec4f, first: u32, own: Share) {
  if (LEVELS == 2u) {
    // Of two levels the lower one is bit 1. LLRs are put where H was, and are written by neighbours.
    let ones = vec2f(min(metric.x, metric.z), min(metric.x, metric.y));
    rests[stream * USES + own.slot] = params.slope * (vec2f(min(metric.y, metric.w), min(metric.z, metric.w)) - ones);
    return;
  }
  workgroupBarrier();
  if (own.lane < LEVELS) {
    var smallest = vec2f(3.4e38);
    for (var j = 0u; j < LEVELS; j++) {
      let row = vec2u(j * LEVELS + own.lane, own.lane * LEVELS + j) * USES + own.slot + first;
      smallest = min(smallest, vec2f(list[row.x], list[row.y]));
    }
    least[own.lane * USES + own.slot] = smallest;
  }
  workgroupBarrier();
  if (own.lane < 2u * AXIS_BITS && own.live) {
    var hypotheses = vec2f(3.4e38);
    for (var i = 0u; i < LEVELS; i++) {
      let pair = least[i * USES + own.slot];
      let smallest = select(pair.x, pair.y, own.lane % 2u == 1u);
      let one = ((axisLabel(i, LEVELS) >> (AXIS_BITS - 1u - own.lane / 2u)) & 1u) == 1u;
      hypotheses = min(hypotheses, select(vec2f(smallest, 3.4e38), vec2f(3.4e38, smallest), one));
    }
    let bit = (own.at * ANTENNAS + stream) * 2u * AXIS_BITS + own.lane;
    llr[bit] = params.slope * (hypotheses.x - hypotheses.y) - priorOf(bit);
  }
}

// Stage k, and list k where it is wanted.
fn traverse(k: u32, before: Survivors, own: Share) -> Survivors {
  let survivors = reduced(k, before, own);
  if (ONE_PASS == 0u) {
    let stream = streamAt(k, own.order);
    let metric = extended(k, survivors, own);
    if (ORDERS > 1u) {
      merge(stream, metric, own);
      workgroupBarrier(); // the next stage reads what all survivors keep
    } else {
      if (LEVELS > 2u) { enlist(metric, own.places); }
      report(stream, metric, 0u, own);
    }
  } else {
    if (k == 0u) { enlist(survivors.metric, own.places); }
    workgroupBarrier();
  }
  return survivors;
}

// Puts the workgroup's channels, which lie next to each other, into `rests`: neighbours read neighbours, each four at once.
fn stageChannels(first: u32, index: u32) {
  let entries = ANTENNAS * ANTENNAS;
  let begin = first * entries;
  let step = LANES * USES;
  for (var i = index; i < entries * USES; i += 4u * step) {
    let here = min(vec4u(begin + i) + vec4u(0u, 1u, 2u, 3u) * step, vec4u(params.uses * entries - 1u));
    let h = column(channel[here.x], channel[here.y], channel[here.z], channel[here.w]);
    put(i, vec2f(h.re.x, h.im.x));
    put(i + step, vec2f(h.re.y, h.im.y));
    put(i + 2u * step, vec2f(h.re.z, h.im.z));
    put(i + 3u * step, vec2f(h.re.w, h.im.w));
  }
}

@compute @workgroup_size(USES, LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let slot = index % USES;
  let lane = index / USES;
  let wanted = (group.x + 32768u * group.y) * USES + slot;
  let at = min(wanted, params.uses - 1u);
  let live = wanted < params.uses;
  // Vertex (x, y) is y·√Q + x.
  let quad = vec4u(0u, 1u, 2u, 3u);
  let x = select(vec4u(lane % LEVELS), quad % 2u, vec4<bool>(LEVELS == 2u));
  let y = select(lane / LEVELS * 4u + quad, quad / 2u, vec4<bool>(LEVELS == 2u));
  let vertices = y * LEVELS + x;
  let symbol = Four(vec4f(2u * x) + 1.0 - f32(LEVELS), vec4f(2u * y) + 1.0 - f32(LEVELS));
  var own = Share(slot, 0u, lane, at, live, vertices, vertices * USES + slot, symbol);

  if (PRIORS == 1u) { prepareCosts(own); }
  for (var order = 0u; order < ORDERS; order++) {
    own.order = order;
    var given = Column(); // y
    if (lane == 0u) { given = column(answer(at, 0u), answer(at, 1u), answer(at, 2u), answer(at, 3u)); }
    stageChannels(wanted - slot, index);
    workgroupBarrier();
    if (lane == 0u) {
      decompose(given, order, slot);
    }
    workgroupBarrier();

    var survivors = Survivors();
    if (ANTENNAS > 3u) { survivors = traverse(3u, survivors, own); }
    if (ANTENNAS > 2u) { survivors = traverse(2u, survivors, own); }
    if (ANTENNAS > 1u) { survivors = traverse(1u, survivors, own); }
    survivors = traverse(0u, survivors, own);
  }
  if (ORDERS > 1u) {
    for (var stream = 0u; stream < ANTENNAS; stream++) {
      let first = stream * LEVELS * LEVELS * USES;
      let places = own.places + first;
      report(stream, vec4f(list[places.x], list[places.y], list[places.z], list[places.w]), first, own);
    }
  }

  if (ONE_PASS == 0u && LEVELS == 2u) {
    workgroupBarrier();
    let to = (wanted - slot) * ANTENNAS; // first stream of the workgroup
    for (var i = index; i < min(USES, params.uses - min(wanted - slot, params.uses)) * ANTENNAS; i += USES) {
      let pair = rests[i % ANTENNAS * USES + i / ANTENNAS];
      let bit = 2u * (to + i);
      llr[bit] = pair.x - priorOf(bit);
      llr[bit + 1u] = pair.y - priorOf(bit + 1u);
    }
  }
  if (ONE_PASS == 1u) {
    let bits = ANTENNAS * 2u * AXIS_BITS;
    for (var b = lane; b < bits; b += LANES) {
      var hypotheses = vec2f(1e30);
      for (var p = 0u; p < LEVELS * LEVELS; p++) {
        let distance = list[p * USES + slot];
        let one = ((history[p * USES + slot] >> b) & 1u) == 1u;
        hypotheses = min(hypotheses, select(vec2f(distance, 1e30), vec2f(1e30, distance), one));
      }
      if (live) {
        let difference = params.slope * (hypotheses.x - hypotheses.y);
        llr[at * bits + b] = clamp(difference, -params.clip, params.clip);
      }
    }
  }
}
