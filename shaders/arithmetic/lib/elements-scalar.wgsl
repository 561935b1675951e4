// Arithmetic on real numbers and on integers. Needs lib/elements-real or lib/elements-integer.
// Number of elements whose magnitudes form one vector.
const MAGNITUDE_INPUTS = 1u;

fn times(a: Elements, b: Elements) -> Elements {
  return a * b;
}

fn over(a: Elements, b: Elements) -> Elements {
  return a / b;
}

fn magnitudes(a: Elements, _b: Elements) -> Elements {
  return abs(a);
}

fn squares(a: Elements, _b: Elements) -> Elements {
  return a * a;
}
