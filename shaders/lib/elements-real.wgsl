// Elements of a signal, 16 bytes of them at a time: four real numbers.
alias Elements = vec4f;

const UNIT = Elements(1.0);
// 16 bytes of a signal that have 16 bytes of magnitudes
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
