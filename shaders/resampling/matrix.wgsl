// Change of rate by U/D (formula in resampling/polyphase) as a product of matrices, Y = H·X. A column of X is a strand, which
// is a part of a signal. A row of H holds the taps for one output of each strand. H is a band matrix, the same for all strands.
// One invocation per tile of 8 rows × 4 columns. Its sums stay in registers, so 12 numbers are read for 32 products. A team of
// 32 invocations has the 128 columns of a workgroup in the same rows. TEAMS teams share the band: each works on WINDOW chunks
// of samples, and then continues TEAMS tiles further down. Complex samples are two columns, complex taps two rows. Samples
// and taps pass through workgroup memory in chunks. The next chunk is loaded meanwhile.
// Needs lib/fir-page, one of lib/fir-real and its like, an input and an output as lib/fir-input and lib/fir-output.
override TEAMS: u32;        // 4 or 8
override GROUP: u32;        // invocations per workgroup, 32 · TEAMS
override STRANDS: u32;      // of a workgroup, 128 / SAMPLE_PARTS
override WINDOW: u32;       // chunks
override SAMPLE_PARTS: u32; // 2 of complex samples, 1 of real ones
override TAP_PARTS: u32;
struct Params {
  signals: u32,
  length: u32,
  history: u32,
  outputs: u32,
  up: u32,
  segments: u32, // strands of a signal
  across: u32,   // whether the next strand is of the next signal, or of the same one,
  inner: u32,    // and after how many it is of the next segment, or signal: some may be void
  strands: u32,
  inputs: u32,   // of a strand, which begins `lead` samples before them,
  lead: u32,     // at least `history`: as many more as let strands begin at whole lines of memory
  results: u32,  // outputs of a strand
  chunks: u32,
  step: u32,     // samples from a tile to the next,
  rest: u32,     // and what that is more, in 1/U
}
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<vec4f>; // [chunk][team][sample][half of the rows]
@group(0) @binding(4) var<uniform> params: Params;

const ROWS = 8u;   // of a tile
const CHUNK = 16u; // samples
const FOURS = 32u; // of columns
const PITCH = 33u; // fours of a sample in workgroup memory, and of taps of a team: one of them keeps writes apart

// Where a strand's outputs go.
struct Rows { first: u32, count: u32, }

// The first sample that a tile meets.
struct Place { sample: u32, rest: u32, }

// Sums of an invocation's tile by rows.
struct Tile { a: vec4f, b: vec4f, c: vec4f, d: vec4f, e: vec4f, f: vec4f, g: vec4f, h: vec4f, }

var<workgroup> rows: array<Rows, STRANDS>;
var<workgroup> staged: array<vec4f, CHUNK * PITCH>;
var<workgroup> taps: array<vec4f, TEAMS * PITCH>;

fn strandsOfFour() -> u32 {
  return 4u / SAMPLE_PARTS;
}

fn signalOf(strand: u32) -> u32 {
  return select(strand / params.inner, strand % params.inner, params.across == 1u);
}

fn segmentOf(strand: u32) -> u32 {
  return select(strand % params.inner, strand / params.inner, params.across == 1u);
}

fn firstSample(strand: u32) -> i32 {
  return i32(segmentOf(strand) * params.inputs) - i32(params.lead);
}

// Void strands write nothing.
fn rowsOf(strand: u32) -> Rows {
  let begin = segmentOf(strand) * params.results;
  let count = select(0u, min(params.results, params.outputs - begin), signalOf(strand) < params.signals);
  return Rows(signalOf(strand) * params.outputs + begin, count);
}

// Indices of the first samples in four columns, or in two of complex ones. An index before the page wraps; its value is not used.
fn source(q: u32, first: u32) -> vec4u {
  var at = vec4u();
  for (var c = 0u; c < strandsOfFour(); c++) {
    let strand = first + q / CHUNK * strandsOfFour() + c;
    at[c] = signalOf(strand) * params.length + u32(firstSample(strand)) + q % CHUNK;
  }
  return at;
}

fn fetch(at: vec4u, k: u32) -> vec4f {
  let x = parts(number(pageSample(at.x + k)));
  let y = parts(number(pageSample(at.y + k)));
  if (SAMPLE_PARTS == 2u) { return vec4f(x, y); }
  return vec4f(x.x, y.x, parts(number(pageSample(at.z + k))).x, parts(number(pageSample(at.w + k))).x);
}

// Sample k of a strand, x where that lies in the page. The history is read in any case: a look before would be a wait for each.
fn corrected(strand: u32, k: u32, x: vec2f) -> vec2f {
  let at = firstSample(strand) + i32(k);
  let kept = u32(max(at + i32(params.history), 0));
  let before = parts(number(counted(history[signalOf(strand) * params.history + min(kept, params.history)])));
  return select(select(x, before, at < 0), vec2f(), at >= i32(params.length));
}

fn correctedFour(q: u32, first: u32, k: u32, x: vec4f) -> vec4f {
  let strand = first + q / CHUNK * strandsOfFour();
  if (SAMPLE_PARTS == 2u) { return vec4f(corrected(strand, k, x.xy), corrected(strand + 1u, k, x.zw)); }
  return vec4f(
    corrected(strand, k, x.xx).x, corrected(strand + 1u, k, x.yy).x,
    corrected(strand + 2u, k, x.zz).x, corrected(strand + 3u, k, x.ww).x,
  );
}

fn next(place: Place) -> Place {
  let rest = place.rest + params.rest;
  if (rest < params.up) { return Place(place.sample + params.step, rest); }
  return Place(place.sample + params.step + 1u, rest - params.up);
}

fn added(t: Tile, k: u32, lane: u32, team: u32) -> Tile {
  let x = staged[k * PITCH + lane];
  let h = taps[team * PITCH + 2u * k];
  let g = taps[team * PITCH + 2u * k + 1u];
  return Tile(
    fma(h.xxxx, x, t.a), fma(h.yyyy, x, t.b), fma(h.zzzz, x, t.c), fma(h.wwww, x, t.d),
    fma(g.xxxx, x, t.e), fma(g.yyyy, x, t.f), fma(g.zzzz, x, t.g), fma(g.wwww, x, t.h),
  );
}

fn quarter(t: Tile, k: u32, lane: u32, team: u32) -> Tile {
  let two = added(added(t, k, lane, team), k + 1u, lane, team);
  return added(added(two, k + 2u, lane, team), k + 3u, lane, team);
}

fn put(strand: u32, m: u32, y: vec2f) {
  let to = rows[strand];
  if (m < to.count) { putOutput(to.first + m, firstOf(y)); }
}

// Writes output m of the strands in four columns, from rows of workgroup memory, in pairs for complex taps.
fn store(four: u32, row: u32, m: u32) {
  let re = staged[row * PITCH + four];
  var im = vec4f();
  if (TAP_PARTS == 2u) { im = staged[(row + 1u) * PITCH + four]; }
  let strand = four * strandsOfFour();
  if (SAMPLE_PARTS == 2u) {
    put(strand, m, vec2f(re.x - im.y, re.y + im.x));
    put(strand + 1u, m, vec2f(re.z - im.w, re.w + im.z));
  } else {
    put(strand, m, vec2f(re.x, im.x));
    put(strand + 1u, m, vec2f(re.y, im.y));
    put(strand + 2u, m, vec2f(re.z, im.z));
    put(strand + 3u, m, vec2f(re.w, im.w));
  }
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let first = (group.y * groups.x + group.x) * STRANDS;
  if (first >= params.strands) { return; }
  if (i < STRANDS) { rows[i] = rowsOf(first + i); }
  // Eight of a team side by side, then eight of the next: what those read of the samples is the same.
  let team = i / 8u % TEAMS;
  let lane = i / (8u * TEAMS) * 8u + i % 8u;
  let place = i % CHUNK * PITCH + i / CHUNK;
  let stride = GROUP / CHUNK; // fours from one share of a chunk to the next

  let at0 = source(i, first);
  let at1 = source(i + GROUP, first);
  var at2 = vec4u();
  var at3 = vec4u();
  if (TEAMS == 4u) {
    at2 = source(i + 2u * GROUP, first);
    at3 = source(i + 3u * GROUP, first);
  }
  var x0 = fetch(at0, 0u);
  var x1 = fetch(at1, 0u);
  var x2 = vec4f();
  var x3 = vec4f();
  if (TEAMS == 4u) {
    x2 = fetch(at2, 0u);
    x3 = fetch(at3, 0u);
  }
  var h = response[i];

  // Before `head` and from `tail` on, some strand's samples may lie outside of the page.
  let low = segmentOf(first);
  let high = segmentOf(min(first + STRANDS, params.strands) - 1u);
  let isTurning = high < low || (params.across == 0u && STRANDS > params.inner);
  let head = params.lead - min(params.lead, select(low, 0u, isTurning) * params.inputs);
  let tail = params.length + params.lead - select(high, params.segments - 1u, isTurning) * params.inputs;
  // Strands that are shorter than others are all in the same workgroups where signals are many.
  let chunks = select(params.chunks, min(params.chunks, (tail + CHUNK - 1u) / CHUNK), params.across == 1u);
  let results = select(params.results, min(params.results, params.outputs - low * params.results), params.across == 1u);
  let outputs = ROWS / TAP_PARTS;
  var tile = Tile();
  var done = 0u; // tiles that are written
  var oldest = Place(params.lead - params.history, 0u); // of the next one
  for (var chunk = 0u; chunk < chunks; chunk++) {
    let k = chunk * CHUNK + i % CHUNK;
    if (chunk * CHUNK < head || (chunk + 1u) * CHUNK > tail) {
      x0 = correctedFour(i, first, k, x0);
      x1 = correctedFour(i + GROUP, first, k, x1);
      if (TEAMS == 4u) {
        x2 = correctedFour(i + 2u * GROUP, first, k, x2);
        x3 = correctedFour(i + 3u * GROUP, first, k, x3);
      }
    }
    workgroupBarrier();
    staged[place] = x0;
    staged[place + stride] = x1;
    if (TEAMS == 4u) {
      staged[place + 2u * stride] = x2;
      staged[place + 3u * stride] = x3;
    }
    taps[i / 32u * PITCH + i % 32u] = h;
    workgroupBarrier();
    if (chunk + 1u < chunks) {
      x0 = fetch(at0, (chunk + 1u) * CHUNK);
      x1 = fetch(at1, (chunk + 1u) * CHUNK);
      if (TEAMS == 4u) {
        x2 = fetch(at2, (chunk + 1u) * CHUNK);
        x3 = fetch(at3, (chunk + 1u) * CHUNK);
      }
      h = response[(chunk + 1u) * GROUP + i];
    }

    // All of a chunk in one piece is quicker than a loop.
    tile = quarter(tile, 0u, lane, team);
    tile = quarter(tile, 4u, lane, team);
    tile = quarter(tile, 8u, lane, team);
    tile = quarter(tile, 12u, lane, team);
    // Results go through workgroup memory, so that neighbours write to neighbouring places.
    while (done * outputs < results && min(oldest.sample / CHUNK + WINDOW, chunks) == chunk + 1u) {
      workgroupBarrier();
      if (done % TEAMS == team) {
        staged[lane] = tile.a;
        staged[1u * PITCH + lane] = tile.b;
        staged[2u * PITCH + lane] = tile.c;
        staged[3u * PITCH + lane] = tile.d;
        staged[4u * PITCH + lane] = tile.e;
        staged[5u * PITCH + lane] = tile.f;
        staged[6u * PITCH + lane] = tile.g;
        staged[7u * PITCH + lane] = tile.h;
        tile = Tile(); // what it adds up until its next tile begins, it multiplies by zero
      }
      workgroupBarrier();
      for (var q = i; q < outputs * FOURS; q += GROUP) {
        store(q / outputs, q % outputs * TAP_PARTS, done * outputs + q % outputs);
      }
      done++;
      oldest = next(oldest);
    }
  }
}
