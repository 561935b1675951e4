// States of poles, w[n] = p·w[n−1] + x[n], four poles at a time.
struct Four { re: vec4f, im: vec4f, }

// p·w + x
fn advanced(p: Four, w: Four, x: Four) -> Four {
  return Four(fma(p.re, w.re, fma(-p.im, w.im, x.re)), fma(p.re, w.im, fma(p.im, w.re, x.im)));
}

// The same for one sample for all four.
fn stepped(p: Four, w: Four, x: f32) -> Four {
  return Four(fma(p.re, w.re, fma(-p.im, w.im, vec4f(x))), fma(p.re, w.im, p.im * w.re));
}

// Re Σ c·w
fn weighed(c: Four, w: Four) -> f32 {
  return dot(c.re, w.re) - dot(c.im, w.im);
}
