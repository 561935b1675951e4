// Sums over the invocations of a workgroup, in their order. The kernel has the override GROUP, a power of two.
var<workgroup> summed: array<u32, GROUP>;

// Returns the sum of the values of all invocations before i, and of all. Uniform control flow only.
fn prefixSum(i: u32, value: u32) -> vec2u {
  workgroupBarrier();
  summed[i] = value;
  workgroupBarrier();
  // Four sums at a time: half as many barriers as with two.
  for (var distance = 1u; distance < GROUP; distance *= 4u) {
    var sum = summed[i];
    for (var k = 1u; k < 4u; k++) {
      if (i >= k * distance) { sum += summed[i - k * distance]; }
    }
    workgroupBarrier();
    summed[i] = sum;
    workgroupBarrier();
  }
  return vec2u(summed[i] - value, summed[GROUP - 1u]);
}
