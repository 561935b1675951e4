// Trellis traversal, max-log, after H = QR and z = Qᴴy: a stage per stream, from the last to 0, of Q vertices. A survivor with
// metric d and rests δ_j = z_j − Σ r_ji·s_i (its symbols so far) reaches vertex s of stage k at d + |δ_k − r_kk·s|²; a vertex
// keeps the best (edge reduction). List k: the survivors of stage k, each extended through the nearest vertices to stage 0;
// L = (min_{b=0} d − min_{b=1} d)/N0 for the bits of stream k, or for all bits from list 0 alone (one pass).
// LANES invocations per use: lane x has the vertices x, x + LANES, … along the real axis, all along the other. QR by lane 0.
// Needs lib/qam, lib/complex.
override ANTENNAS: u32;  // M = N, 1 … 4
override AXIS_BITS: u32; // bits of an axis, B/2
override LEVELS: u32;    // √Q, 2 … 8
override UNIT: f32;      // half the distance of levels
override LANES: u32;     // invocations per use, a divisor of √Q; √Q·√Q/LANES is at most 8
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
var<workgroup> rests: array<vec2f, ANTENNAS * LEVELS * LEVELS * USES>;          // δ, [stage][survivor]
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

fn entry(at: u32, r: u32, c: u32) -> vec2f {
  if (r >= ANTENNAS) { return vec2f(); }
  return channel[(at * ANTENNAS + r) * ANTENNAS + c];
}

fn answer(at: u32, r: u32) -> vec2f {
  if (r >= ANTENNAS) { return vec2f(); }
  return received[at * ANTENNAS + r];
}

fn column(a: vec2f, b: vec2f, c: vec2f, d: vec2f) -> Column {
  return Column(vec4f(a.x, b.x, c.x, d.x), vec4f(a.y, b.y, c.y, d.y));
}

// Where r_jk is, j ≤ k.
fn place(j: u32, k: u32, slot: u32) -> u32 {
  return (k * (k + 1u) / 2u + j) * USES + slot;
}

// Modified Gram–Schmidt with y as one more column. A column that depends on those before it gives r_kk = 0, z_k = 0.
fn decompose(at: u32, slot: u32) {
  var h = array<Column, 4>();
  for (var m = 0u; m < ANTENNAS; m++) {
    h[m] = column(entry(at, 0u, m), entry(at, 1u, m), entry(at, 2u, m), entry(at, 3u, m));
  }
  var y = column(answer(at, 0u), answer(at, 1u), answer(at, 2u), answer(at, 3u));
  for (var k = 0u; k < ANTENNAS; k++) {
    let power = inner(h[k], h[k]).x;
    let scale = select(0.0, inverseSqrt(power), power > 1e-30);
    let q = Column(scale * h[k].re, scale * h[k].im);
    factor[place(k, k, slot)] = vec2f(scale * power, 0.5 * scale / UNIT);
    for (var j = k + 1u; j < ANTENNAS; j++) {
      let r = inner(q, h[j]);
      factor[place(k, j, slot)] = r;
      h[j] = without(h[j], r, q);
    }
    let z = inner(q, y);
    rotated[k * USES + slot] = z;
    y = without(y, z, q);
  }
}

// The nearest level along each axis, in half distances.
fn nearest(rest: vec2f, inverse: f32) -> vec2f {
  let most = f32(LEVELS) - 1.0;
  return 2.0 * clamp(floor(rest * inverse + 0.5 * f32(LEVELS)), vec2f(), vec2f(most)) - most;
}

// Bits of vertex (x, y) as they are sent, the first one lowest.
fn symbolBits(x: u32, y: u32) -> u32 {
  let labels = vec2u(axisLabel(x, LEVELS), axisLabel(y, LEVELS));
  var bits = 0u;
  for (var j = 0u; j < AXIS_BITS; j++) {
    let pair = (labels >> vec2u(AXIS_BITS - 1u - j)) & vec2u(1u);
    bits |= (pair.x | (pair.y << 1u)) << (2u * j);
  }
  return bits;
}

@compute @workgroup_size(USES, LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let slot = index % USES;
  let lane = index / USES;
  let wanted = (group.x + 32768u * group.y) * USES + slot;
  let at = min(wanted, params.uses - 1u);
  let live = wanted < params.uses;
  let columns = LEVELS / LANES;  // of the lane's vertices
  let vertices = LEVELS * LEVELS;
  let bitsPerSymbol = 2u * AXIS_BITS;
  if (lane == 0u) { decompose(at, slot); }
  workgroupBarrier();

  for (var stage = ANTENNAS; stage > 0u; stage--) {
    let k = stage - 1u;
    let diagonal = factor[place(k, k, slot)];
    let reach = diagonal.x * UNIT; // half the distance of r_kk·s
    var best = array<f32, 8>();
    var survivor = array<u32, 8>();
    if (stage == ANTENNAS) {
      let rest = rotated[k * USES + slot];
      for (var a = 0u; a < columns; a++) {
        let x = rest.x - axisLevel(lane + a * LANES, LEVELS, reach);
        for (var i = 0u; i < LEVELS; i++) {
          let y = rest.y - axisLevel(i, LEVELS, reach);
          best[a * LEVELS + i] = x * x + y * y;
          survivor[a * LEVELS + i] = 0u;
        }
      }
    } else {
      for (var v = 0u; v < columns * LEVELS; v++) {
        best[v] = 3.4e38;
        survivor[v] = 0u;
      }
      for (var p = 0u; p < vertices; p++) {
        let metric = metrics[p * USES + slot];
        let rest = rests[(k * vertices + p) * USES + slot];
        for (var a = 0u; a < columns; a++) {
          let x = rest.x - axisLevel(lane + a * LANES, LEVELS, reach);
          let partial = x * x + metric;
          for (var i = 0u; i < LEVELS; i++) {
            let y = rest.y - axisLevel(i, LEVELS, reach);
            let reached = y * y + partial;
            let better = reached < best[a * LEVELS + i];
            best[a * LEVELS + i] = select(best[a * LEVELS + i], reached, better);
            survivor[a * LEVELS + i] = select(survivor[a * LEVELS + i], p, better);
          }
        }
      }
    }

    // Vertices take over what is left of their survivors, less r_jk·s.
    for (var j = 0u; j < k; j++) {
      let r = factor[place(j, k, slot)];
      var taken = array<vec2f, 8>();
      for (var v = 0u; v < columns * LEVELS; v++) {
        let s = vec2f(axisLevel(lane + v / LEVELS * LANES, LEVELS, UNIT), axisLevel(v % LEVELS, LEVELS, UNIT));
        if (stage == ANTENNAS) {
          taken[v] = rotated[j * USES + slot] - mul(r, s);
        } else {
          taken[v] = rests[(j * vertices + survivor[v]) * USES + slot] - mul(r, s);
        }
      }
      workgroupBarrier();
      for (var v = 0u; v < columns * LEVELS; v++) {
        let vertex = v % LEVELS * LEVELS + lane + v / LEVELS * LANES;
        rests[(j * vertices + vertex) * USES + slot] = taken[v];
      }
    }
    if (ONE_PASS == 1u) {
      var bits = array<u32, 8>();
      for (var v = 0u; v < columns * LEVELS; v++) {
        let own = symbolBits(lane + v / LEVELS * LANES, v % LEVELS) << (k * bitsPerSymbol);
        bits[v] = own;
        if (stage < ANTENNAS) { bits[v] = own | history[survivor[v] * USES + slot]; }
      }
      workgroupBarrier();
      for (var v = 0u; v < columns * LEVELS; v++) {
        history[(v % LEVELS * LEVELS + lane + v / LEVELS * LANES) * USES + slot] = bits[v];
      }
    }
    for (var v = 0u; v < columns * LEVELS; v++) {
      let vertex = v % LEVELS * LEVELS + lane + v / LEVELS * LANES;
      if (k > 0u) { metrics[vertex * USES + slot] = best[v]; }
      var sum = best[v];
      if (ONE_PASS == 0u && k > 0u) {
        var rest = rests[((k - 1u) * vertices + vertex) * USES + slot];
        var second = rests[((max(k, 2u) - 2u) * vertices + vertex) * USES + slot];
        var third = rests[((max(k, 3u) - 3u) * vertices + vertex) * USES + slot];
        for (var j = k; j > 0u; j--) {
          let own = factor[place(j - 1u, j - 1u, slot)];
          let s = UNIT * nearest(rest, own.y);
          let error = rest - own.x * s;
          sum += dot(error, error);
          rest = second - mul(factor[place(max(j, 2u) - 2u, j - 1u, slot)], s);
          second = third - mul(factor[place(max(j, 3u) - 3u, j - 1u, slot)], s);
        }
      }
      list[vertex * USES + slot] = sum;
    }
    workgroupBarrier();

    if (ONE_PASS == 0u) {
      for (var i = lane; i < LEVELS; i += LANES) {
        var smallest = vec2f(3.4e38);
        for (var j = 0u; j < LEVELS; j++) {
          let pair = vec2f(list[(j * LEVELS + i) * USES + slot], list[(i * LEVELS + j) * USES + slot]);
          smallest = min(smallest, pair);
        }
        least[i * USES + slot] = smallest;
      }
      workgroupBarrier();
      for (var b = lane; b < bitsPerSymbol; b += LANES) {
        var hypotheses = vec2f(3.4e38);
        for (var i = 0u; i < LEVELS; i++) {
          let pair = least[i * USES + slot];
          let metric = select(pair.x, pair.y, b % 2u == 1u);
          let one = ((axisLabel(i, LEVELS) >> (AXIS_BITS - 1u - b / 2u)) & 1u) == 1u;
          hypotheses = min(hypotheses, select(vec2f(metric, 3.4e38), vec2f(3.4e38, metric), one));
        }
        if (live) {
          llr[(at * ANTENNAS + k) * bitsPerSymbol + b] = params.slope * (hypotheses.x - hypotheses.y);
        }
      }
    }
  }

  if (ONE_PASS == 1u) {
    for (var b = lane; b < ANTENNAS * bitsPerSymbol; b += LANES) {
      var hypotheses = vec2f(1e30);
      for (var p = 0u; p < vertices; p++) {
        let metric = list[p * USES + slot];
        let one = ((history[p * USES + slot] >> b) & 1u) == 1u;
        hypotheses = min(hypotheses, select(vec2f(metric, 1e30), vec2f(1e30, metric), one));
      }
      if (live) {
        let difference = params.slope * (hypotheses.x - hypotheses.y);
        llr[at * ANTENNAS * bitsPerSymbol + b] = clamp(difference, -params.clip, params.clip);
      }
    }
  }
}
