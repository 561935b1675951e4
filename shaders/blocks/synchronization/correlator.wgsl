// y[n] = |Σk x[n−L+1+k]·s*[k]| / √(Σk |x[n−L+1+k]|² · Σk |s[k]|²), k < L. One invocation per sample. Samples
// that are not finite count as zero: 0 times one of them would not be 0. Needs lib/complex and lib/finite.
override GROUP: u32;  // invocations per workgroup
override WORDS: u32;  // per sample: 1 for real, 2 for complex ones
override LENGTH: u32; // L
struct Params { energy: f32, } // Σ|s|²
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> recent: array<f32>; // the L samples before the page
@group(0) @binding(3) var<storage, read> sequence: array<vec2f>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
@group(0) @binding(5) var<uniform> params: Params;

// Sample i of the L earlier ones and the page.
fn sample(i: u32) -> vec2f {
  let at = WORDS * select(i - LENGTH, i, i < LENGTH);
  var value = vec2f();
  if (i < LENGTH) {
    value.x = finite(recent[at]);
    if (WORDS == 2u) { value.y = finite(recent[at + 1u]); }
  } else {
    value.x = finite(x[at]);
    if (WORDS == 2u) { value.y = finite(x[at + 1u]); }
  }
  return value;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= count[0]) { return; }
  var sum = vec2f();
  var power = 0.0;
  for (var k = 0u; k < LENGTH; k++) {
    let value = sample(n + 1u + k);
    sum += mulConj(value, sequence[k]);
    power += dot(value, value);
  }
  y[n] = select(0.0, length(sum) / sqrt(power * params.energy), power > 0.0);
}
