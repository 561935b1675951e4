// FFT of real signals of an odd number N of points, two at a time as one complex signal z[n] = a[n] + j·b[n] within one workgroup: of its
// transform Z, A[k] = (Z[k] + Z*[N−k])/2 and B[k] = −j(Z[k] − Z*[N−k])/2, 0 ≤ k < N/2; back, Z[k] = A[k] + j·B[k] and
// Z[N−k] = A*[k] + j·B*[k]. Rows 2p and 2p + 1 make pair p; the last row of an odd number has zeros beside it. A workgroup computes
// LINES pairs in the stages of src/core/fft/stages.ts.
// Needs stages, butterflies, lib/dft, lib/complex, lib/phasor.
override LENGTH: u32; // N
override BINS: u32;   // of a row, (N + 1)/2
override LINES: u32;
override GROUP: u32;  // invocations per workgroup
override INVERSE: bool; // from bins, complex [rows][⌊N/2⌋ + 1], to samples, [rows][N]
struct Params { rows: u32, }
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

// Bin k of a row; zero in the row beside the last of an odd number. Bin 0 of a real signal is real.
fn binOf(row: u32, k: u32) -> vec2f {
  let at = 2u * (min(row, params.rows - 1u) * BINS + k);
  return select(vec2f(), vec2f(input[at], select(input[at + 1u], 0.0, k == 0u)), row < params.rows);
}

// Point q + FIRST_STEP·j of a pair for the first stage. The pairs after the last one are not stored.
fn pointIn(line: u32, q: u32, j: u32) -> vec2f {
  let n = q + j * FIRST_STEP;
  let a = min(2u * line, params.rows - 1u);
  let b = min(2u * line + 1u, params.rows - 1u);
  if (!INVERSE) { return vec2f(input[a * LENGTH + n], select(0.0, input[b * LENGTH + n], 2u * line + 1u < params.rows)); }
  let isMirrored = n >= BINS;
  let k = select(n, LENGTH - n, isMirrored);
  let A = binOf(2u * line, k);
  let B = binOf(2u * line + 1u, k);
  let z = select(vec2f(A.x - B.y, A.y + B.x), vec2f(A.x + B.y, B.x - A.y), isMirrored);
  // The parts are swapped, for an inverse transform.
  return z.yx / f32(LENGTH);
}

// Stores point q + LAST_STEP·j of a pair after an inverse transform.
fn binOut(line: u32, q: u32, j: u32, x: vec2f) {
  let k = q + j * LAST_STEP;
  if (2u * line < params.rows) { output[2u * line * LENGTH + k] = x.y; }
  if (2u * line + 1u < params.rows) { output[(2u * line + 1u) * LENGTH + k] = x.x; }
}

// Stores bin k of either row of a pair from Z[k] and Z[N−k].
fn pairOut(line: u32, k: u32, z: vec2f, mirrored: vec2f) {
  let sum = 0.5 * (z + conj(mirrored));
  let difference = 0.5 * (z - conj(mirrored));
  if (2u * line < params.rows) {
    let at = 2u * (2u * line * BINS + k);
    output[at] = sum.x;
    output[at + 1u] = sum.y;
  }
  if (2u * line + 1u < params.rows) {
    let at = 2u * ((2u * line + 1u) * BINS + k);
    output[at] = difference.y;
    output[at + 1u] = -difference.x;
  }
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  transformLines(local, (group.y * groups.x + group.x) * LINES);
}
