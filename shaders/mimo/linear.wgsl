// Zero forcing (ρ = 0) and MMSE (ρ = N0): x = R⁻¹Qᴴy and g_m = [(HᴴH + ρI)⁻¹]_mm = Σk |R⁻¹_mk|² with HᴴH + ρI = RᴴR. Then
// x_m = μs_m + noise, μ = 1 − ρg, and per axis L = (min_{b=0} a(μa − 2x) − min_{b=1} a(μa − 2x))/(N0·g).
// Modified Gram–Schmidt makes the columns (h_m; e_m) orthonormal under ⟨(a; u), (b; v)⟩ = aᴴb + ρuᴴv. Below, e_m becomes R⁻¹.
// One invocation per stream of a use, which holds its column. Needs lib/axis, lib/complex.
override GROUP: u32;     // invocations per workgroup
override ANTENNAS: u32;  // M = N
override AXIS_BITS: u32; // bits of an axis, B/2
override UNIT: f32;      // half the distance of levels
override MMSE: bool;
const FAR = 1e12;        // 1/R_kk where column k depends on those before it
struct Params { uses: u32, noiseVariance: f32, }
@group(0) @binding(0) var<storage, read> channel: array<vec2f>;    // [use][N][M]
@group(0) @binding(1) var<storage, read> received: array<vec2f>;   // [use][N]
@group(0) @binding(2) var<storage, read_write> llr: array<f32>;    // [use][M·B]
@group(0) @binding(3) var<uniform> params: Params;

var<workgroup> columns: array<vec2f, 2u * ANTENNAS * GROUP>; // [h_m, then e_m][invocation]

// ⟨column a, column b⟩ of the same use.
fn inner(a: u32, b: u32, rho: f32) -> vec2f {
  var sum = vec2f();
  for (var r = 0u; r < ANTENNAS; r++) {
    sum += mulConj(columns[r * GROUP + b], columns[r * GROUP + a]);
    if (MMSE) {
      let row = (ANTENNAS + r) * GROUP;
      sum += rho * mulConj(columns[row + b], columns[row + a]);
    }
  }
  return sum;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let rows = GROUP / ANTENNAS; // uses of a workgroup
  let at = (group.x + 32768u * group.y) * rows + lane / ANTENNAS;
  let m = lane % ANTENNAS;
  let first = lane - m;
  let live = lane < rows * ANTENNAS && at < params.uses;
  let rho = select(0.0, params.noiseVariance, MMSE);
  var rest = array<vec2f, 16>(); // of (y; 0), at last (y − Hx; −x)
  for (var r = 0u; r < ANTENNAS && live; r++) {
    columns[r * GROUP + lane] = channel[(at * ANTENNAS + r) * ANTENNAS + m];
    columns[(ANTENNAS + r) * GROUP + lane] = vec2f(f32(r == m), 0.0);
    rest[r] = received[at * ANTENNAS + r];
  }
  var x = vec2f();
  var g = 0.0;
  for (var k = 0u; k < ANTENNAS; k++) {
    if (m == k && live) {
      let power = inner(lane, lane, rho).x;
      let some = power > 1e-30;
      for (var r = 0u; r < 2u * ANTENNAS; r++) {
        let scale = select(select(FAR, 0.0, r < ANTENNAS), inverseSqrt(power), some);
        columns[r * GROUP + lane] *= scale;
      }
    }
    workgroupBarrier();
    if (live) {
      let unit = first + k;
      var share = vec2f();
      for (var r = 0u; r < select(1u, 2u, MMSE) * ANTENNAS; r++) {
        share += select(1.0, rho, r >= ANTENNAS) * mulConj(rest[r], columns[r * GROUP + unit]);
      }
      for (var r = 0u; r < 2u * ANTENNAS; r++) { rest[r] -= mul(columns[r * GROUP + unit], share); }
      let inverse = columns[(ANTENNAS + m) * GROUP + unit];
      x += mul(inverse, share);
      g += dot(inverse, inverse);
      if (m > k) {
        let overlap = inner(unit, lane, rho);
        for (var r = 0u; r < 2u * ANTENNAS; r++) {
          columns[r * GROUP + lane] -= mul(columns[r * GROUP + unit], overlap);
        }
      }
    }
    workgroupBarrier();
  }
  if (!live) { return; }
  let mu = 1.0 - rho * g;
  let slope = 1.0 / (params.noiseVariance * g);
  for (var axis = 0u; axis < 2u; axis++) {
    for (var j = 0u; j < AXIS_BITS; j++) {
      var best = vec2f(1e30);
      for (var i = 0u; i < 1u << AXIS_BITS; i++) {
        let a = axisLevel(i, 1u << AXIS_BITS, UNIT);
        let one = ((axisLabel(i, 1u << AXIS_BITS) >> (AXIS_BITS - 1u - j)) & 1u) == 1u;
        let metric = a * (mu * a - 2.0 * x[axis]);
        best = select(vec2f(min(best.x, metric), best.y), vec2f(best.x, min(best.y, metric)), one);
      }
      llr[(at * ANTENNAS + m) * 2u * AXIS_BITS + 2u * j + axis] = slope * (best.x - best.y);
    }
  }
}
