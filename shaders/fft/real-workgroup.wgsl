// FFT of real signals of 2·H points, H a power of two, each within one workgroup: with z[n] = x[2n] + j·x[2n+1] and Z its transform of
// H points (lib/fft), E[k] = (Z[k] + Z*[H−k])/2, O[k] = −j(Z[k] − Z*[H−k])/2 and X[k] = E[k] + W^k·O[k], 0 ≤ k ≤ H, W = e^{−jπ/H};
// back, Z[k] = E[k] + j·O[k]. Each invocation has 16 points in registers.
// Needs lib/fft, an exchange in halves, lib/twiddles, lib/twiddle-root, lib/dft, lib/complex, lib/phasor.
override INVERSE: bool; // from X, rows of H + 1 bins, to z, rows of H
struct Params { rows: u32, }
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

// e^{−jπj/16}
const ROOTS = array(
  vec2f(1.0000000000, -0.0000000000), vec2f(0.9807852804, -0.1950903220), vec2f(0.9238795325, -0.3826834324),
  vec2f(0.8314696123, -0.5555702330), vec2f(0.7071067812, -0.7071067812), vec2f(0.5555702330, -0.8314696123),
  vec2f(0.3826834324, -0.9238795325), vec2f(0.1950903220, -0.9807852804), vec2f(0.0000000000, -1.0000000000),
  vec2f(-0.1950903220, -0.9807852804), vec2f(-0.3826834324, -0.9238795325), vec2f(-0.5555702330, -0.8314696123),
  vec2f(-0.7071067812, -0.7071067812), vec2f(-0.8314696123, -0.5555702330), vec2f(-0.9238795325, -0.3826834324),
  vec2f(-0.9807852804, -0.1950903220),
);

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let row = group.y * groups.x + group.x;
  let isRow = row < params.rows;
  let source = min(row, params.rows - 1u);
  let first = phasor(0u - i * (0x40000000u / (FFT_LENGTH / 2u))); // W^i
  var x: Points;
  if (INVERSE) {
    let bins = source * (FFT_LENGTH + 1u);
    for (var j = 0u; j < 16u; j++) {
      let a = input[bins + fftPoint(i, j)];
      let b = conj(input[bins + FFT_LENGTH - fftPoint(i, j)]);
      let odd = mulConj(a - b, mul(first, ROOTS[j]));
      x[j] = 0.5 / f32(FFT_LENGTH) * (a + b + vec2f(-odd.y, odd.x));
    }
    x = inverseFft(i, x);
    if (isRow) {
      for (var j = 0u; j < 16u; j++) { output[row * FFT_LENGTH + fftPoint(i, j)] = x[j]; }
    }
    return;
  }
  for (var j = 0u; j < 16u; j++) { x[j] = input[source * FFT_LENGTH + fftPoint(i, j)]; }
  x = fft(i, x);
  let re = mirrored(i, realParts(x));
  let im = mirrored(i, imaginaryParts(x));
  if (!isRow) { return; }
  // Places 8 … 15 of all invocations and their mirrors are all bins but the first and the last one.
  let bins = row * (FFT_LENGTH + 1u);
  for (var j = 8u; j < 16u; j++) {
    let other = vec2f(re[j - 8u], -im[j - 8u]);
    let even = 0.5 * (x[j] + other);
    let difference = mul(x[j] - other, mul(first, ROOTS[j]));
    let odd = 0.5 * vec2f(difference.y, -difference.x);
    output[bins + fftPoint(i, j)] = even + odd;
    output[bins + FFT_LENGTH - fftPoint(i, j)] = conj(even - odd);
  }
  if (i == 0u) {
    output[bins] = vec2f(x[0].x + x[0].y, 0.0);
    output[bins + FFT_LENGTH] = vec2f(x[0].x - x[0].y, 0.0);
  }
}

// Parts of the points H − k, for k = fftPoint(i, j) and j = 8 … 15, from the parts of all points: they are places 7 … 0 of invocation GROUP − i.
// Invocation 0 mirrors itself, and has its place 8 itself.
fn mirrored(i: u32, x: Whole) -> Half {
  let n = i % GROUP; // n = i: so the compiler sees that all places are within the storage
  let last = 8u * GROUP - max(n, 1u);
  let place = 8u * GROUP - n;
  workgroupBarrier(); // the last exchange has been read
  exchange[n] = x[0];
  exchange[n + GROUP] = x[1];
  exchange[n + 2u * GROUP] = x[2];
  exchange[n + 3u * GROUP] = x[3];
  exchange[n + 4u * GROUP] = x[4];
  exchange[n + 5u * GROUP] = x[5];
  exchange[n + 6u * GROUP] = x[6];
  exchange[n + 7u * GROUP] = x[7];
  workgroupBarrier();
  return Half(
    select(exchange[last], x[8], n == 0u), exchange[place - GROUP], exchange[place - 2u * GROUP],
    exchange[place - 3u * GROUP], exchange[place - 4u * GROUP], exchange[place - 5u * GROUP],
    exchange[place - 6u * GROUP], exchange[place - 7u * GROUP],
  );
}
