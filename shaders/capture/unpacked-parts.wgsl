// The samples of a page as numbers, and the powers of its parts of PART samples: Σ|x|², the largest |x|², and the number of samples with a NaN
// or an infinity, which become zero. One workgroup per part; each invocation takes every GROUP-th sample. The first and the last one also
// unpack what lies before and after the parts. Needs lib/raw-sample, with REACH samples before the first start.
override GROUP: u32; // a power of two
override PART: u32;
override REACH: u32;
struct PartPower {
  sum: f32,
  peak: f32,
  nonFinite: f32, // a whole number
}
@group(0) @binding(2) var<storage, read_write> samples: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> powers: array<PartPower>;

var<workgroup> joined: array<PartPower, GROUP>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let first = group.x * PART;
  if (first >= page.own) { return; }
  let begin = select(REACH + first, page.first, first == 0u);
  let end = select(REACH + first + PART, page.end, first + PART >= page.own);
  var own = PartPower();
  for (var n = begin + i; n < end; n += GROUP) {
    let x = rawSample(n);
    samples[n] = x;
    if (n < REACH || n >= REACH + page.own) { continue; }
    let power = dot(x, x);
    own.sum += power;
    own.peak = max(own.peak, power);
    if (FORMAT == 0u && !isFiniteSample(n)) { own.nonFinite += 1.0; }
  }
  joined[i] = own;
  for (var distance = GROUP / 2u; distance > 0u; distance /= 2u) {
    workgroupBarrier();
    if (i < distance) {
      let other = joined[i + distance];
      own.sum += other.sum;
      own.peak = max(own.peak, other.peak);
      own.nonFinite += other.nonFinite;
      joined[i] = own;
    }
  }
  if (i == 0u) { powers[group.x] = own; }
}
