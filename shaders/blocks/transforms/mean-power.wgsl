// Mean power of each bin over AVERAGE transforms, P[k] = SCALE·Σ |X[k]|², or 10·log10 of it; one invocation per bin. Transforms
// of any size are squared in units of a power of two near the largest one.
override GROUP: u32; // invocations per workgroup
override LENGTH: u32;
override AVERAGE: u32;
override SCALE: f32;
override FLOOR: f32; // smallest result in dB
override DECIBELS: bool;
const PLAIN = 40i;   // transforms from 2^−40 to 2^40 stay as they are
const OCTAVE = 3.0102999566398120;
struct Params { bins: u32, } // of all spectra
@group(0) @binding(0) var<storage, read> transforms: array<vec2f>; // [spectrum][transform][LENGTH]
@group(0) @binding(1) var<storage, read_write> spectra: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i >= params.bins) { return; }
  let first = i / LENGTH * AVERAGE * LENGTH + i % LENGTH;
  var high = 0.0;
  for (var a = 0u; a < AVERAGE; a++) {
    let x = abs(transforms[first + a * LENGTH]);
    high = max(high, max(x.x, x.y));
  }
  var exponent = i32(bitcast<u32>(high) >> 23u) - 127i;
  if (abs(exponent) <= PLAIN || high == 0.0) { exponent = 0i; }
  exponent = min(exponent, 126i);
  let unit = bitcast<f32>(u32(127i - exponent) << 23u); // 2^−exponent
  var sum = 0.0;
  for (var a = 0u; a < AVERAGE; a++) {
    let x = unit * transforms[first + a * LENGTH];
    sum += dot(x, x);
  }
  let power = SCALE * sum;
  if (DECIBELS) {
    let level = select(FLOOR, OCTAVE * (log2(power) + 2.0 * f32(exponent)), power > 0.0);
    spectra[i] = max(level, FLOOR);
  } else {
    spectra[i] = power / unit / unit;
  }
}
