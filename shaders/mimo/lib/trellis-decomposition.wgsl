// The trellis's QR decomposition: H = QR, z = Qᴴy, by modified Gram–Schmidt with y as one more column. Where a column depends
// on those before it, up to rounding, q_k = 0, r_kk = 0 and z_k = 0. With EXTENDED the matrix is [H; √N0·I] and y has zeros
// below. One invocation per use and order.
// Needs lib/columns, and of the kernel ANTENNAS (at most 4), LANES, USES, KEPT, UNIT, EXTENDED, `params`, `channel`, `received`, `streamAt`, `place`, and in
// workgroup memory `factor` (R), `rotated` (z) and `rests`, which holds H before.
const ROUNDING = 1e-12; // power of a column that is left by rounding, relative to the whole column's

// Position of entry e of H in `rests`, an odd number of words apart so that uses meet in no memory bank.
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

// A column of [H; √N0·I].
struct Tall {
  top: Column,
  low: Column, // the part below: zero and unused where H alone is decomposed
  gone: f32,   // power of what the columns before took from it
}

fn answer(at: u32, r: u32) -> vec2f {
  if (r >= ANTENNAS) { return vec2f(); }
  return received[at * ANTENNAS + r];
}

// y of a use; zeros below its last entry.
fn answers(at: u32) -> Column {
  return column(answer(at, 0u), answer(at, 1u), answer(at, 2u), answer(at, 3u));
}

// The column of stream m, with √N0 in row k below.
fn columnOf(slot: u32, m: u32, k: u32) -> Tall {
  let top = column(entry(slot, 0u, m), entry(slot, 1u, m), entry(slot, 2u, m), entry(slot, 3u, m));
  if (EXTENDED == 0u) { return Tall(top, Column(), 0.0); }
  return Tall(top, Column(select(vec4f(), vec4f(sqrt(params.noise)), vec4u(0u, 1u, 2u, 3u) == vec4u(k)), vec4f()), 0.0);
}

fn innerTall(a: Tall, b: Tall) -> vec2f {
  var sum = inner(a.top, b.top);
  if (EXTENDED == 1u) { sum += inner(a.low, b.low); }
  return sum;
}

// a − c·b
fn withoutTall(a: Tall, c: vec2f, b: Tall) -> Tall {
  var rest = Tall(without(a.top, c, b.top), Column(), a.gone + dot(c, c));
  if (EXTENDED == 1u) { rest.low = without(a.low, c, b.low); }
  return rest;
}

fn scaled(c: f32, a: Tall) -> Tall {
  var result = Tall(Column(c * a.top.re, c * a.top.im), Column(), 0.0);
  if (EXTENDED == 1u) { result.low = Column(c * a.low.re, c * a.low.im); }
  return result;
}

// 1/√power, or 0 where a column depends on those before it.
fn inverseNorm(power: f32, whole: f32) -> f32 {
  return select(0.0, inverseSqrt(power), power > max(ROUNDING * whole, 1e-30));
}

// Column k's direction, and r_kk: both zero where it depends on the columns before it.
fn direction(h: Tall, k: u32, to: u32) -> Tall {
  let power = innerTall(h, h).x;
  let scale = inverseNorm(power, h.gone + power);
  // A rest δ is nearest to level δ·slicing, in distances of levels.
  var slicing = 0.5 * scale / UNIT;
  if (EXTENDED == 1u) {
    let open = power - params.noise;
    slicing = select(0.0, 0.5 * scale * power / (UNIT * open), open > 1e-6 * power);
  }
  factor[place(k, k, to)] = vec2f(scale * power, slicing);
  return scaled(scale, h);
}

// Column j less its part along q_k, which is r_kj.
fn apart(h: Tall, q: Tall, k: u32, j: u32, to: u32) -> Tall {
  let r = innerTall(q, h);
  factor[place(k, j, to)] = r;
  return withoutTall(h, r, q);
}

// The same of y, z_k.
fn rotate(y: Tall, q: Tall, k: u32, to: u32) -> Tall {
  let z = innerTall(q, y);
  rotated[k * KEPT * USES + to] = z;
  return withoutTall(y, z, q);
}

// Decomposes the channel of a use with the received vector y, and puts R and z to place `to`. Without arrays everything stays
// in registers.
fn decompose(y: Column, order: u32, slot: u32, to: u32) {
  let h0 = columnOf(slot, streamAt(0u, order), 0u);
  let q0 = direction(h0, 0u, to);
  let y1 = rotate(Tall(y, Column(), 0.0), q0, 0u, to);
  if (ANTENNAS == 1u) { return; }
  let h1 = columnOf(slot, streamAt(1u, order), 1u);
  let q1 = direction(apart(h1, q0, 0u, 1u, to), 1u, to);
  let y2 = rotate(y1, q1, 1u, to);
  if (ANTENNAS == 2u) { return; }
  let h2 = columnOf(slot, streamAt(2u, order), 2u);
  let q2 = direction(apart(apart(h2, q0, 0u, 2u, to), q1, 1u, 2u, to), 2u, to);
  let y3 = rotate(y2, q2, 2u, to);
  if (ANTENNAS == 3u) { return; }
  let h3 = columnOf(slot, streamAt(3u, order), 3u);
  let left = apart(apart(apart(h3, q0, 0u, 3u, to), q1, 1u, 3u, to), q2, 2u, 3u, to);
  let q3 = direction(left, 3u, to);
  _ = rotate(y3, q3, 3u, to);
}
