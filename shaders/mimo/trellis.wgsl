// Max-log LLRs of paths through a trellis, after H = QR and z = Qᴴy. The trellis has a stage per stream, from the last to 0, and
// Q vertices per stage, one per symbol.
// - A survivor has a metric d and rests δ_j = z_j − Σ r_ji·s_i over its symbols so far.
// - Edge reduction: it reaches vertex s of stage k at d + |δ_k − r_kk·s|², and a vertex keeps its best edge.
// - Path extension: list k holds the survivors of stage k, each continued through the best vertices to stage 0.
// - L = (min_{b=0} d − min_{b=1} d)/N0 over list k for the bits of stage k's stream. One pass takes list 0 for all bits.
// - Order o of the antennas has stream (k + o) mod M at stage k. A bit takes its least metrics over all orders.
// One invocation per four vertices of a use, in the components of its vectors: neighbours along the imaginary axis, or all four
// of QPSK. A workgroup handles several uses. Invocations of a use compute the QR decompositions of one order each. With QPSK a use
// is one invocation, whose survivors stay in registers. The least metrics over all orders stay in registers, too.
// Needs lib/trellis-decomposition, lib/trellis-costs, lib/columns, lib/axis.
override ANTENNAS: u32;  // M = N, 1 … 4
override AXIS_BITS: u32; // bits of an axis, B/2
override LEVELS: u32;    // √Q, 2 … 8
override UNIT: f32;      // half the distance of levels
override LANES: u32;     // invocations per use, Q/4
override USES: u32;      // uses per workgroup
override ONE_PASS: u32;  // 1: list 0 serves all streams; 0: a list per stream
override ORDERS: u32;    // of the antennas, 1 … M
override KEPT: u32;      // orders that are decomposed at once: all, or 1 of QPSK
override EXTENDED: u32;  // 1: [H; √N0·I] is decomposed
override PRIORS: u32;    // 1: there are priors
override SKIPS: bool;    // whether `skipped` can apply
struct Params { uses: u32, skips: u32, slope: f32, clip: f32, noise: f32 } // skips: 1 in a run with `skipped`; slope: 1/N0; noise: N0
@group(0) @binding(0) var<storage, read> channel: array<vec2f>;  // [use][N][M]
@group(0) @binding(1) var<storage, read> received: array<vec2f>; // [use][N]
@group(0) @binding(2) var<storage, read_write> llr: array<f32>;  // [use][M·B]
@group(0) @binding(3) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> prior: array<f32>;      // [use][M·B]; not read without priors
@group(0) @binding(5) var<storage, read> skipped: array<u32>;    // [use]: not 0 if its LLRs stay

// Of each use, uses next to each other.
var<workgroup> factor: array<vec2f, ANTENNAS * (ANTENNAS + 1u) / 2u * KEPT * USES>; // R by columns; r_kk with a scale to slice
var<workgroup> rotated: array<vec2f, ANTENNAS * KEPT * USES>;                   // z
// Lists that QPSK does not read have one entry: a driver may keep them, and less storage lets more workgroups run at once.
var<workgroup> heads: array<vec4f, max(1u, min(LEVELS - 2u, 1u) * LEVELS * LEVELS * USES)>; // of the survivors: metric, and δ of the next stage
var<workgroup> rests: array<vec2f, max((ANTENNAS * ANTENNAS) | 1u, (max(ANTENNAS, 2u) - 2u) * LEVELS * LEVELS) * USES>; // δ of later stages, [stage][survivor]; at first H
var<workgroup> list: array<f32, max(1u, min(LEVELS - 2u + ONE_PASS, 1u) * LEVELS * LEVELS * USES)>; // metrics of extended paths
var<workgroup> least: array<vec2f, max(1u, min(LEVELS - 2u, 1u) * LEVELS * USES)>; // of the list, by level of each axis
var<workgroup> wantedHere: bool;                                                // whether a use gets new LLRs
var<workgroup> history: array<u32, 1u + ONE_PASS * LEVELS * LEVELS * USES>;     // bits of the survivors

var<workgroup> costs: array<f32, 1u + PRIORS * ANTENNAS * 2u * LEVELS * USES>;  // of a level, [stream][axis][level]

// Where r_jk is, j ≤ k; `column` is a use's place for an order.
fn place(j: u32, k: u32, column: u32) -> u32 {
  return (k * (k + 1u) / 2u + j) * KEPT * USES + column;
}

fn columnOfOrder(order: u32, slot: u32) -> u32 {
  return order % KEPT * USES + slot;
}

// The stream at stage k.
fn streamAt(k: u32, order: u32) -> u32 {
  return (k + order) % ANTENNAS;
}

// One complex number for each vertex of an invocation.
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

fn every(a: vec2f) -> Four {
  return column(a, a, a, a);
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

// Of 16 or 64 vertices, an invocation has four of a column, LEVELS apart. With a limit for the place of the first one, the compiler sees that
// all are within the lists, and checks no bounds.
fn keepRests(j: u32, rest: Four, places: vec4u) {
  let apart = LEVELS * USES;
  let to = min(places.x, (max(LEVELS, 4u) - 3u) * apart - 1u) + j % (max(ANTENNAS, 3u) - 2u) * LEVELS * apart;
  rests[to] = vec2f(rest.re.x, rest.im.x);
  rests[to + apart] = vec2f(rest.re.y, rest.im.y);
  rests[to + 2u * apart] = vec2f(rest.re.z, rest.im.z);
  rests[to + 3u * apart] = vec2f(rest.re.w, rest.im.w);
}

fn keepHeads(metric: vec4f, rest: Four, places: vec4u) {
  let apart = LEVELS * USES;
  let to = min(places.x, (max(LEVELS, 4u) - 3u) * apart - 1u);
  heads[to] = vec4f(metric.x, rest.re.x, rest.im.x, 0.0);
  heads[to + apart] = vec4f(metric.y, rest.re.y, rest.im.y, 0.0);
  heads[to + 2u * apart] = vec4f(metric.z, rest.re.z, rest.im.z, 0.0);
  heads[to + 3u * apart] = vec4f(metric.w, rest.re.w, rest.im.w, 0.0);
}

// a ≥ 0 with the signs of b.
fn signed(a: vec4f, b: vec4f) -> vec4f {
  return bitcast<vec4f>((bitcast<vec4u>(b) & vec4u(0x80000000u)) | bitcast<vec4u>(a));
}

// The nearest levels, in half distances. Of four levels the outer ones have magnitude 3, and rounding takes longer.
fn nearest(rest: vec4f, inverse: f32) -> vec4f {
  if (LEVELS == 4u) {
    let scaled = rest * inverse;
    return signed(2.0 + signed(vec4f(1.0), abs(scaled) - 1.0), scaled);
  }
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
  column: u32,   // the order's decomposition of the use
  lane: u32,     // the invocation's, in the use
  at: u32,       // the use's
  live: bool,    // whether there is such a use
  vertices: vec4u,
  places: vec4u, // theirs, in `heads`
  symbol: Four,  // theirs, in half distances
}

// The survivors at an invocation's vertices, with their rests of the next three stages, and their metrics at the last stage.
struct Survivors { metric: vec4f, first: Four, second: Four, third: Four, last: vec4f }

// Edge reduction at stage k: what the vertices keep. Stages are constants, so that their loops and branches go.
fn reduced(k: u32, before: Survivors, own: Share) -> Survivors {
  let slot = own.slot;
  let top = k == ANTENNAS - 1u;
  let reach = factor[place(k, k, own.column)].x * UNIT;
  var kept = Reduction(vec4f(3.4e38), vec4u());
  if (top) {
    kept = edges(kept, 0u, 0.0, rotated[k * KEPT * USES + own.column], reach, own.symbol);
  } else if (LEVELS == 2u) {
    let metric = before.metric;
    let rest = before.first;
    kept = edges(kept, 0u, metric.x, vec2f(rest.re.x, rest.im.x), reach, own.symbol);
    kept = edges(kept, 1u, metric.y, vec2f(rest.re.y, rest.im.y), reach, own.symbol);
    kept = edges(kept, 2u, metric.z, vec2f(rest.re.z, rest.im.z), reach, own.symbol);
    kept = edges(kept, 3u, metric.w, vec2f(rest.re.w, rest.im.w), reach, own.symbol);
  } else {
    let within = slot % USES; // it is less, which the compiler does not know
    // Four survivors at a time, one read each: the loop took a quarter longer with one at a time and two reads.
    for (var four = 0u; four < LEVELS * LEVELS / 4u; four++) {
      let p = 4u * four;
      let a = heads[p * USES + within];
      let b = heads[(p + 1u) * USES + within];
      let c = heads[(p + 2u) * USES + within];
      let d = heads[(p + 3u) * USES + within];
      kept = edges(kept, p, a.x, a.yz, reach, own.symbol);
      kept = edges(kept, p + 1u, b.x, b.yz, reach, own.symbol);
      kept = edges(kept, p + 2u, c.x, c.yz, reach, own.symbol);
      kept = edges(kept, p + 3u, d.x, d.yz, reach, own.symbol);
    }
  }

  if (EXTENDED == 1u || PRIORS == 1u) { kept.metric += costsOfVertices(streamAt(k, own.order), own); }

  // The vertices take over the rests of their survivors, less r_jk·s.
  var next = Survivors(kept.metric, Four(), Four(), Four(), vec4f());
  if (k > 0u) {
    if (top) { next.first = every(rotated[(k - 1u) * KEPT * USES + own.column]); }
    else { next.first = restsOf(k - 1u, before.second, kept.survivors, slot); }
    next.first = without(next.first, UNIT * factor[place(k - 1u, k, own.column)], own.symbol);
  }
  if (k > 1u) {
    if (top) { next.second = every(rotated[(k - 2u) * KEPT * USES + own.column]); }
    else { next.second = restsOf(k - 2u, before.third, kept.survivors, slot); }
    next.second = without(next.second, UNIT * factor[place(k - 2u, k, own.column)], own.symbol);
  }
  if (k > 2u) {
    next.third = without(every(rotated[own.column]), UNIT * factor[place(0u, k, own.column)], own.symbol);
  }
  if (LEVELS > 2u && k > 0u) {
    workgroupBarrier();
    if (k > 1u) { keepRests(k - 2u, next.second, own.places); }
    if (k > 2u) { keepRests(k - 3u, next.third, own.places); }
    keepHeads(next.metric, next.first, own.places);
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
fn extended(k: u32, survivors: Survivors, own: Share) -> vec4f {
  let slot = own.slot;
  var metric = survivors.metric;
  var rest = survivors.first;
  var after = survivors.second;
  for (var j = k; j > 0u; j--) {
    let scale = factor[place(j - 1u, j - 1u, own.column)];
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
    if (j > 1u) { rest = without(after, UNIT * factor[place(j - 2u, j - 1u, own.column)], s); }
    if (j > 2u) { after = without(survivors.third, UNIT * factor[place(j - 3u, j - 1u, own.column)], s); }
  }
  return metric;
}

fn enlist(metric: vec4f, places: vec4u) {
  list[places.x] = metric.x;
  list[places.y] = metric.y;
  list[places.z] = metric.z;
  list[places.w] = metric.w;
}

// LLRs of a stream by the metrics at this invocation's vertices.
fn report(stream: u32, metric: vec4f, own: Share) {
  if (LEVELS == 2u) {
    // Of two levels the lower one is bit 1. LLRs are put where H was, and are written by neighbours.
    let ones = vec2f(min(metric.x, metric.z), min(metric.x, metric.y));
    rests[stream * USES + own.slot] = params.slope * (vec2f(min(metric.y, metric.w), min(metric.z, metric.w)) - ones);
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
    let bit = (own.at * ANTENNAS + stream) * 2u * AXIS_BITS + own.lane;
    llr[bit] = params.slope * (hypotheses.x - hypotheses.y) - priorOf(bit);
  }
}

// Stage k, and list k where it is wanted.
fn traverse(k: u32, before: Survivors, own: Share) -> Survivors {
  var survivors = reduced(k, before, own);
  if (ONE_PASS == 0u) {
    survivors.last = extended(k, survivors, own);
    if (ORDERS == 1u) { report(k, survivors.last, own); }
    else if (k > 0u) { workgroupBarrier(); } // the next stage reads what all survivors keep
  } else {
    if (k == 0u) { enlist(survivors.metric, own.places); }
    workgroupBarrier();
  }
  return survivors;
}

// The least metrics of the streams at stages 0 to 3 of an order, at an invocation's vertices.
struct Lists { a: vec4f, b: vec4f, c: vec4f, d: vec4f }

// The same by the stages of the next order.
fn turned(lists: Lists) -> Lists {
  if (ANTENNAS == 2u) { return Lists(lists.b, lists.a, lists.c, lists.d); }
  if (ANTENNAS == 3u) { return Lists(lists.b, lists.c, lists.a, lists.d); }
  return Lists(lists.b, lists.c, lists.d, lists.a);
}

// Whether a use gets new LLRs.
fn isWanted(at: u32) -> bool {
  if (at >= params.uses) { return false; }
  return !SKIPS || params.skips == 0u || skipped[at] == 0u;
}

// The same of one of the workgroup's uses.
fn someWanted(first: u32, index: u32) -> bool {
  if (!SKIPS || params.skips == 0u) { return true; }
  if (index == 0u) {
    var any = false;
    for (var i = 0u; i < USES; i++) { any = any || isWanted(first + i); }
    wantedHere = any;
  }
  return workgroupUniformLoad(&wantedHere);
}

@compute @workgroup_size(USES, LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let slot = index % USES;
  let lane = index / USES;
  let wanted = (group.x + 32768u * group.y) * USES + slot;
  let at = min(wanted, params.uses - 1u);
  if (!someWanted(wanted - slot, index)) { return; }
  let live = isWanted(wanted);
  // Vertex (x, y) is y·√Q + x.
  let quad = vec4u(0u, 1u, 2u, 3u);
  let x = select(vec4u(lane % LEVELS), quad % 2u, vec4<bool>(LEVELS == 2u));
  let y = select(lane / LEVELS * 4u + quad, quad / 2u, vec4<bool>(LEVELS == 2u));
  let vertices = y * LEVELS + x;
  let symbol = Four(vec4f(2u * x) + 1.0 - f32(LEVELS), vec4f(2u * y) + 1.0 - f32(LEVELS));
  var own = Share(slot, 0u, slot, lane, at, live, vertices, vertices * USES + slot, symbol);

  if (PRIORS == 1u) { prepareCosts(own); }
  var answered = Column();
  if (lane < KEPT) { answered = answers(at); }
  stageChannels(wanted - slot, index);
  var lists = Lists(vec4f(3.4e38), vec4f(3.4e38), vec4f(3.4e38), vec4f(3.4e38));
  for (var order = 0u; order < ORDERS; order++) {
    own.order = order;
    own.column = columnOfOrder(order, slot);
    if (order % KEPT == 0u) {
      workgroupBarrier();
      if (lane < KEPT) { decompose(answered, order + lane, slot, columnOfOrder(order + lane, slot)); }
      workgroupBarrier();
    }

    var survivors = Survivors();
    if (ANTENNAS > 3u) {
      survivors = traverse(3u, survivors, own);
      lists.d = min(lists.d, survivors.last);
    }
    if (ANTENNAS > 2u) {
      survivors = traverse(2u, survivors, own);
      lists.c = min(lists.c, survivors.last);
    }
    if (ANTENNAS > 1u) {
      survivors = traverse(1u, survivors, own);
      lists.b = min(lists.b, survivors.last);
    }
    survivors = traverse(0u, survivors, own);
    lists.a = min(lists.a, survivors.last);
    lists = turned(lists);
  }
  if (ORDERS > 1u) {
    report(streamAt(0u, ORDERS), lists.a, own);
    report(streamAt(1u, ORDERS), lists.b, own);
    if (ANTENNAS > 2u) { report(streamAt(2u, ORDERS), lists.c, own); }
    if (ANTENNAS > 3u) { report(streamAt(3u, ORDERS), lists.d, own); }
  }

  if (ONE_PASS == 0u && LEVELS == 2u) {
    workgroupBarrier();
    let to = (wanted - slot) * ANTENNAS; // first stream of the workgroup
    for (var i = index; i < min(USES, params.uses - min(wanted - slot, params.uses)) * ANTENNAS; i += USES) {
      let pair = rests[i % ANTENNAS * USES + i / ANTENNAS];
      let bit = 2u * (to + i);
      if (!isWanted(bit / (2u * ANTENNAS))) { continue; }
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
