// Sums over a sliding window, one window per invocation of a workgroup. The kernel has the override GROUP and the function
// `term(i: i32) -> vec2f`, for any index. Each sum adds its terms in the order of their indices, so that it does not depend
// on where workgroups begin.
var<workgroup> terms: array<vec2f, GROUP>;

// Σ term(first + local + s) over s < length. Uniform control flow only.
fn slidingSum(first: i32, length: u32, local: u32) -> vec2f {
  var sum = vec2f();
  for (var base = 0u; base < length + GROUP - 1u; base += GROUP) {
    workgroupBarrier();
    terms[local] = term(first + i32(base + local));
    workgroupBarrier();
    for (var at = max(base, local); at < min(base + GROUP, local + length); at++) { sum += terms[at - base]; }
  }
  return sum;
}
