// Where the symbols are: the instants where u[n] = n/T + arg(C[n])/2π passes a whole number, C[n] = Σ_{|k|≤W} |x[n+k]|²·e^{−j2π(n+k)/T}.
// Position j is u of sample j − 1 − W of the page, modulo 1. Three tasks: positions; the number of symbols in each tile; and, after
// synchronized-symbols, the number of symbols before tags, and of samples so far. A tile's samples are in units of a power of two
// where their squares would over- or underflow.
// Needs lib/prefix-sum, lib/phasor, lib/angle, lib/recent-sample, lib/symbol-instants, lib/power-unit.
override GROUP: u32; // invocations per workgroup
override TASK: u32;  // in this order
override WORDS: u32; // per sample: 1 for real, 2 for complex ones
override HALF: u32;  // W
override HISTORY: u32; // samples before the page: 2W + 1
override DELAY: u32; // W, and the delay of the filter before the timing
override STEP: u32;  // 1/T as a 32-bit fraction of a turn
const POSITIONS = 0u;
const COUNTS = 1u;
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> recent: array<f32>;           // the samples before the page
@group(0) @binding(3) var<storage, read_write> seen: array<u32>;       // samples before the page: modulo 2^32, and at most 2^31; symbols before it: low and high half
@group(0) @binding(4) var<storage, read_write> positions: array<u32>;  // [count + 1], as 32-bit fractions
@group(0) @binding(5) var<storage, read_write> tiles: array<u32>;
@group(0) @binding(6) var<storage, read_write> places: array<vec2u>;   // number of tags; each tag's sample in the page, then its symbol
var<workgroup> tags: u32;
var<workgroup> peak: atomic<u32>; // the pattern of the largest part
var<workgroup> terms: array<vec2f, 2u * GROUP>;
var<private> scale: f32;
const SMALL = 9.313226e-10;    // 2^−30: samples from here on to its inverse stay as they are

// The term of sample i.
fn term(i: i32, unscaled: vec2f) -> vec2f {
  let value = scale * unscaled;
  let line = phasor((seen[0] + bitcast<u32>(i)) * STEP);
  return dot(value, value) * vec2f(line.x, -line.y);
}

// Σ term(first + local + s) over s < length, one window per invocation, GROUP terms of it at a time. Sums of 2, 4, 8 … neighbours
// serve all windows; each takes the sums of the binary digits of its length. Their order follows from the window alone, so the sum does
// not depend on where workgroups begin. `early` and `late` are the samples first + local and first + GROUP + local. Uniform control flow only.
fn slidingSum(first: i32, length: u32, local: u32, early: vec2f, late: vec2f) -> vec2f {
  var sum = vec2f();
  var left = early;
  var right = late;
  for (var base = 0u; base < length; base += GROUP) {
    let count = min(length - base, GROUP);
    let at = first + i32(base + local);
    if (base > 0u) {
      left = right;
      right = sample(at + i32(GROUP));
    }
    workgroupBarrier();
    terms[local] = term(at, left);
    if (local < count) { terms[GROUP + local] = term(at + i32(GROUP), right); }
    var taken = 0u;
    for (var width = 1u; width <= count; width *= 2u) {
      workgroupBarrier();
      if ((count & width) != 0u) {
        sum += terms[local + taken];
        taken += width;
      }
      let near = terms[local] + terms[local + width];
      var far = vec2f();
      let isNeeded = local + width < count;
      if (isNeeded) { far = terms[GROUP + local] + terms[GROUP + local + width]; }
      workgroupBarrier();
      terms[local] = near;
      if (isNeeded) { terms[GROUP + local] = far; }
    }
  }
  return sum;
}

// One over the unit of `length` samples, of which each invocation has two. Uniform control flow only.
fn scaleOf(first: i32, length: u32, local: u32, early: vec2f, late: vec2f) -> f32 {
  var largest = largestPart(early);
  if (GROUP + local < length) { largest = max(largest, largestPart(late)); }
  for (var at = 2u * GROUP + local; at < length; at += GROUP) { largest = max(largest, largestPart(sample(first + i32(at)))); }
  atomicMax(&peak, bitcast<u32>(largest));
  workgroupBarrier();
  let found = bitcast<f32>(atomicLoad(&peak));
  if (found >= SMALL && found <= 1.0 / SMALL) { return 1.0; }
  return inversePower(found);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let tile = group.y * groups.x + group.x;
  let n = tile * GROUP + local;
  if (TASK == POSITIONS) {
    let first = i32(tile * GROUP) - i32(2u * HALF + 1u);
    let early = sample(first + i32(local));
    let late = sample(first + i32(GROUP + local));
    scale = scaleOf(first, 2u * HALF + GROUP, local, early, late);
    let sum = slidingSum(first, 2u * HALF + 1u, local, early, late);
    if (n <= count[0]) { positions[n] = (seen[0] + n - 1u - HALF) * STEP + turns(angle(sum)); }
    return;
  }
  if (TASK == COUNTS) {
    var here = false;
    if (n < count[0]) { here = hasSymbol(n); }
    let sums = prefixSum(local, u32(here));
    if (local == 0u) { tiles[tile] = sums.y; }
    return;
  }
  if (local == 0u) { tags = places[0].x; }
  let number = workgroupUniformLoad(&tags);
  // Behind the tags, the end of the page.
  for (var i = 1u; i <= number + 1u; i++) {
    var end = count[0];
    if (i <= number) { end = min(end, places[i].x); }
    // The tile with the sample before the place.
    let first = max(end, 1u) - 1u - (max(end, 1u) - 1u) % GROUP;
    var before = false;
    if (first + local < end) { before = hasSymbol(first + local); }
    let found = prefixSum(local, u32(before)).y;
    if (local == 0u) {
      var symbols = found;
      if (end > 0u) { symbols += tiles[first / GROUP]; }
      let low = seen[2] + symbols;
      let place = vec2u(low, seen[3] + u32(low < symbols));
      if (i <= number) {
        places[i] = place;
      } else {
        seen[2] = place.x;
        seen[3] = place.y;
      }
    }
  }
  storageBarrier();
  if (local == 0u) {
    places[0].x = 0u;
    seen[0] += count[0];
    seen[1] = min(0x80000000u, seen[1] + count[0]);
  }
}
