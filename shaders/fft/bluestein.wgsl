// FFT of any length N, X[k] = w[k]·Σn (x[n]·w[n])·w*[k−n] with w[n] = e^{−jπn²/N}: a circular convolution of FFT_LENGTH ≥ 2N − 1
// points within one workgroup (L. Bluestein, 1970). FFT_LENGTH/16 invocations per transform, 16 points each.
// Needs lib/fft, an exchange, lib/dft, lib/complex, lib/phasor.
override LENGTH: u32;   // N
override INVERSE: bool;
override IN_PLACE: bool; // works on output; input is then any buffer
struct Params { batch: u32, } // transforms
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> chirp: array<vec2f>;    // w[n]
@group(0) @binding(2) var<storage, read> spectrum: array<vec2f>; // of w*[n], |n| < N, over FFT_LENGTH points, divided by FFT_LENGTH
@group(0) @binding(3) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let row = (group.y * groups.x + group.x) * fftRows() + fftRow(i);
  let start = min(row, params.batch - 1u) * LENGTH;
  var x: Points;
  for (var j = 0u; j < 16u; j++) {
    let n = fftPoint(i, j);
    let at = start + min(n, LENGTH - 1u);
    var z = vec2f();
    if (IN_PLACE) {
      z = output[at];
    } else {
      z = input[at];
    }
    x[j] = select(vec2f(), mul(select(z, z.yx, INVERSE), chirp[min(n, LENGTH - 1u)]), n < LENGTH);
  }
  x = fft(i, x);
  for (var j = 0u; j < 16u; j++) { x[j] = mul(x[j], spectrum[fftPoint(i, j)]); }
  x = inverseFft(i, x);
  for (var j = 0u; j < 16u; j++) {
    let k = fftPoint(i, j);
    if (k < LENGTH && row < params.batch) {
      let y = mul(x[j], chirp[k]);
      output[start + k] = select(y, y.yx / f32(LENGTH), INVERSE);
    }
  }
}
