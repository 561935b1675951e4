// FFT of LENGTH points, X[k] = Σn x[n]·e^{−j2πkn/LENGTH}, as a pass of lib/lines: a product of up to six small radices,
// in Stockham's self-sorting stages through workgroup memory; the first stage reads and the last writes global memory. A workgroup
// computes LINES lines, and an invocation up to four butterflies per stage, in registers.
// Needs lib/lines, lib/dft, lib/complex, lib/phasor.
override LINES: u32;
override PITCH: u32;     // distance between lines, at least LENGTH; workgroup storage holds LINES·PITCH values of 8 bytes
override GROUP: u32;     // invocations per workgroup
override RADIX_0: u32;   // 2 … 9 each, 1 for no stage; their product times LAST is LENGTH
override RADIX_1: u32;
override RADIX_2: u32;
override RADIX_3: u32;
override RADIX_4: u32;
override LAST: u32;
override IN_PLACE: bool; // works on output; input is then any buffer
struct Params { lines: u32, } // of all transforms
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

const MOST = 4u; // butterflies
alias Butterflies = array<Nine, MOST>;

var<workgroup> points: array<vec2f, LINES * PITCH>;

// The invocations take the butterflies of all lines of the workgroup in rounds of GROUP.
fn isDealt(round: u32, radix: u32) -> bool {
  return round * GROUP < LENGTH / radix * LINES;
}

// The line and butterfly of number i. Neighbours follow the points in memory order: along a line, or across lines.
fn dealt(i: u32, radix: u32, across: bool) -> vec2u {
  if (across) { return vec2u(i % LINES, i / LINES); }
  return vec2u(i / (LENGTH / radix), i % (LENGTH / radix));
}

// Butterfly b of a stage takes points b + (LENGTH/radix)·j of its line.
fn taken(first: u32, radix: u32, s: u32, at: vec2u) -> Nine {
  var x = Nine();
  for (var j = 0u; j < 9u; j++) {
    if (j < radix) {
      let n = at.y + LENGTH / radix * j;
      if (s > 1u) {
        x[j] = points[at.x * PITCH + n];
      } else if (IN_PLACE) {
        x[j] = lineIn(output[lineFrom(min(first + at.x, params.lines - 1u), n)]);
      } else {
        x[j] = lineIn(input[lineFrom(min(first + at.x, params.lines - 1u), n)]);
      }
    }
  }
  return dft(radix, x);
}

// x[k]·W_LENGTH^{nk}
fn twiddled(n: u32, x: Nine) -> Nine {
  let w1 = phasor(0u - n * (0xffffffffu / LENGTH) - n * (0xffffffffu % LENGTH + 1u) / LENGTH);
  let w2 = mul(w1, w1);
  let w3 = mul(w2, w1);
  let w4 = mul(w2, w2);
  return Nine(
    x[0], mul(x[1], w1), mul(x[2], w2), mul(x[3], w3), mul(x[4], w4), mul(x[5], mul(w4, w1)), mul(x[6], mul(w4, w2)),
    mul(x[7], mul(w4, w3)), mul(x[8], mul(w4, w4)),
  );
}

// One stage after stages whose radices multiply to s. Butterfly b = q + s·m stores output k, times W^{s·m·k}, at point
// q + s·(radix·m + k).
fn stage(local: u32, first: u32, radix: u32, s: u32) {
  if (radix == 1u) { return; }
  let across = s == 1u && AFTER > 1u;
  var x = Butterflies();
  for (var t = 0u; t < MOST; t++) {
    if (isDealt(t, radix)) {
      let at = dealt(min(local + t * GROUP, LENGTH / radix * LINES - 1u), radix, across);
      x[t] = twiddled(at.y - at.y % s, taken(first, radix, s, at));
    }
  }
  if (s > 1u) { workgroupBarrier(); }
  for (var t = 0u; t < MOST; t++) {
    if (isDealt(t, radix) && local + t * GROUP < LENGTH / radix * LINES) {
      let at = dealt(local + t * GROUP, radix, across);
      let to = at.x * PITCH + at.y % s + (at.y - at.y % s) * radix;
      for (var k = 0u; k < 9u; k++) {
        if (k < radix) { points[to + s * k] = x[t][k]; }
      }
    }
  }
  workgroupBarrier();
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let first = (group.y * groups.x + group.x) * LINES;
  stage(local, first, RADIX_0, 1u);
  stage(local, first, RADIX_1, RADIX_0);
  stage(local, first, RADIX_2, RADIX_0 * RADIX_1);
  stage(local, first, RADIX_3, RADIX_0 * RADIX_1 * RADIX_2);
  stage(local, first, RADIX_4, RADIX_0 * RADIX_1 * RADIX_2 * RADIX_3);
  for (var t = 0u; t < MOST; t++) {
    let i = local + t * GROUP;
    if (isDealt(t, LAST) && i < LENGTH / LAST * LINES) {
      let at = dealt(i, LAST, BEFORE * AFTER > 1u);
      let x = taken(first, LAST, LENGTH / LAST, at);
      let line = first + at.x;
      for (var k = 0u; k < 9u; k++) {
        let bin = at.y + LENGTH / LAST * k;
        if (k < LAST && line < params.lines) { output[lineTo(line, bin)] = lineOut(line, bin, x[k]); }
      }
    }
  }
}
