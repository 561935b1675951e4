// FFT of real signals of 2·H points, H = FFT_LENGTH, within one workgroup, as in the two steps of fft/real: with
// z[n] = x[2n] + j·x[2n+1] and Z its transform of H points, E[k] = (Z[k] + Z*[H−k])/2, O[k] = −j(Z[k] − Z*[H−k])/2,
// X[k] = E[k] + W^k·O[k], 0 ≤ k ≤ H, W = e^{−jπ/H}; back, Z[k] = E[k] + j·O[k]. H/16 invocations per signal, 16 points each.
// Needs lib/fft, lib/exchange, lib/dft, lib/complex, lib/phasor.
override INVERSE: bool; // from X, rows of H + 1 bins, to z, rows of H
struct Params { rows: u32, }
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

// W^k
fn root(k: u32) -> vec2f {
  return phasor(0u - k * (0x80000000u / FFT_LENGTH));
}

// Passes Z[H−k] through workgroup memory to the invocation that holds Z[k].
fn mirrored(i: u32, x: Points) -> Points {
  let first = i / fftLanes() * FFT_LENGTH;
  var y: Points;
  workgroupBarrier();
  for (var j = 0u; j < 16u; j++) { exchange[bank(first + fftPoint(i, j))] = x[j]; }
  workgroupBarrier();
  for (var j = 0u; j < 16u; j++) { y[j] = exchange[bank(first + (FFT_LENGTH - fftPoint(i, j)) % FFT_LENGTH)]; }
  return y;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let row = (group.y * groups.x + group.x) * fftRows() + fftRow(i);
  let z = min(row, params.rows - 1u) * FFT_LENGTH;
  let bins = min(row, params.rows - 1u) * (FFT_LENGTH + 1u);
  var x: Points;
  if (INVERSE) {
    for (var j = 0u; j < 16u; j++) {
      let k = fftPoint(i, j);
      let a = input[bins + k];
      let b = conj(input[bins + FFT_LENGTH - k]);
      let odd = mulConj(a - b, root(k));
      x[j] = 0.5 / f32(FFT_LENGTH) * (a + b + vec2f(-odd.y, odd.x));
    }
    x = inverseFft(i, x);
    if (row < params.rows) {
      for (var j = 0u; j < 16u; j++) { output[z + fftPoint(i, j)] = x[j]; }
    }
  } else {
    for (var j = 0u; j < 16u; j++) { x[j] = input[z + fftPoint(i, j)]; }
    x = fft(i, x);
    let other = mirrored(i, x);
    if (row < params.rows) {
      for (var j = 0u; j < 16u; j++) {
        let k = fftPoint(i, j);
        let b = conj(other[j]);
        let odd = mul(x[j] - b, root(k));
        output[bins + k] = 0.5 * (x[j] + b + vec2f(odd.y, -odd.x));
        if (k == 0u) { output[bins + FFT_LENGTH] = vec2f(x[j].x - x[j].y, 0.0); }
      }
    }
  }
}
