// Prefix sum of states of poles over a workgroup. Needs lib/poles and, bound by the kernel, `powers`, [four][step]: p to the power
// of the samples from one place to the next, times 2^step.
override GROUP: u32; // invocations per workgroup, a power of two
override WIDTH: u32; // interleaved signals: invocation i holds place i / WIDTH of signal i % WIDTH

// Two halves alternate, so that a step need not wait for the readers of the last one. Real and imaginary parts are
// separate, so that neighbours use different memory banks.
var<workgroup> sumsRe: array<vec4f, 2u * GROUP>;
var<workgroup> sumsIm: array<vec4f, 2u * GROUP>;

fn scanSteps() -> u32 {
  return countTrailingZeros(GROUP / WIDTH);
}

fn keep(half: u32, i: u32, w: Four) {
  sumsRe[half % 2u * GROUP + i] = w.re;
  sumsIm[half % 2u * GROUP + i] = w.im;
}

fn kept(half: u32, i: u32) -> Four {
  return Four(sumsRe[half % 2u * GROUP + i], sumsIm[half % 2u * GROUP + i]);
}

// Returns the states after all previous places from the states w that places reach from rest. Uniform control flow
// only.
fn prefixSum(i: u32, four: u32, w: Four) -> Four {
  var sum = w;
  workgroupBarrier();
  for (var step = 0u; step < scanSteps(); step++) {
    keep(step, i, sum);
    workgroupBarrier();
    let distance = WIDTH << step;
    if (i >= distance) { sum = advanced(powers[four * scanSteps() + step], kept(step, i - distance), sum); }
  }
  keep(scanSteps(), i, sum);
  workgroupBarrier();
  return sum;
}

// The result of the last prefixSum for invocation i.
fn summed(i: u32) -> Four {
  return kept(scanSteps(), i);
}
