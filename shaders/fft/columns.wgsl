// Columns of a matrix x[a][b], a < L = FFT_LENGTH, b < B: one half of a four-step FFT of N = L·B points n = B·a + b.
// Forward, the first half: y[c][b] = W_N^{bc}·Σa W_L^{ac}·x[a][b]; the rows' transforms over b then give X[c + L·d].
// Inverse, the last half:  y[a][b] = Σc W_L^{−ac}·W_N^{−bc}·x[c][b], unscaled. Here W_N = e^{−j2π/N}.
// L/16 invocations per column, 16 points each; neighbouring invocations work on neighbouring columns.
// Needs lib/fft, lib/exchange, lib/dft, lib/complex, lib/phasor.
override INVERSE: bool;
override COLUMNS: u32; // B, a power of two
override PITCH: u32;   // points from one row of x to the next
override START: u32;   // y is kept from point START on,
override LENGTH: u32;  // LENGTH points of it
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;

fn root(n: u32) -> vec2f {
  return phasor(n * (0x80000000u / (FFT_LENGTH * COLUMNS / 2u)));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let side = local % fftRows();
  let i = side * (GROUP / fftRows()) + local / fftRows(); // as lib/fft counts: a column's invocations together
  let b = group.x * fftRows() + side;
  let first = group.y * FFT_LENGTH * PITCH + b;
  var x: Points;
  if (b < COLUMNS) {
    for (var j = 0u; j < 16u; j++) { x[j] = input[first + fftPoint(i, j) * PITCH]; }
  }
  if (INVERSE) {
    for (var j = 0u; j < 16u; j++) { x[j] = mul(x[j], root(b * fftPoint(i, j))); }
    x = inverseFft(i, x);
  } else {
    x = fft(i, x);
    for (var j = 0u; j < 16u; j++) { x[j] = mulConj(x[j], root(b * fftPoint(i, j))); }
  }
  for (var j = 0u; j < 16u; j++) {
    let n = fftPoint(i, j) * COLUMNS + b - START; // wraps to a large number below START
    if (b < COLUMNS && n < LENGTH) { output[group.y * LENGTH + n] = x[j]; }
  }
}
