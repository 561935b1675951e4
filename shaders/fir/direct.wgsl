// FIR filter, y[s][m] = Σk h[k]·x[s][m·D − k], k = q·D + p: for each phase p, taps h[p + q·D] multiply every D-th sample, so that
// neighbouring outputs use neighbouring samples.
// One invocation per twelve outputs, one workgroup per tile of a signal. Workgroup memory holds 64 taps of a phase with their
// samples, four per vector. Four taps multiply sixteen samples in registers, four of them new: two reads for 48
// multiplications. Real and imaginary parts of complex numbers are separate and processed like real samples.
// The order of additions does not depend on an output's place in the page.
// Needs lib/fir-page, one of lib/fir-real and its like, an input as lib/fir-input, and lib/fir-store-fours, or
// lib/fir-store-numbers with an output as lib/fir-output.
override GROUP: u32;        // invocations per workgroup
override SAMPLE_PARTS: u32; // 2 where samples are complex, else 1
override TAP_PARTS: u32;    // likewise
struct Params {
  signals: u32,
  length: u32,
  history: u32,
  decimation: u32,
  phases: u32,
  fours: u32, // of taps of a phase, a multiple of 4
  outputs: u32,
  tiles: u32,
}
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<vec4f>; // h, [phase][part][q], zeros at its end
@group(0) @binding(4) var<uniform> params: Params;

const CHUNK = 16u;  // fours of taps
const COLUMNS = 3u; // fours of outputs of an invocation

// Four neighbouring numbers or taps.
struct Four { re: vec4f, im: vec4f, }
struct Sums { a: Four, b: Four, c: Four, }

var<workgroup> taps: array<vec4f, TAP_PARTS * CHUNK>;
var<workgroup> staged: array<vec4f, max(SAMPLE_PARTS, TAP_PARTS) * (COLUMNS * GROUP + CHUNK)>;

// Fours of a part of what is staged.
fn plane() -> u32 {
  return COLUMNS * GROUP + CHUNK;
}

fn stage(t: u32, x0: Sample, x1: Sample, x2: Sample, x3: Sample) {
  let a = packed(x0, Sample());
  let b = packed(x1, Sample());
  let c = packed(x2, Sample());
  let d = packed(x3, Sample());
  staged[t] = vec4f(a.x, b.x, c.x, d.x);
  if (SAMPLE_PARTS == 2u) { staged[plane() + t] = vec4f(a.y, b.y, c.y, d.y); }
}

fn stageFrom(row: u32, t: u32) {
  let D = params.decimation;
  let at = row + 4u * t * D;
  stage(t, pageSample(at), pageSample(at + D), pageSample(at + 2u * D), pageSample(at + 3u * D));
}

fn samplesAt(t: u32) -> Four {
  var x = Four(staged[t], vec4f());
  if (SAMPLE_PARTS == 2u) { x.im = staged[plane() + t]; }
  return x;
}

fn tapsAt(t: u32) -> Four {
  var h = Four(taps[t], vec4f());
  if (TAP_PARTS == 2u) { h.im = taps[CHUNK + t]; }
  return h;
}

// Four taps meet samples b, and the three before: the last ones of a.
fn met(y: vec4f, h: vec4f, a: vec4f, b: vec4f) -> vec4f {
  let near = fma(h.yyyy, vec4f(a.w, b.xyz), fma(h.xxxx, b, y));
  return fma(h.wwww, vec4f(a.yzw, b.x), fma(h.zzzz, vec4f(a.zw, b.xy), near));
}

fn sum(y: Four, h: Four, a: Four, b: Four) -> Four {
  var z = Four(met(y.re, h.re, a.re, b.re), y.im);
  if (SAMPLE_PARTS == 2u && TAP_PARTS == 2u) { z.re = met(z.re, -h.im, a.im, b.im); }
  if (SAMPLE_PARTS == 2u) { z.im = met(z.im, h.re, a.im, b.im); }
  if (TAP_PARTS == 2u) { z.im = met(z.im, h.im, a.re, b.re); }
  return z;
}

// Samples a, b, c, d in the order of time; the first of the taps meets b for the first four outputs.
fn sums(y: Sums, h: Four, a: Four, b: Four, c: Four, d: Four) -> Sums {
  return Sums(sum(y.a, h, a, b), sum(y.b, h, b, c), sum(y.c, h, c, d));
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let tile = group.y * groups.x + group.x;
  let signal = tile / params.tiles;
  if (signal >= params.signals) { return; }
  let first = tile % params.tiles * 4u * COLUMNS * GROUP;
  let D = params.decimation;
  var y: Sums;
  let chunks = (params.fours + CHUNK - 1u) / CHUNK;
  for (var n = 0u; n < params.phases * chunks; n++) {
    let p = n / chunks;
    let q = n % chunks * CHUNK;
    let count = min(CHUNK, params.fours - q);
    // Four g of the chunk's taps meets four CHUNK − g of the samples for the first outputs of the tile.
    let oldest = (i32(first) - 4 * i32(q + CHUNK)) * i32(D) - i32(p);
    workgroupBarrier();
    if (i < count) {
      let at = p * TAP_PARTS * params.fours + q + i;
      taps[i] = response[at];
      if (TAP_PARTS == 2u) { taps[CHUNK + i] = response[at + params.fours]; }
    }
    // Most tiles lie within the page and need no look at its ends.
    if (oldest >= 0 && u32(oldest) + 4u * plane() * D <= params.length) {
      let row = signal * params.length + u32(oldest);
      for (var r = 0u; r < COLUMNS; r++) { stageFrom(row, r * GROUP + i); }
      if (i < CHUNK) { stageFrom(row, COLUMNS * GROUP + i); }
    } else {
      for (var t = i; t < plane(); t += GROUP) {
        var x = array<Sample, 4>();
        for (var k = 0u; k < 4u; k++) { x[k] = sampleAt(signal, oldest + i32((4u * t + k) * D)); }
        stage(t, x[0], x[1], x[2], x[3]);
      }
    }
    workgroupBarrier();
    var at = COLUMNS * i + CHUNK;
    var b = samplesAt(at);
    var c = samplesAt(at + 1u);
    var d = samplesAt(at + 2u);
    for (var g = 0u; g < count; g += 4u) {
      let a = samplesAt(at - 1u);
      y = sums(y, tapsAt(g), a, b, c, d);
      d = samplesAt(at - 2u);
      y = sums(y, tapsAt(g + 1u), d, a, b, c);
      c = samplesAt(at - 3u);
      y = sums(y, tapsAt(g + 2u), c, d, a, b);
      b = samplesAt(at - 4u);
      y = sums(y, tapsAt(g + 3u), b, c, d, a);
      at -= 4u;
    }
  }
  store(i, signal, first, y);
}
