// A packet's constellation: m = mean |x| and d = mean (|x| − m)² over the decision values x = Re y[k], Im y[k+1] (k even) of
// its data bits, and the first POINTS of them as pairs. One workgroup per packet (slot); the order of the sums is fixed.
override GROUP: u32; // invocations per workgroup, a power of two
override PAIRS: u32; // pairs of bits in a packet
override KNOWN: u32; // leading known pairs, which do not count
struct Params { points: u32, }
@group(0) @binding(0) var<storage, read> symbols: array<vec4f>; // one vector per pair
@group(0) @binding(1) var<storage, read_write> points: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> moments: array<vec2f>;
@group(0) @binding(3) var<uniform> params: Params;

var<workgroup> partial: array<f32, GROUP>;

// Mean over the packet's data of the invocations' sums.
fn mean(i: u32, sum: f32) -> f32 {
  workgroupBarrier();
  partial[i] = sum;
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (i < half) { partial[i] += partial[i + half]; }
  }
  workgroupBarrier();
  return partial[0] / f32(2u * (PAIRS - KNOWN));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let slot = group.x;
  let first = slot * PAIRS + KNOWN;
  var sum = 0.0;
  for (var t = i; t < PAIRS - KNOWN; t += GROUP) {
    let x = symbols[first + t].xw;
    sum += abs(x.x) + abs(x.y);
    if (t < params.points) { points[slot * params.points + t] = x; }
  }
  let m = mean(i, sum);
  sum = 0.0;
  for (var t = i; t < PAIRS - KNOWN; t += GROUP) {
    let off = abs(symbols[first + t].xw) - m;
    sum += dot(off, off);
  }
  let d = mean(i, sum);
  if (i == 0u) { moments[slot] = vec2f(m, d); }
}
