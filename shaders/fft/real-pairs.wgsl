// Two real signals a, b of N points as one complex one, z[n] = a[n] + j·b[n], which is half the work: of its transform Z,
// A[k] = (Z[k] + Z*[N−k])/2 and B[k] = −j(Z[k] − Z*[N−k])/2; back, Z[k] = A[k] + j·B[k] and Z[N−k] = A*[k] + j·B*[k].
// Rows 2p and 2p + 1 make pair p; the last row of an odd number has zeros beside it. One invocation per number z[n], or per
// bin 0 ≤ k ≤ N/2; rows of workgroups per pair. Needs lib/complex.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // N
override BINS: bool;    // between Z and bins, not between samples and z
override INVERSE: bool; // from bins to Z, or from z to samples
struct Params { rows: u32, }
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

fn number(at: u32) -> vec2f {
  return vec2f(input[2u * at], input[2u * at + 1u]);
}

fn put(at: u32, z: vec2f) {
  output[2u * at] = z.x;
  output[2u * at + 1u] = z.y;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.x;
  let bins = LENGTH / 2u + 1u;
  if (n >= select(LENGTH, bins, BINS)) { return; }
  for (var pair = id.y; 2u * pair < params.rows; pair += groups.y) {
    let isWhole = 2u * pair + 1u < params.rows;
    let z = pair * LENGTH + n;
    if (BINS) {
      let mirrored = pair * LENGTH + (LENGTH - n) % LENGTH;
      let a = 2u * pair * bins + n;
      let b = a + bins;
      if (INVERSE) {
        // Bin 0 of a real signal is real.
        let A = select(number(a), vec2f(input[2u * a], 0.0), n == 0u);
        let B = select(vec2f(), select(number(b), vec2f(input[2u * b], 0.0), n == 0u), isWhole);
        put(z, A + vec2f(-B.y, B.x));
        put(mirrored, conj(A) + vec2f(B.y, B.x));
      } else {
        let sum = number(z) + conj(number(mirrored));
        let difference = number(z) - conj(number(mirrored));
        put(a, 0.5 * sum);
        if (isWhole) { put(b, 0.5 * vec2f(difference.y, -difference.x)); }
      }
    } else {
      let a = 2u * pair * LENGTH + n;
      let b = a + LENGTH;
      if (INVERSE) {
        output[a] = input[2u * z];
        if (isWhole) { output[b] = input[2u * z + 1u]; }
      } else {
        put(z, vec2f(input[a], select(0.0, input[b], isWhole)));
      }
    }
  }
}
