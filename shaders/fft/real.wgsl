// Spectra of real signals of N = 2H points from transforms of half the length, and back. With z[n] = x[2n] + j·x[2n+1] and Z
// its transform of H points, even and odd samples have E[k] = (Z[k] + Z*[H−k])/2 and O[k] = −j(Z[k] − Z*[H−k])/2, and
// X[k] = E[k] + W^k·O[k], 0 ≤ k ≤ H, W = e^{−j2π/N}; back, Z[k] = E[k] + j·O[k]. One invocation per number of the output,
// rows of workgroups per row. Needs lib/complex, lib/phasor.
override GROUP: u32; // invocations per workgroup
override HALF: u32;  // H
override TURN: u32;      // ⌊2^32/N⌋, and
override TURN_REST: f32; // what is missing
override INVERSE: bool;  // from X, rows of H + 1, to Z, rows of H
struct Params { rows: u32, }
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let k = id.x;
  let length = select(HALF + 1u, HALF, INVERSE);
  if (k >= length) { return; }
  let w = phasor(0u - k * TURN - u32(f32(k) * TURN_REST));
  for (var row = id.y; row < params.rows; row += groups.y) {
    if (INVERSE) {
      let a = input[row * (HALF + 1u) + k];
      let b = conj(input[row * (HALF + 1u) + HALF - k]);
      let odd = mulConj(a - b, w);
      output[row * HALF + k] = 0.5 * (a + b + vec2f(-odd.y, odd.x));
    } else {
      let a = input[row * HALF + k % HALF];
      let b = conj(input[row * HALF + (HALF - k) % HALF]);
      let odd = mul(a - b, w);
      output[row * (HALF + 1u) + k] = 0.5 * (a + b + vec2f(odd.y, -odd.x));
    }
  }
}
