// Cascade of second-order sections for iir/tiled, PARTS = 1. The output of a section is the input of the next one:
//   y = b₀x + p, p ← q + (b₁ + σb₀)x − (a₁ + σ)y, q ← σq + (b₀ + σb₁ + b₂)x − (1 + σa₁ + a₂)y.
// This is transposed direct form II with p = s₁. Its other state is q = s₂ + σs₁, σ = ±1. q is small where poles lie near σ,
// and its coefficients keep the digits that define them.
// params.forward: b₀, b₁ + σb₀, b₀ + σb₁ + b₂, σ of each section. params.backward: −a₁ − σ, −1 − σa₁ − a₂ of two sections.

fn withSample(gain: vec4f, x: vec2f, sum: vec4f) -> vec4f {
  return fma(gain, x.xxxx, sum);
}

fn stepped(x: vec2f, before: State) -> Step {
  var s = before;
  var y = x.x;
  for (var k = 0u; k < QUADS; k++) {
    let a = params.backward[k];
    let b = params.forward[2u * k];
    let u = fma(b.x, y, s[k].x);
    s[k].x = fma(a.x, u, fma(b.y, y, s[k].y));
    s[k].y = fma(a.y, u, fma(b.z, y, b.w * s[k].y));
    let d = params.forward[2u * k + 1u];
    y = fma(d.x, u, s[k].z);
    s[k].z = fma(a.z, y, fma(d.y, u, s[k].w));
    s[k].w = fma(a.w, y, fma(d.z, u, d.w * s[k].w));
  }
  return Step(vec2f(y, 0.0), s);
}
