// Hermitian positive definite Toeplitz systems R x = g, R[j,k] = r(j−k), by Levinson's recursion over the leading m × m systems:
//   ρ = Σ r(t)·a[m−t] / E,  a[i] ← a[i] − ρ·a*[m−i],  E ← E·(1 − |ρ|²),  λ = (g[m] − Σ r(t)·x[m−t]) / E,  x[i] ← x[i] + λ·a*[m−i],
// a the predictor of m coefficients, a[0] = 1, E its error's power; sums over 1 ≤ t ≤ m, t < BAND.
// One workgroup per system: an invocation sums every GROUP-th product, then updates entries i and m − i of a and x, which depend
// only on each other.
// Needs lib/complex.
override SIZE: u32;  // unknowns
override BAND: u32;  // entries of r
override GROUP: u32; // invocations per workgroup
struct Params { systems: u32, }
@group(0) @binding(0) var<storage, read> column: array<vec2f>; // r, [system][BAND]
@group(0) @binding(1) var<storage, read> right: array<vec2f>;  // g, [system][SIZE]
@group(0) @binding(2) var<storage, read_write> solution: array<vec2f>;
@group(0) @binding(3) var<uniform> params: Params;

const SUMS = 8u;

var<workgroup> a: array<vec2f, SIZE>;
var<workgroup> x: array<vec2f, SIZE>;
var<workgroup> products: array<vec4f, GROUP>; // for ρ and for λ
var<workgroup> sums: array<vec4f, SUMS>;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  for (var system = group.x; system < params.systems; system += groups.x) {
    let r = system * BAND;
    let g = system * SIZE;
    var energy = column[r].x;
    var definite = energy > 0.0; // within float32: all |ρ| < 1
    if (!definite) { energy = 1.0; }
    for (var i = local; i < SIZE; i += GROUP) {
      a[i] = select(vec2f(), vec2f(1.0, 0.0), i == 0);
      x[i] = select(vec2f(), right[g] / energy, i == 0);
    }
    for (var m = 1u; m < SIZE; m++) {
      workgroupBarrier();
      var product = vec4f();
      for (var t = local + 1; t < min(BAND, m + 1); t += GROUP) {
        let tap = column[r + t];
        product += vec4f(mul(tap, a[m - t]), mul(tap, x[m - t]));
      }
      let sum = total(local, product);
      var rho = sum.xy / energy;
      let kept = 1.0 - dot(rho, rho);
      if (kept > 0.0) {
        energy *= kept;
      } else {
        definite = false;
        rho = vec2f();
      }
      let lambda = (right[g + m] - sum.zw) / energy;
      for (var i = local; i <= m / 2; i += GROUP) {
        let j = m - i;
        let ends = vec4f(a[i], a[j]);
        let forward = ends - vec4f(mulConj(rho, ends.zw), mulConj(rho, ends.xy));
        a[i] = forward.xy;
        x[i] += mulConj(lambda, forward.zw);
        if (i == j) { continue; }
        a[j] = forward.zw;
        x[j] += mulConj(lambda, forward.xy);
      }
    }
    workgroupBarrier();
    for (var i = local; i < SIZE; i += GROUP) { solution[g + i] = select(vec2f(), x[i], definite); }
    workgroupBarrier();
  }
}

// The sum over a workgroup's first BAND invocations: the others have no products.
fn total(local: u32, product: vec4f) -> vec4f {
  products[local] = product;
  workgroupBarrier();
  if (local < SUMS) {
    var sum = vec4f();
    for (var i = local; i < min(GROUP, BAND); i += SUMS) { sum += products[i]; }
    sums[local] = sum;
  }
  workgroupBarrier();
  var sum = vec4f();
  for (var i = 0u; i < SUMS; i++) { sum += sums[i]; }
  return sum;
}
