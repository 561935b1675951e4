// Four complex numbers, for example four rows of a column of H.
struct Column { re: vec4f, im: vec4f }

fn column(a: vec2f, b: vec2f, c: vec2f, d: vec2f) -> Column {
  return Column(vec4f(a.x, b.x, c.x, d.x), vec4f(a.y, b.y, c.y, d.y));
}

// aᴴb
fn inner(a: Column, b: Column) -> vec2f {
  return vec2f(dot(a.re, b.re) + dot(a.im, b.im), dot(a.re, b.im) - dot(a.im, b.re));
}

// a − c·b
fn without(a: Column, c: vec2f, b: Column) -> Column {
  return Column(a.re - c.x * b.re + c.y * b.im, a.im - c.x * b.im - c.y * b.re);
}
