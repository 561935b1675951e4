// The value of a rank among numbers that are not negative. Needs `fn rankedValue(n: u32) -> f32`.
override GROUP: u32; // invocations per workgroup
const DIGITS = 16u;

var<workgroup> digits: array<atomic<u32>, DIGITS>;
var<workgroup> chosen: vec2u; // the highest bits so far, and the rank among the numbers that have them

// Returns number `rank` in the order of rankedValue(first) … rankedValue(first + count − 1). Uniform control flow only.
fn ranked(i: u32, first: u32, count: u32, rank: u32) -> f32 {
  if (i == 0u) { chosen = vec2u(0u, rank); }
  for (var digit = 0u; digit < 8u; digit++) {
    if (i < DIGITS) { atomicStore(&digits[i], 0u); }
    let before = workgroupUniformLoad(&chosen);
    let shift = 28u - 4u * digit;
    for (var n = i; n < count; n += GROUP) {
      let word = bitcast<u32>(rankedValue(first + n)) >> shift;
      if ((word >> 4u) == before.x) { atomicAdd(&digits[word & 15u], 1u); }
    }
    workgroupBarrier();
    if (i == 0u) {
      var rest = before.y;
      var d = 0u;
      while (d < DIGITS - 1u && rest >= atomicLoad(&digits[d])) {
        rest -= atomicLoad(&digits[d]);
        d++;
      }
      chosen = vec2u((before.x << 4u) | d, rest);
    }
    workgroupBarrier();
  }
  return bitcast<f32>(workgroupUniformLoad(&chosen).x);
}
