// The initial states of the runs of a tile: a recursion over tiles of runs, one workgroup per tile, in one pass over
// memory.
//
// A tile has an address of three digits in base R = places(): h·R² + q·R + p. A tile publishes the state e that it
// reaches from rest. The last of R consecutive tiles publishes f, the state that all of them reach, and the last of R²
// tiles publishes g. Tile (h, q, p) begins with A₁^p·(A₂^q·(A₃^h·s₀ + Σ A₃^{h−1−j}·g_j) + Σ A₂^{q−1−j}·f_j) + Σ
// A₁^{p−1−j}·e_j, sums over j below h, q and p: place j waits for one term. So the result does not depend on the order
// of arrival, to the bit. Words start as 0, and no published number is 0: +0 is stored as −0. So each word shows that
// it is valid, and relaxed atomics suffice. No workgroup waits without limit: after SPINS reads it computes the missing
// tile itself. After Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, 2016, and Smith,
// Levien and Owens, Decoupled fallback, 2025.
//
// Needs lib/affine-scan. The kernel has `reached(signal, tile, invocation)`, the state after a run from rest. It binds `powers`
// ([A₀ … A₃][column][exponent below R], A₀ of a run, A₁ of a tile, A₂ of R and A₃ of R² tiles), `before` and `after` (states
// before and after the page, [signal][scan][quad]) and `published` (array<atomic<u32>>). Its Params have `signals`, `tiles`,
// `levels: vec4u`, where words of e, f and g begin and how many a signal has, and `widths: vec3u`, how many lie side by side:
// of R items in a row, [number][place][scan].
override SPINS: u32; // reads of a missing word; 0: never trust other workgroups' words
override TASK: u32;  // of a workgroup, in this order
const TILE = 0u;     // a tile
const NEXT = 1u;     // words and states for the next page
const NONE = 0xffffffffu;

var<workgroup> missing: atomic<u32>;
var<workgroup> earliest: u32; // the same for all invocations, because browsers before 2026 cannot load an atomic uniformly
var<workgroup> begins: array<vec4f, QUADS * STRIDE>; // the tile's initial state, as far as known

// The result of `gather`, for place 0.
var<private> gathered: State;

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

// Σ over places, for place 0. After a barrier, uniform control flow only.
fn summed(invocation: u32, s: State) -> State {
  var sum = s;
  for (var count = GROUP; count > STRIDE; ) {
    if (invocation < count) { keepScanned(invocation, sum); }
    workgroupBarrier();
    let left = max(count / 4u, STRIDE);
    if (invocation < left) {
      for (var i = invocation + left; i < count; i += left) {
        for (var q = 0u; q < QUADS; q++) { sum[q] += scanned[q * GROUP + i]; }
      }
    }
    count = left;
  }
  return sum;
}

// Address of number r of item n's state, in scan invocation % STRIDE.
fn wordOf(signal: u32, level: u32, n: u32, r: u32, invocation: u32) -> u32 {
  let row = (n / places() * 4u * QUADS + r) * params.widths[level];
  return signal * params.levels.w + params.levels[level] + row + n % places() * STRIDE + invocation % STRIDE;
}

fn publish(signal: u32, level: u32, n: u32, invocation: u32, s: State) {
  for (var q = 0u; q < QUADS; q++) {
    let bits = bitcast<vec4u>(s[q]);
    let words = select(bits, vec4u(0x80000000u), bits == vec4u());
    for (var r = 0u; r < 4u; r++) {
      atomicStore(&published[wordOf(signal, level, n, 4u * q + r, invocation)], words[r]);
    }
  }
}

// Σ A^{count−1−j}·(item first + j of a level) over j < count, and where `begun` A^count·begins with it. Returns NONE,
// or the last tile of the first item that was not published in time. This workgroup has computed the tiles below
// `done`, and `tile`. Uniform control flow only.
fn gather(
  signal: u32, level: u32, first: u32, count: u32, begun: bool, tile: u32, done: u32, invocation: u32,
) -> u32 {
  let place = invocation / STRIDE;
  var term = State();
  if (invocation == 0u) { atomicStore(&missing, NONE); }
  workgroupBarrier();
  if (place < count) {
    var ready = false;
    for (var spin = 0u; spin <= SPINS && !ready; spin++) {
      ready = true;
      for (var q = 0u; q < QUADS; q++) {
        let words = vec4u(
          atomicLoad(&published[wordOf(signal, level, first + place, 4u * q, invocation)]),
          atomicLoad(&published[wordOf(signal, level, first + place, 4u * q + 1u, invocation)]),
          atomicLoad(&published[wordOf(signal, level, first + place, 4u * q + 2u, invocation)]),
          atomicLoad(&published[wordOf(signal, level, first + place, 4u * q + 3u, invocation)]),
        );
        ready = ready && all(words != vec4u());
        term[q] = bitcast<vec4f>(words);
      }
    }
    var tiles = 1u; // of an item
    for (var i = 0u; i < level; i++) { tiles *= places(); }
    let end = (first + place + 1u) * tiles;
    if (!ready || (SPINS == 0u && end > done && end != tile + 1u)) { atomicMin(&missing, end - 1u); }
    term = powersAhead(level + 1u, count - 1u - place, term, State());
  } else if (begun && place == count) {
    for (var q = 0u; q < QUADS; q++) { term[q] = begins[q * STRIDE + invocation % STRIDE]; }
    term = powersAhead(level + 1u, count, term, State());
  }
  workgroupBarrier();
  if (invocation == 0u) { earliest = atomicLoad(&missing); }
  let late = workgroupUniformLoad(&earliest);
  if (late == NONE) { gathered = summed(invocation, term); }
  return late;
}

// Looks back from a scanned tile, and puts its initial state into `begins`. Returns NONE, or a tile that was not
// published in time. Uniform control flow only.
fn lookBack(signal: u32, tile: u32, done: u32, invocation: u32) -> u32 {
  let place = invocation / STRIDE;
  let part = invocation % STRIDE;
  if (place == 0u) {
    publish(signal, 0u, tile, invocation, scannedState(GROUP - STRIDE + invocation));
    for (var q = 0u; q < QUADS; q++) { begins[q * STRIDE + part] = before[(signal * STRIDE + part) * QUADS + q]; }
  }
  storageBarrier();
  var n = tile;
  for (var level = 0u; level < 2u && n % places() == places() - 1u; level++) {
    let late = gather(signal, level, n + 1u - places(), places(), false, tile, done, invocation);
    if (late != NONE) { return late; }
    n /= places();
    if (place == 0u) { publish(signal, level + 1u, n, invocation, gathered); }
  }
  for (var level = 2i; level >= 0i; level--) {
    n = tile;
    for (var i = 0i; i < level; i++) { n /= places(); }
    let count = n % places();
    if (count == 0u) { continue; }
    let late = gather(signal, u32(level), n - count, count, true, tile, done, invocation);
    if (late != NONE) { return late; }
    if (place == 0u) {
      for (var q = 0u; q < QUADS; q++) { begins[q * STRIDE + part] = gathered[q]; }
    }
  }
  workgroupBarrier();
  return NONE;
}

// The initial state of a run, and the one that the tile reaches there from rest.
struct Start { s: State, fromRest: State }

// Uniform control flow only.
fn startOfRun(signal: u32, own: u32, invocation: u32) -> Start {
  var s: State;
  var tile = own; // or a tile that must be computed because it was not published in time
  var done = 0u;
  loop {
    affineScan(invocation, reached(signal, tile, invocation));
    s = State();
    if (invocation >= STRIDE) { s = scannedState(invocation - STRIDE); }
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
  var first = State();
  for (var q = 0u; q < QUADS; q++) { first[q] = begins[q * STRIDE + invocation % STRIDE]; }
  return Start(powersAhead(0u, invocation / STRIDE, first, s), s);
}

// Words and states for the next page; `row` is the number of the workgroup.
fn prepare(row: u32, invocation: u32) {
  let i = row * GROUP + invocation;
  if (i < params.levels.w * params.signals) { atomicStore(&published[i], 0u); }
  if (i < arrayLength(&after)) { after[i] = before[i]; }
}
