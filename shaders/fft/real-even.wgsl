// FFT of real signals of an even number of points, 2·H, each within one workgroup: with z[n] = x[2n] + j·x[2n+1] and Z its
// transform of H points, E[k] = (Z[k] + Z*[H−k])/2, O[k] = −j(Z[k] − Z*[H−k])/2, X[k] = E[k] + W^k·O[k] and
// X[H−k] = (E[k] − W^k·O[k])*, 0 ≤ k ≤ H/2, W = e^{−jπ/H}; back, Z[k] = E[k] + j·O[k]. A workgroup computes LINES signals in
// the stages of src/core/fft/stages.ts.
// Needs stages, butterflies, lib/dft, lib/complex, lib/phasor.
override HALF: u32;  // H
override LINES: u32;
override GROUP: u32; // invocations per workgroup
override TURN: u32;      // ⌊2^32/2H⌋, and
override TURN_REST: f32; // what is missing
override INVERSE: bool;  // from X, rows of H + 1 bins, to z, rows of H
struct Params { rows: u32, }
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

// W^k
fn root(k: u32) -> vec2f {
  return phasor(0u - k * TURN - u32(f32(k) * TURN_REST));
}

// Point q + FIRST_STEP·j of a row for the first stage. The rows after the last one repeat it, and are not stored.
fn pointIn(line: u32, q: u32, j: u32) -> vec2f {
  let n = q + j * FIRST_STEP;
  let row = min(line, params.rows - 1u);
  if (!INVERSE) { return input[row * HALF + n]; }
  let a = input[row * (HALF + 1u) + n];
  let b = conj(input[row * (HALF + 1u) + HALF - n]);
  let odd = mulConj(a - b, root(n));
  // The parts are swapped, for an inverse transform.
  return 0.5 / f32(HALF) * (a + b + vec2f(-odd.y, odd.x)).yx;
}

// Stores point q + LAST_STEP·j of a row after an inverse transform.
fn binOut(line: u32, q: u32, j: u32, x: vec2f) {
  let k = q + j * LAST_STEP;
  if (line < params.rows) { output[line * HALF + k] = x.yx; }
}

// Stores bins k and H − k of a row from Z[k] and Z[H−k].
fn pairOut(line: u32, k: u32, z: vec2f, mirrored: vec2f) {
  if (line >= params.rows) { return; }
  let even = 0.5 * (z + conj(mirrored));
  let difference = mul(z - conj(mirrored), root(k));
  let odd = 0.5 * vec2f(difference.y, -difference.x);
  output[line * (HALF + 1u) + k] = even + odd;
  output[line * (HALF + 1u) + HALF - k] = conj(even - odd);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  transformLines(local, (group.y * groups.x + group.x) * LINES);
}
