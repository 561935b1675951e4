// Change of rate by U/D (formula in resampling/polyphase) for filters that meet few samples at a time.
// One invocation per bundle of OUTPUTS neighbouring outputs. The phases repeat after `rows` bundles. GROUP is a multiple of `rows`, so
// from one tile of a workgroup to the next an invocation has the same phases, and its taps stay in registers.
// A bundle reads its samples as vectors of four from workgroup memory, where a tile's samples are staged. The first vector
// begins at a multiple of four, and taps outside of h are zero. The next tile is loaded meanwhile.
// Needs lib/fir-page, one of lib/fir-real and lib/fir-complex, one of lib/input-fours-real, lib/input-fours-complex and
// lib/input-numbers with an input as lib/fir-input, and lib/bundle-fours, or lib/bundle-numbers with an output as lib/fir-output.
override GROUP: u32;        // invocations per workgroup
override OUTPUTS: u32;      // of a bundle, 2 or 4
override TAPS: u32;         // vectors of taps that an invocation keeps, a multiple of 4: at most 32
override DEPTH: u32;        // bundles per invocation and tile
override FOURS: u32;        // vectors of samples that a workgroup stages, at most 4·GROUP
override SAMPLE_PARTS: u32; // 2 of complex samples, 1 of real ones
struct Params {
  signals: u32,
  length: u32,
  history: u32,
  outputs: u32,
  up: u32,
  down: u32,
  lead: u32,     // samples before the page that the first tile stages, a multiple of 4
  rows: u32,
  period: u32,   // samples from a bundle to the one with the same phases, a multiple of 4
  tiles: u32,    // of a signal
  segments: u32, // workgroups of a signal
}
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<vec4f>; // h, [sample][output] of a bundle in vectors, [vector][row]
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> staged: array<vec4f, SAMPLE_PARTS * FOURS>;

// Four vectors of taps: of four samples by four outputs, or of eight samples by two.
struct Taps { a: vec4f, b: vec4f, c: vec4f, d: vec4f }

// Four samples.
struct Four { re: vec4f, im: vec4f }

fn four(a: Sample, b: Sample, c: Sample, d: Sample) -> Four {
  let w = parts(number(counted(a)));
  let x = parts(number(counted(b)));
  let y = parts(number(counted(c)));
  let z = parts(number(counted(d)));
  return Four(vec4f(w.x, x.x, y.x, z.x), vec4f(w.y, x.y, y.y, z.y));
}

// Vector t of a tile.
fn fetch(signal: u32, tile: u32, t: u32) -> Four {
  if (t >= FOURS) { return Four(); }
  let oldest = i32(tile * DEPTH * (GROUP / params.rows * params.period)) - i32(params.lead);
  if (oldest >= 0 && u32(oldest) + 4u * FOURS <= params.length) {
    return fourInputs(signal * params.length + u32(oldest) + 4u * t);
  }
  let at = oldest + i32(4u * t);
  return four(sampleAt(signal, at), sampleAt(signal, at + 1), sampleAt(signal, at + 2), sampleAt(signal, at + 3));
}

// The vectors of an invocation.
struct Fetched { a: Four, b: Four, c: Four, d: Four }

fn fetchAll(signal: u32, tile: u32, i: u32) -> Fetched {
  return Fetched(
    fetch(signal, tile, i), fetch(signal, tile, i + GROUP),
    fetch(signal, tile, i + 2u * GROUP), fetch(signal, tile, i + 3u * GROUP),
  );
}

fn put(t: u32, x: Four) {
  if (t >= FOURS) { return; }
  staged[t] = x.re;
  if (SAMPLE_PARTS == 2u) { staged[FOURS + t] = x.im; }
}

fn tapsAt(first: u32, row: u32) -> Taps {
  if (first >= TAPS) { return Taps(); }
  let at = first * params.rows + row;
  return Taps(
    response[at], response[at + params.rows], response[at + 2u * params.rows], response[at + 3u * params.rows],
  );
}

// y + Σ h·x over the samples of taps `first` to `first + 3`. The samples of a bundle begin at vector `at`.
fn met(y: vec4f, h: Taps, first: u32, at: u32) -> vec4f {
  if (first >= TAPS) { return y; }
  if (OUTPUTS == 4u) {
    let x = staged[at + first / 4u];
    return fma(h.d, x.wwww, fma(h.c, x.zzzz, fma(h.b, x.yyyy, fma(h.a, x.xxxx, y))));
  }
  let x = staged[at + first / 2u];
  let z = staged[at + first / 2u + 1u];
  let near = fma(h.b.zw, x.ww, fma(h.b.xy, x.zz, fma(h.a.zw, x.yy, fma(h.a.xy, x.xx, y.xy))));
  return vec4f(fma(h.d.zw, z.ww, fma(h.d.xy, z.zz, fma(h.c.zw, z.yy, fma(h.c.xy, z.xx, near)))), 0.0, 0.0);
}

// All taps of an invocation. A struct stays in registers, an array may not.
struct Row { a: Taps, b: Taps, c: Taps, d: Taps, e: Taps, f: Taps, g: Taps, h: Taps }

fn sums(row: Row, at: u32) -> vec4f {
  let half = met(met(met(met(vec4f(), row.a, 0u, at), row.b, 4u, at), row.c, 8u, at), row.d, 12u, at);
  return met(met(met(met(half, row.e, 16u, at), row.f, 20u, at), row.g, 24u, at), row.h, 28u, at);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let segment = group.y * groups.x + group.x;
  let signal = segment / params.segments;
  if (signal >= params.signals) { return; }
  let row = i % params.rows;
  let taps = Row(
    tapsAt(0u, row), tapsAt(4u, row), tapsAt(8u, row), tapsAt(12u, row),
    tapsAt(16u, row), tapsAt(20u, row), tapsAt(24u, row), tapsAt(28u, row),
  );
  let newest = row * OUTPUTS * params.down / params.up; // of the first output
  let at = (newest + params.lead - params.history + i / params.rows * params.period) / 4u;

  // Neighbouring workgroups work on neighbouring tiles.
  var tile = segment % params.segments;
  var x = fetchAll(signal, tile, i);
  for (; tile < params.tiles; tile += params.segments) {
    put(i, x.a);
    put(i + GROUP, x.b);
    put(i + 2u * GROUP, x.c);
    put(i + 3u * GROUP, x.d);
    workgroupBarrier();
    if (tile + params.segments < params.tiles) { x = fetchAll(signal, tile + params.segments, i); }
    let first = tile * DEPTH * GROUP; // bundle
    for (var d = 0u; d < DEPTH; d++) {
      let place = d * GROUP + i;
      let own = at + d * (GROUP / params.rows * params.period / 4u);
      var y = Four(sums(taps, own), vec4f());
      if (SAMPLE_PARTS == 2u) { y.im = sums(taps, FOURS + own); }
      storeBundle(place, signal, (first + place) * OUTPUTS, y);
    }
    workgroupBarrier();
    finishTile(i, signal, first * OUTPUTS);
  }
}
