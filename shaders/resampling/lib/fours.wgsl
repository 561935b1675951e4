// Sums of four outputs, and the products that taps add. Vectors stay in registers, arrays may not.
// Needs a kernel's override constants SAMPLE_PARTS and TAP_PARTS: 2 of complex numbers, 1 of real ones.

// Four neighbouring numbers or taps.
struct Four { re: vec4f, im: vec4f, }

// y + h·x
fn met(y: Four, h: Four, x: vec2f) -> Four {
  var z = Four(fma(h.re, x.xxxx, y.re), y.im);
  if (SAMPLE_PARTS == 2u && TAP_PARTS == 2u) { z.re = fma(-h.im, x.yyyy, z.re); }
  if (SAMPLE_PARTS == 2u) { z.im = fma(h.re, x.yyyy, z.im); }
  if (TAP_PARTS == 2u) { z.im = fma(h.im, x.xxxx, z.im); }
  return z;
}
