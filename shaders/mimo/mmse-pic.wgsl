// MMSE-PIC: LLRs of stream i from y_i = y − Σ_{j≠i} h_j·ŝ_j, whose noise has the covariance K = Σ_{j≠i} E_j·h_j·h_jᴴ + N0·I.
// Prior LLRs give each stream its mean ŝ_j and its variance E_j. With ρ = hᴴK⁻¹h and w = hᴴK⁻¹y_i, per axis
// L = min_{b=0} c − min_{b=1} c, c = a(ρa − 2w) + the prior cost of the axis's other bits at level a.
// K is whitened one interferer u = h_j·√E_j/√N0 at a time: (I + uuᴴ)^(−½)v = v − u·(uᴴv)/(s(1 + s)), s² = 1 + |u|². Then ρ and w
// are plain inner products. One invocation per stream of a use. After C. Studer, S. Fateh, D. Seethaler, IEEE JSSC 46(7), 2011.
// Needs lib/columns, lib/axis.
override GROUP: u32;     // invocations per workgroup
override ANTENNAS: u32;  // M = N, 1 … 8
override AXIS_BITS: u32; // bits of an axis, B/2
override UNIT: f32;      // half the distance of levels
override PRIORS: bool;   // else all priors are 0
struct Params { uses: u32, skips: u32, scale: f32 } // skips: whether `skipped` applies; scale: 1/√N0
@group(0) @binding(0) var<storage, read> channel: array<vec2f>;  // [use][N][M]
@group(0) @binding(1) var<storage, read> received: array<vec2f>; // [use][N]
@group(0) @binding(2) var<storage, read> prior: array<vec2f>;    // [use][M][B/2]: a bit of each axis
@group(0) @binding(3) var<storage, read_write> llr: array<vec2f>; // as `prior`
@group(0) @binding(4) var<uniform> params: Params;
@group(0) @binding(5) var<storage, read> skipped: array<u32>;     // [use]: not 0 if its LLRs stay

// Mean, and standard deviation, of each invocation's symbol.
var<workgroup> symbols: array<vec3f, GROUP>;

fn scaled(a: Column, factor: f32) -> Column {
  return Column(factor * a.re, factor * a.im);
}

// 1/(s(1 + s)) for |u|².
fn gainOf(power: f32) -> f32 {
  let s = sqrt(1.0 + power);
  return 1.0 / (s * (1.0 + s));
}

fn whitened(v: Column, u: Column, gain: f32) -> Column {
  return without(v, gain * inner(u, v), u);
}

fn entry(at: u32, r: u32, m: u32) -> vec2f {
  if (r >= ANTENNAS) { return vec2f(); }
  return channel[(at * ANTENNAS + r) * ANTENNAS + m];
}

fn answer(at: u32, r: u32) -> vec2f {
  if (r >= ANTENNAS) { return vec2f(); }
  return received[at * ANTENNAS + r];
}

// Rows r … r + 3 of column m over √N0, and of y.
fn columnOf(at: u32, r: u32, m: u32) -> Column {
  let h = column(entry(at, r, m), entry(at, r + 1u, m), entry(at, r + 2u, m), entry(at, r + 3u, m));
  return scaled(h, params.scale);
}

fn answers(at: u32, r: u32) -> Column {
  let y = column(answer(at, r), answer(at, r + 1u), answer(at, r + 2u), answer(at, r + 3u));
  return scaled(y, params.scale);
}

// Bit by bit from the innermost: a level is 2^i ∓ the level within.
fn momentsOf(known: array<vec2f, 4>) -> vec3f {
  var mean = vec2f(1.0);
  var variance = vec2f();
  for (var i = 0u; i < AXIS_BITS; i++) {
    let l = clamp(known[AXIS_BITS - 1u - i], vec2f(-60.0), vec2f(60.0));
    let zero = 1.0 / (1.0 + exp(l));
    let one = 1.0 / (1.0 + exp(-l));
    variance += 4.0 * zero * one * mean * mean;
    mean *= zero - one;
    if (i + 1u < AXIS_BITS) { mean = f32(2u << i) - mean; }
  }
  return vec3f(UNIT * mean, UNIT * sqrt(variance.x + variance.y));
}

// Matched and whitened: w, and ρ.
struct Filtered { w: vec2f, rho: f32 }

fn filterFour(at: u32, m: u32, first: u32) -> Filtered {
  var own = columnOf(at, 0u, m);
  var rest = answers(at, 0u);
  var a = Column();
  var b = Column();
  var c = Column();
  if (ANTENNAS > 1u) {
    let j = (m + 1u) % ANTENNAS;
    let s = symbols[first + j];
    a = columnOf(at, 0u, j);
    rest = without(rest, s.xy, a);
    a = scaled(a, s.z);
  }
  if (ANTENNAS > 2u) {
    let j = (m + 2u) % ANTENNAS;
    let s = symbols[first + j];
    b = columnOf(at, 0u, j);
    rest = without(rest, s.xy, b);
    b = scaled(b, s.z);
  }
  if (ANTENNAS > 3u) {
    let j = (m + 3u) % ANTENNAS;
    let s = symbols[first + j];
    c = columnOf(at, 0u, j);
    rest = without(rest, s.xy, c);
    c = scaled(c, s.z);
  }
  if (ANTENNAS > 1u) {
    let gain = gainOf(inner(a, a).x);
    b = whitened(b, a, gain);
    c = whitened(c, a, gain);
    own = whitened(own, a, gain);
    rest = whitened(rest, a, gain);
  }
  if (ANTENNAS > 2u) {
    let gain = gainOf(inner(b, b).x);
    c = whitened(c, b, gain);
    own = whitened(own, b, gain);
    rest = whitened(rest, b, gain);
  }
  if (ANTENNAS > 3u) {
    let gain = gainOf(inner(c, c).x);
    own = whitened(own, c, gain);
    rest = whitened(rest, c, gain);
  }
  return Filtered(inner(own, rest), inner(own, own).x);
}

// The same for up to eight antennas, two halves to a column.
fn filterEight(at: u32, m: u32, first: u32) -> Filtered {
  var low = array<Column, 9>(); // of the interferers, the stream's own column, and y
  var high = array<Column, 9>();
  let own = ANTENNAS - 1u;
  let rest = ANTENNAS;
  low[own] = columnOf(at, 0u, m);
  high[own] = columnOf(at, 4u, m);
  low[rest] = answers(at, 0u);
  high[rest] = answers(at, 4u);
  for (var i = 0u; i < own; i++) {
    let j = (m + 1u + i) % ANTENNAS;
    let s = symbols[first + j];
    let top = columnOf(at, 0u, j);
    let bottom = columnOf(at, 4u, j);
    low[rest] = without(low[rest], s.xy, top);
    high[rest] = without(high[rest], s.xy, bottom);
    low[i] = scaled(top, s.z);
    high[i] = scaled(bottom, s.z);
  }
  for (var i = 0u; i < own; i++) {
    let top = low[i];
    let bottom = high[i];
    let gain = gainOf(inner(top, top).x + inner(bottom, bottom).x);
    for (var j = i + 1u; j <= rest; j++) {
      let share = gain * (inner(top, low[j]) + inner(bottom, high[j]));
      low[j] = without(low[j], share, top);
      high[j] = without(high[j], share, bottom);
    }
  }
  let w = inner(low[own], low[rest]) + inner(high[own], high[rest]);
  return Filtered(w, inner(low[own], low[own]).x + inner(high[own], high[own]).x);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let rows = GROUP / ANTENNAS; // uses of a workgroup
  let wanted = (group.x + 32768u * group.y) * rows + lane / ANTENNAS;
  let at = min(wanted, params.uses - 1u);
  var live = lane < rows * ANTENNAS && wanted < params.uses;
  if (params.skips == 1u) { live = live && skipped[at] == 0u; }
  let m = lane % ANTENNAS;
  let bits = (at * ANTENNAS + m) * AXIS_BITS;
  symbols[lane] = vec3f(0.0, 0.0, 1.0);
  var known = array<vec2f, 4>(); // priors of the stream's bits
  if (PRIORS && live) {
    for (var j = 0u; j < AXIS_BITS; j++) { known[j] = prior[bits + j]; }
    symbols[lane] = momentsOf(known);
  }
  workgroupBarrier();
  if (!live) { return; }
  var filtered = Filtered();
  if (ANTENNAS > 4u) { filtered = filterEight(at, m, lane - m); }
  else { filtered = filterFour(at, m, lane - m); }

  for (var j = 0u; j < AXIS_BITS; j++) {
    var zero = vec2f(3.4e38);
    var one = vec2f(3.4e38);
    for (var i = 0u; i < 1u << AXIS_BITS; i++) {
      let a = axisLevel(i, 1u << AXIS_BITS, UNIT);
      let label = axisLabel(i, 1u << AXIS_BITS);
      var cost = a * (filtered.rho * a - 2.0 * filtered.w);
      for (var k = 0u; k < AXIS_BITS && PRIORS; k++) {
        if (k == j) { continue; }
        let l = known[k];
        cost += max(select(l, -l, ((label >> (AXIS_BITS - 1u - k)) & 1u) == 1u), vec2f());
      }
      if (((label >> (AXIS_BITS - 1u - j)) & 1u) == 1u) { one = min(one, cost); }
      else { zero = min(zero, cost); }
    }
    llr[bits + j] = zero - one;
  }
}
