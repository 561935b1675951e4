// Elements of a signal, 16 bytes of them at a time: two complex numbers. Needs lib/complex.
alias Elements = vec4f;

// Number of elements whose magnitudes form one vector.
const MAGNITUDE_INPUTS = 2u;

fn times(a: Elements, b: Elements) -> Elements {
  return vec4f(mul(a.xy, b.xy), mul(a.zw, b.zw));
}

fn over(a: Elements, b: Elements) -> Elements {
  return vec4f(quotient(a.xy, b.xy), quotient(a.zw, b.zw));
}

fn magnitudes(a: Elements, b: Elements) -> Elements {
  let x = abs(vec4f(a.xz, b.xz));
  let y = abs(vec4f(a.yw, b.yw));
  let high = max(x, y);
  let ratio = select(min(x, y) / high, Elements(), high == Elements());
  return high * sqrt(1.0 + ratio * ratio);
}

fn squares(a: Elements, b: Elements) -> Elements {
  let x = vec4f(a.xz, b.xz);
  let y = vec4f(a.yw, b.yw);
  return x * x + y * y;
}
