// States of poles, w[n] = p·w[n−1] + x[n], four poles side by side, and their prefix sum over a workgroup.
// The kernel binds `powers`, [four][step]: p to the power of what lies between two places, times 2^step.
override GROUP: u32; // invocations per workgroup, a power of two
override WIDTH: u32; // interleaved signals: invocation i holds place i / WIDTH of signal i % WIDTH

struct Four { re: vec4f, im: vec4f, }

// p·w + x
fn advanced(p: Four, w: Four, x: Four) -> Four {
  return Four(fma(p.re, w.re, fma(-p.im, w.im, x.re)), fma(p.re, w.im, fma(p.im, w.re, x.im)));
}

// The same for a sample, which all four take.
fn stepped(p: Four, w: Four, x: f32) -> Four {
  return Four(fma(p.re, w.re, fma(-p.im, w.im, vec4f(x))), fma(p.re, w.im, p.im * w.re));
}

// Re Σ c·w
fn weighed(c: Four, w: Four) -> f32 {
  return dot(c.re, w.re) - dot(c.im, w.im);
}

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
