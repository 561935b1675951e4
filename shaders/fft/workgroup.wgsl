// FFT of LENGTH points, a power of two, X[k] = Σn x[n]·e^{−j2πkn/LENGTH}, as a pass of lib/lines: 16 points per invocation,
// LENGTH/16 invocations per line. With PAIRED LENGTH/8 invocations compute two lines, which gives longer runs in memory.
// Needs lib/lines, lib/rows, lib/fft, lib/fft-pair, an exchange, lib/dft, lib/complex, lib/phasor.
override PAIRED: bool;   // FFT_LENGTH = 2·LENGTH
override TOGETHER: u32;  // neighbouring invocations that work on neighbouring lines: at most the lines of a workgroup
struct Params { lines: u32, } // of all transforms
@group(0) @binding(0) var<storage, read> input: array<InRow>;
@group(0) @binding(1) var<storage, read_write> output: array<OutRow>;
@group(0) @binding(2) var<uniform> params: Params;

// The line and its point that invocation i holds as x[j]. Below 16 points, an invocation holds 16/LENGTH lines side by side.
fn held(i: u32, j: u32) -> vec2u {
  if (PAIRED) { return vec2u(2u * fftRow(i) + j / 8u, fftPoint(i, j % 8u)); }
  let side = max(16u / FFT_LENGTH, 1u);
  return vec2u(fftRow(i) * side + j % side, fftPoint(i, j / side));
}

// The line and point of x[j] after the transform.
fn left(i: u32, j: u32) -> vec2u {
  if (PAIRED) { return vec2u(2u * fftRow(i) + pairMember(i, j), pairPoint(i, j)); }
  return held(i, j);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let lanes = fftLanes();
  let row = local / (TOGETHER * lanes) * TOGETHER + local % TOGETHER;
  let i = row * lanes + local / TOGETHER % lanes; // numbered as in lib/fft: a line's invocations together
  let first = (group.y * groups.x + group.x) * (GROUP * 16u / LENGTH);
  var x: Points;
  for (var j = 0u; j < 16u; j++) {
    let at = held(i, j);
    x[j] = lineIn(min(first + at.x, params.lines - 1u), at.y, 0u);
  }
  if (PAIRED) {
    x = pairFft(i, x);
  } else {
    x = fft(i, x);
  }
  for (var j = 0u; j < 16u; j++) {
    let at = left(i, j);
    let line = first + at.x;
    if (line < params.lines) { lineOut(line, at.y, 0u, x[j]); }
  }
}
