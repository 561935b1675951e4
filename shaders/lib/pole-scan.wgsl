// Prefix sum of states of poles over a workgroup. Needs lib/poles and, bound by the kernel, `powers`, [four][step]: p to the power
// of the samples from one place to the next, times 2^step.
override GROUP: u32; // invocations per workgroup, a power of two
override WIDTH: u32; // interleaved signals: invocation i holds place i / WIDTH of signal i % WIDTH

var<workgroup> summed: array<Four, GROUP>;

// States w that places reach from rest become those they reach from all before, which `summed` holds too. Uniform control flow.
fn prefixSum(i: u32, four: u32, w: Four) -> Four {
  let steps = countTrailingZeros(GROUP / WIDTH);
  var sum = w;
  for (var step = 0u; step < steps; step++) {
    workgroupBarrier();
    summed[i] = sum;
    workgroupBarrier();
    let distance = WIDTH << step;
    if (i >= distance) { sum = advanced(powers[four * steps + step], summed[i - distance], sum); }
  }
  workgroupBarrier();
  summed[i] = sum;
  workgroupBarrier();
  return sum;
}
