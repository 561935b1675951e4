// Where the runs of a tile begin: a recursion over tiles of RUN·places() samples, one workgroup each, whose invocations take
// RUN samples in a row; one pass over memory.
//
// A tile has an address of three digits in base R = places(): h·R² + q·R + p. A tile publishes the state e that it reaches
// from rest; the last of R tiles in a row publishes f, what all of them reach together, and the last of R² so g.
// Tile (h, q, p) begins with A₁^p·(A₂^q·(A₃^h·s₀ + Σ A₃^{h−1−j}·g_j) + Σ A₂^{q−1−j}·f_j) + Σ A₁^{p−1−j}·e_j,
// sums over j below h, q and p: place j waits for one term. So the result does not depend, to the bit, on who came first.
//
// Words begin as 0 and no published number is: +0 is sent as −0. Each tells by itself that it is there, so that relaxed
// atomics do. Nobody waits for ever: after SPINS looks a workgroup does the missing tile itself.
// After Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, 2016, and Smith, Levien and Owens,
// Decoupled fallback, 2025.
//
// Needs lib/affine-scan. The kernel has `reached(signal, tile, invocation)`, the state after a run from rest. It binds `powers` ([A₀ … A₃][column][exponent below R], A₀ of a
// run, A₁ of a tile, A₂ of R and A₃ of R² tiles), `starts` ([signal][scan][tile][quad]) and `aggregates`
// (array<atomic<u32>>); its Params have `tiles`, `levels: vec4u` (where words of e, f, g begin and how many a signal has)
// and `pitch` (states in a row of `starts`: one a signal, or one a tile).
override SPINS: u32; // looks at a word that is not there; 0: other workgroups' words are never believed
override PASS: u32;  // SINGLE, or one of two passes with iir/state-scan between them
const SINGLE = 0u;   // tiles look back
const REDUCE = 1u;   // what tiles reach from rest, to `aggregates`: [signal][scan][tile][number]
const FINISH = 2u;   // all the rest, from `starts`
const NONE = 0xffffffffu;

var<workgroup> missing: atomic<u32>;
var<workgroup> ends: array<vec4f, QUADS * STRIDE>;     // the state that the tile at hand, then what it is the last of, reaches
var<workgroup> begins: array<vec4f, QUADS * STRIDE>;   // the state that the own tile begins with
var<workgroup> sums: array<vec4f, 3 * QUADS * STRIDE>; // Σ of each digit

// A_level^exponent·s + u, as stepsAhead of lib/affine-scan.
fn powersAhead(level: u32, exponent: u32, s: State, u: State) -> State {
  let at = level * columns() * places() + exponent;
  var sum = u;
  sum[0] = powerQuad(at, 0u, s[0], sum[0]);
  if (QUADS > 1u) { sum[1] = powerQuad(at, 8u, s[1], powerQuad(at, 4u, s[0], sum[1])); }
  if (QUADS > 2u) {
    sum[2] = powerQuad(at, 20u, s[2], powerQuad(at, 16u, s[1], powerQuad(at, 12u, s[0], sum[2])));
  }
  if (QUADS > 3u) {
    sum[3] = powerQuad(at, 28u, s[1], powerQuad(at, 24u, s[0], sum[3]));
    sum[3] = powerQuad(at, 36u, s[3], powerQuad(at, 32u, s[2], sum[3]));
  }
  return sum;
}

fn powerQuad(matrix: u32, column: u32, s: vec4f, u: vec4f) -> vec4f {
  let at = matrix + column * places();
  let low = fma(powers[at + places()], s.yyyy, fma(powers[at], s.xxxx, u));
  return fma(powers[at + 3u * places()], s.wwww, fma(powers[at + 2u * places()], s.zzzz, low));
}

// Σ over places, for place 0.
fn summed(invocation: u32, s: State) -> State {
  var sum = s;
  for (var half = GROUP / 2u; half >= STRIDE; half /= 2u) {
    workgroupBarrier();
    keepScanned(invocation, sum);
    workgroupBarrier();
    if (invocation < half) {
      for (var q = 0u; q < QUADS; q++) { sum[q] += scanned[q * GROUP + invocation + half]; }
    }
  }
  return sum;
}

// Number r of item n's state, that of invocation % STRIDE.
fn wordOf(signal: u32, level: u32, n: u32, r: u32, invocation: u32) -> u32 {
  let row = (n / places() * 4u * QUADS + r) * GROUP;
  return signal * params.levels.w + params.levels[level] + row + n % places() * STRIDE + invocation % STRIDE;
}

fn publish(signal: u32, level: u32, n: u32, invocation: u32, s: State) {
  for (var r = 0u; r < 4u * QUADS; r++) {
    let bits = bitcast<u32>(s[r / 4u][r % 4u]);
    atomicStore(&aggregates[wordOf(signal, level, n, r, invocation)], select(bits, 0x80000000u, bits == 0u));
  }
}

// Looks back from a tile: place 0 finds in `ends` what the tile reaches from rest, and what `begin` needs is left to it. Returns
// NONE, or the last tile of the first item that did not come in time. With SPINS = 0 tiles below `done` alone are believed,
// which this workgroup did itself. From uniform control flow.
fn lookBack(signal: u32, tile: u32, done: u32, invocation: u32) -> u32 {
  let place = invocation / STRIDE;
  let part = invocation % STRIDE;
  var n = tile;   // item of this level that holds the tile
  var span = 1u;  // tiles in an item
  var whole = true; // whether the tile is the last of item n
  if (invocation == 0u) { atomicStore(&missing, NONE); }
  for (var level = 0u; level < 3u; level++) {
    let count = n % places();
    var sum = State();
    if (whole && place == 0u) {
      var e = State();
      for (var q = 0u; q < QUADS; q++) { e[q] = ends[q * STRIDE + part]; }
      publish(signal, level, n, invocation, e);
    }
    if (count > 0u) {
      workgroupBarrier();
      var term = State();
      if (place < count) {
        let item = n - count + place;
        let last = (item + 1u) * span - 1u;
        var ready = false;
        for (var spin = 0u; spin <= SPINS && !ready; spin++) {
          ready = SPINS > 0u || last < done;
          for (var q = 0u; q < QUADS; q++) {
            let words = vec4u(
              atomicLoad(&aggregates[wordOf(signal, level, item, 4u * q, invocation)]),
              atomicLoad(&aggregates[wordOf(signal, level, item, 4u * q + 1u, invocation)]),
              atomicLoad(&aggregates[wordOf(signal, level, item, 4u * q + 2u, invocation)]),
              atomicLoad(&aggregates[wordOf(signal, level, item, 4u * q + 3u, invocation)]),
            );
            ready = ready && all(words != vec4u());
            term[q] = bitcast<vec4f>(words);
          }
        }
        if (!ready) { atomicMin(&missing, last); }
        term = powersAhead(level + 1u, count - 1u - place, term, State());
      }
      let late = workgroupUniformLoad(&missing);
      if (late != NONE) { return late; }
      sum = summed(invocation, term);
    }
    whole = whole && count == places() - 1u;
    if (place == 0u) {
      var e = State();
      for (var q = 0u; q < QUADS; q++) {
        sums[(level * QUADS + q) * STRIDE + part] = sum[q];
        e[q] = ends[q * STRIDE + part];
      }
      if (whole) {
        e = powersAhead(level + 1u, 1u, sum, e);
        for (var q = 0u; q < QUADS; q++) { ends[q * STRIDE + part] = e[q]; }
      }
    }
    n /= places();
    span *= places();
  }
  return NONE;
}

// What the tile that was looked back from begins with, where its signal begins with `first`: for place 0.
fn begin(tile: u32, invocation: u32, first: State) -> State {
  let digits = vec3u(tile % places(), tile / places() % places(), tile / places() / places());
  var s = first;
  for (var level = 2i; level >= 0i; level--) {
    if (digits[level] == 0u) { continue; }
    var sum = State();
    for (var q = 0u; q < QUADS; q++) { sum[q] = sums[(u32(level) * QUADS + q) * STRIDE + invocation]; }
    s = powersAhead(u32(level) + 1u, digits[level], s, sum);
  }
  return s;
}

fn publishEnd(signal: u32, tile: u32, invocation: u32) {
  for (var q = 0u; q < QUADS; q++) {
    let at = (((signal * STRIDE + invocation) * params.tiles + tile) * QUADS + q) * 4u;
    let words = bitcast<vec4u>(ends[q * STRIDE + invocation]);
    for (var r = 0u; r < 4u; r++) { atomicStore(&aggregates[at + r], words[r]); }
  }
}

// The state that an invocation's run begins with. Of no use where PASS is REDUCE. From uniform
// control flow.
fn startOfRun(signal: u32, own: u32, invocation: u32) -> State {
  var s: State;   // from rest at the tile's beginning
  var tile = own; // or one that has to be done because it did not come in time
  var done = 0u;
  loop {
    affineScan(invocation, reached(signal, tile, invocation));
    s = State();
    if (invocation >= STRIDE) {
      s = scannedState(invocation - STRIDE);
    } else {
      let end = scannedState(GROUP - STRIDE + invocation);
      for (var q = 0u; q < QUADS; q++) { ends[q * STRIDE + invocation] = end[q]; }
      if (PASS == REDUCE) { publishEnd(signal, own, invocation); }
    }
    if (PASS != SINGLE) { break; }
    let late = lookBack(signal, tile, done, invocation);
    if (late != NONE) {
      tile = late;
    } else if (tile != own) {
      done = tile + 1u;
      tile = own;
    } else {
      break;
    }
  }
  if (PASS == REDUCE) { return s; }
  if (invocation < STRIDE) {
    var first = State();
    let at = (signal * STRIDE + invocation) * params.pitch + select(0u, own, PASS == FINISH);
    for (var q = 0u; q < QUADS; q++) { first[q] = starts[at * QUADS + q]; }
    if (PASS == SINGLE) { first = begin(own, invocation, first); }
    for (var q = 0u; q < QUADS; q++) { begins[q * STRIDE + invocation] = first[q]; }
  }
  workgroupBarrier();
  var first = State();
  for (var q = 0u; q < QUADS; q++) { first[q] = begins[q * STRIDE + invocation % STRIDE]; }
  return powersAhead(0u, invocation / STRIDE, first, s);
}
