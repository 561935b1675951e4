// |ρ(n)|² = |P|²/(E₀·E₁) with P = Σ_{k<48} x₁[k]·conj(x₀[k]), E = Σ |x|², x₀[k] = s[n+k] and x₁[k] = s[n+16+k] without their means.
// An invocation has a chunk of 8 samples. A window that begins in it is the rest of this chunk, five whole chunks, and the
// beginning of the sixth: sums from the right, totals from workgroup memory, and sums from the left. So each sum is made of its own
// 48 terms. Nothing is subtracted: the accuracy depends on neither the recording's length nor a loud sample nearby.
// The energy has risen at n if the 48 samples from n on have more than RISE times the energy of the 48 before n.
// Needs lib/complex, lib/finite-sample, and one of lib/metric-bits and lib/metric-values.
override GROUP: u32;    // invocations per workgroup, a multiple of 4
override RISE: f32;
const OWN = 8u;         // samples per chunk
const LAG = 2u;         // chunks
const WINDOW = 6u;      // chunks
const REACH = LAG + WINDOW; // chunks before and after a workgroup's own
const FLAT = 1e-5;      // a window's energy around its mean, relative to its whole energy, that may be rounding alone
struct Params { length: u32 }
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<Stored>;
@group(0) @binding(2) var<uniform> params: Params;

// One more sample per chunk, so that neighbouring invocations use different memory banks.
var<workgroup> staged: array<vec2f, (OWN + 1u) * GROUP>;
var<workgroup> totals: array<vec4f, GROUP>;  // Σ of (s[n+16]·conj(s[n]), s[n]) over each chunk
var<workgroup> energies: array<f32, GROUP>;  // Σ |s[n]|²

// Sums over both windows: x₁·conj(x₀), x₀, x₁, |x₀|², |x₁|².
struct Moments { lagged: vec4f, own: vec4f }

fn term(chunk: u32, t: u32) -> Moments {
  let x0 = staged[(OWN + 1u) * chunk + t];
  let x1 = staged[(OWN + 1u) * (chunk + LAG) + t];
  return Moments(vec4f(mulConj(x1, x0), x0), vec4f(x1, dot(x0, x0), dot(x1, x1)));
}

// The energy around the mean, from Σ of s and |s|² over a window.
fn variation(sums: vec3f) -> f32 {
  return sums.z - dot(sums.xy, sums.xy) / f32(OWN * WINDOW);
}

fn correlation(lagged: vec4f, own: vec4f) -> f32 {
  let early = variation(vec3f(lagged.zw, own.z));
  let late = variation(own.xyw);
  let both = lagged.xy - mulConj(own.xy, lagged.zw) / f32(OWN * WINDOW);
  // Two quotients, so that a product of small energies does not underflow.
  let varied = early > FLAT * own.z && late > FLAT * own.w;
  return select(0.0, dot(both / early, both / late), varied);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  // The first chunk. Samples before the first one have large numbers, as those after the last one.
  let first = (group.x + group.y * groups.x) * (GROUP - 2u * REACH) - REACH;
  var loaded: array<vec2f, OWN>; // all loads in flight at once
  for (var k = 0u; k < OWN; k++) {
    let n = OWN * first + k * GROUP + i;
    loaded[k] = select(vec2f(), samples[min(n, params.length - 1u)], n < params.length);
  }
  for (var k = 0u; k < OWN; k++) {
    let n = k * GROUP + i;
    staged[n + n / OWN] = finiteSample(loaded[k]);
  }
  workgroupBarrier();

  let own = min(i, GROUP - 1u - LAG);
  var lagged: array<vec4f, OWN>; // Σ from t to the end of the chunk
  var rest: array<vec4f, OWN>;
  var sum = Moments();
  for (var t = OWN; t > 0u; t--) {
    let next = term(own, t - 1u);
    sum = Moments(sum.lagged + next.lagged, sum.own + next.own);
    lagged[t - 1u] = sum.lagged;
    rest[t - 1u] = sum.own;
  }
  if (i + LAG < GROUP) {
    totals[i] = sum.lagged;
    energies[i] = sum.own.z;
  }
  if (i + 2u * LAG >= GROUP && i + LAG < GROUP) {
    // The last two chunks have no partner, and are in late windows only.
    totals[i + LAG] = vec4f(0.0, 0.0, sum.own.xy);
    energies[i + LAG] = sum.own.w;
  }
  workgroupBarrier();

  var metric: array<f32, OWN>;
  var risen = 0u; // a bit per sample
  let owned = i >= REACH && i < GROUP - REACH;
  if (owned) {
    var middle = Moments();
    for (var j = 1u; j < WINDOW; j++) {
      middle.lagged += totals[i + j];
      middle.own += vec4f(totals[i + j + LAG].zw, energies[i + j], energies[i + j + LAG]);
    }
    // Σ of s and |s|² over the 48 samples before n. A rough value is enough, so this sum moves.
    var past = vec3f();
    for (var j = 1u; j <= WINDOW; j++) { past += vec3f(totals[i - j].zw, energies[i - j]); }
    for (var t = 0u; t < OWN; t++) {
      let a = lagged[t] + middle.lagged;
      let b = rest[t] + middle.own;
      metric[t] = correlation(a, b);
      let now = variation(vec3f(a.zw, b.z));
      risen |= select(0u, 1u << t, now > RISE * variation(past) && now > FLAT * b.z);
      let x = staged[(OWN + 1u) * i + t];
      let y = staged[(OWN + 1u) * (i - WINDOW) + t];
      past += vec3f(x, dot(x, x)) - vec3f(y, dot(y, y));
      let next = term(i + WINDOW, t);
      middle = Moments(middle.lagged + next.lagged, middle.own + next.own);
      if (OWN * (first + i + REACH) + t > params.length) { metric[t] = 0.0; }
    }
  }
  store(i, first + i, owned, metric, risen);
}
