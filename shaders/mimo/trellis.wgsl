// Trellis traversal, max-log, after H = QR and z = Qᴴy: a stage per stream, from the last to 0, of Q vertices. A survivor with
// metric d and rests δ_j = z_j − Σ r_ji·s_i (its symbols so far) reaches vertex s of stage k at d + |δ_k − r_kk·s|²; a vertex
// keeps the best (edge reduction). List k: the survivors of stage k, each extended through the nearest vertices to stage 0;
// L = (min_{b=0} d − min_{b=1} d)/N0 for the bits of stream k, or for all bits from list 0 alone (one pass).
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
struct Params { uses: u32, slope: f32, clip: f32 } // slope: 1/N0
@group(0) @binding(0) var<storage, read> channel: array<vec2f>;  // [use][N][M]
@group(0) @binding(1) var<storage, read> received: array<vec2f>; // [use][N]
@group(0) @binding(2) var<storage, read_write> llr: array<f32>;  // [use][M·B]
@group(0) @binding(3) var<uniform> params: Params;

// Of each use, uses next to each other.
var<workgroup> factor: array<vec2f, ANTENNAS * (ANTENNAS + 1u) / 2u * USES>;    // R by columns; r_kk with 1/(2·UNIT·r_kk)
var<workgroup> rotated: array<vec2f, ANTENNAS * USES>;                          // z
var<workgroup> metrics: array<f32, LEVELS * LEVELS * USES>;                     // of the survivors
var<workgroup> rests: array<vec2f, (ANTENNAS * LEVELS * LEVELS + 1u) * USES>;   // δ, [stage][survivor]; at first H
var<workgroup> list: array<f32, LEVELS * LEVELS * USES>;                        // metrics of extended paths
var<workgroup> least: array<vec2f, LEVELS * USES>;                              // of the list, by level of each axis
var<workgroup> history: array<u32, 1u + ONE_PASS * LEVELS * LEVELS * USES>;     // bits of the survivors

// Four complex numbers.
struct Column { re: vec4f, im: vec4f }

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

fn columnOf(slot: u32, m: u32) -> Column {
  return column(entry(slot, 0u, m), entry(slot, 1u, m), entry(slot, 2u, m), entry(slot, 3u, m));
}

// Column k's direction, and r_kk: both zero where it depends on the columns before it.
fn direction(h: Column, k: u32, slot: u32) -> Column {
  let power = inner(h, h).x;
  let scale = select(0.0, inverseSqrt(power), power > 1e-30);
  factor[place(k, k, slot)] = vec2f(scale * power, 0.5 * scale / UNIT);
  return Column(scale * h.re, scale * h.im);
}

// Column j less its part along q_k, which is r_kj.
fn apart(h: Column, q: Column, k: u32, j: u32, slot: u32) -> Column {
  let r = inner(q, h);
  factor[place(k, j, slot)] = r;
  return without(h, r, q);
}

// The same of y, z_k.
fn rotate(y: Column, q: Column, k: u32, slot: u32) -> Column {
  let z = inner(q, y);
  rotated[k * USES + slot] = z;
  return without(y, z, q);
}

// Modified Gram–Schmidt with y as one more column. Without arrays all of it stays in registers.
fn decompose(y: Column, slot: u32) {
  let q0 = direction(columnOf(slot, 0u), 0u, slot);
  let y1 = rotate(y, q0, 0u, slot);
  if (ANTENNAS == 1u) { return; }
  let q1 = direction(apart(columnOf(slot, 1u), q0, 0u, 1u, slot), 1u, slot);
  let y2 = rotate(y1, q1, 1u, slot);
  if (ANTENNAS == 2u) { return; }
  let h2 = apart(columnOf(slot, 2u), q0, 0u, 2u, slot);
  let q2 = direction(apart(h2, q1, 1u, 2u, slot), 2u, slot);
  let y3 = rotate(y2, q2, 2u, slot);
  if (ANTENNAS == 3u) { return; }
  let h3 = apart(apart(columnOf(slot, 3u), q0, 0u, 3u, slot), q1, 1u, 3u, slot);
  let q3 = direction(apart(h3, q2, 2u, 3u, slot), 3u, slot);
  _ = rotate(y3, q3, 3u, slot);
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

// Path extension from stage k: the metrics at stage 0.
fn extended(k: u32, survivors: Survivors, slot: u32) -> vec4f {
  var metric = survivors.metric;
  var rest = survivors.first;
  var after = survivors.second;
  for (var j = k; j > 0u; j--) {
    let own = factor[place(j - 1u, j - 1u, slot)];
    let s = Four(nearest(rest.re, own.y), nearest(rest.im, own.y));
    let re = rest.re - UNIT * own.x * s.re;
    let im = rest.im - UNIT * own.x * s.im;
    metric += re * re + im * im;
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

// LLRs of stream k from list k.
fn report(k: u32, metric: vec4f, own: Share) {
  if (LEVELS == 2u) {
    // Of two levels the lower one is bit 1. LLRs are put where H was, and are written by neighbours.
    let ones = vec2f(min(metric.x, metric.z), min(metric.x, metric.y));
    rests[k * USES + own.slot] = params.slope * (vec2f(min(metric.y, metric.w), min(metric.z, metric.w)) - ones);
    return;
  }
  enlist(metric, own.places);
  workgroupBarrier();
  if (own.lane < LEVELS) {
    var smallest = vec2f(3.4e38);
    for (var j = 0u; j < LEVELS; j++) {
      let row = vec2u(j * LEVELS + own.lane, own.lane * LEVELS + j) * USES + own.slot;
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
    llr[(own.at * ANTENNAS + k) * 2u * AXIS_BITS + own.lane] = params.slope * (hypotheses.x - hypotheses.y);
  }
}

// Stage k, and list k where it is wanted.
fn traverse(k: u32, before: Survivors, own: Share) -> Survivors {
  let survivors = reduced(k, before, own);
  if (ONE_PASS == 0u) {
    report(k, extended(k, survivors, own.slot), own);
  } else {
    if (k == 0u) { enlist(survivors.metric, own.places); }
    workgroupBarrier();
  }
  return survivors;
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
  let own = Share(slot, lane, at, live, vertices, vertices * USES + slot, symbol);

  // The workgroup's channels lie next to each other: neighbours read neighbours, each four at once.
  let entries = ANTENNAS * ANTENNAS;
  let begin = (wanted - slot) * entries;
  var given = Column(); // y
  if (lane == 0u) { given = column(answer(at, 0u), answer(at, 1u), answer(at, 2u), answer(at, 3u)); }
  for (var i = index; i < entries * USES; i += 4u * LANES * USES) {
    let step = LANES * USES;
    let here = min(vec4u(begin + i) + quad * step, vec4u(params.uses * entries - 1u));
    let h = column(channel[here.x], channel[here.y], channel[here.z], channel[here.w]);
    put(i, vec2f(h.re.x, h.im.x));
    put(i + step, vec2f(h.re.y, h.im.y));
    put(i + 2u * step, vec2f(h.re.z, h.im.z));
    put(i + 3u * step, vec2f(h.re.w, h.im.w));
  }
  workgroupBarrier();
  if (lane == 0u) { decompose(given, slot); }
  workgroupBarrier();

  var survivors = Survivors();
  if (ANTENNAS > 3u) { survivors = traverse(3u, survivors, own); }
  if (ANTENNAS > 2u) { survivors = traverse(2u, survivors, own); }
  if (ANTENNAS > 1u) { survivors = traverse(1u, survivors, own); }
  survivors = traverse(0u, survivors, own);

  if (ONE_PASS == 0u && LEVELS == 2u) {
    workgroupBarrier();
    let to = (wanted - slot) * ANTENNAS; // first stream of the workgroup
    for (var i = index; i < min(USES, params.uses - min(wanted - slot, params.uses)) * ANTENNAS; i += USES) {
      let pair = rests[i % ANTENNAS * USES + i / ANTENNAS];
      llr[2u * (to + i)] = pair.x;
      llr[2u * (to + i) + 1u] = pair.y;
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
