// Sums over the invocations of a workgroup, in their order. The kernel has the override GROUP, a power of two.
var<workgroup> summed: array<u32, GROUP>;

// Returns the sum of the values of all invocations before i, and of all. Uniform control flow only.
fn prefixSum(i: u32, value: u32) -> vec2u {
  workgroupBarrier();
  summed[i] = value;
  workgroupBarrier();
  for (var distance = 1u; distance < GROUP; distance *= 2u) {
    var sum = summed[i];
    if (i >= distance) { sum += summed[i - distance]; }
    workgroupBarrier();
    summed[i] = sum;
    workgroupBarrier();
  }
  return vec2u(summed[i] - value, summed[GROUP - 1u]);
}
