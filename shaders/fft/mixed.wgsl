// FFT of LENGTH points, X[k] = Σn x[n]·e^{−j2πkn/LENGTH}, as a pass of lib/lines: a product of up to six small radices,
// Stockham's self-sorting stages in workgroup memory. A workgroup makes LINES lines, an invocation up to four butterflies of
// a stage. Needs lib/lines, lib/dft, lib/complex, lib/phasor.
override LINES: u32;     // LINES·LENGTH points take 8 bytes each of workgroup storage, and at most 8·GROUP invocations' time
override GROUP: u32;     // invocations per workgroup
override RADIX_0: u32;   // 2 … 9 each, 1 for no stage; their product is LENGTH
override RADIX_1: u32;
override RADIX_2: u32;
override RADIX_3: u32;
override RADIX_4: u32;
override RADIX_5: u32;
override IN_PLACE: bool; // on output; input is any buffer then
struct Params { lines: u32, } // of all transforms
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

var<workgroup> points: array<vec2f, LINES * LENGTH>;

// One stage behind stages whose radices multiply to s. Butterfly b = q + s·m takes points b + (LENGTH/radix)·j and leaves
// output k, turned by W^{s·m·k}, at point q + s·(radix·m + k).
fn stage(local: u32, radix: u32, s: u32) {
  if (radix == 1u) { return; }
  let count = LENGTH / radix; // butterflies of a line
  var x: array<Nine, 4>;
  for (var t = 0u; t * GROUP < count * LINES; t++) {
    let i = local + t * GROUP;
    if (i < count * LINES) {
      let b = i % count;
      for (var j = 0u; j < radix; j++) { x[t][j] = points[i / count * LENGTH + b + count * j]; }
      x[t] = dft(radix, x[t]);
      let n = b - b % s;
      let w = phasor(0u - n * (0xffffffffu / LENGTH) - n * (0xffffffffu % LENGTH + 1u) / LENGTH);
      var power = w;
      for (var k = 1u; k < radix; k++) {
        x[t][k] = mul(x[t][k], power);
        power = mul(power, w);
      }
    }
  }
  workgroupBarrier();
  for (var t = 0u; t * GROUP < count * LINES; t++) {
    let i = local + t * GROUP;
    if (i < count * LINES) {
      let b = i % count;
      let to = i / count * LENGTH + b % s + (b - b % s) * radix;
      for (var k = 0u; k < radix; k++) { points[to + s * k] = x[t][k]; }
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
  for (var i = local; i < LINES * LENGTH; i += GROUP) {
    // Neighbouring invocations follow the points as they lie: along a line, or across lines.
    let at = select(vec2u(i % LINES, i / LINES), vec2u(i / LENGTH, i % LENGTH), AFTER == 1u);
    let source = lineFrom(min(first + at.x, params.lines - 1u), at.y);
    if (IN_PLACE) {
      points[at.x * LENGTH + at.y] = lineIn(output[source]);
    } else {
      points[at.x * LENGTH + at.y] = lineIn(input[source]);
    }
  }
  workgroupBarrier();
  stage(local, RADIX_0, 1u);
  stage(local, RADIX_1, RADIX_0);
  stage(local, RADIX_2, RADIX_0 * RADIX_1);
  stage(local, RADIX_3, RADIX_0 * RADIX_1 * RADIX_2);
  stage(local, RADIX_4, RADIX_0 * RADIX_1 * RADIX_2 * RADIX_3);
  stage(local, RADIX_5, RADIX_0 * RADIX_1 * RADIX_2 * RADIX_3 * RADIX_4);
  for (var i = local; i < LINES * LENGTH; i += GROUP) {
    let at = select(vec2u(i % LINES, i / LINES), vec2u(i / LENGTH, i % LENGTH), BEFORE * AFTER == 1u);
    let line = first + at.x;
    if (line < params.lines) { output[lineTo(line, at.y)] = lineOut(line, at.y, points[at.x * LENGTH + at.y]); }
  }
}
