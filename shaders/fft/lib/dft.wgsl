// Transforms of 3, 4, 8 and 16 points, X[k] = Σj x[j]·e^{−j2πjk/N}, in registers. Needs lib/complex.
const HALF_ROOT = 0.7071067811865476; // √½

// −j·z
fn turnedBack(z: vec2f) -> vec2f {
  return vec2f(z.y, -z.x);
}

fn dft3(a: vec2f, b: vec2f, c: vec2f) -> array<vec2f, 3> {
  let sum = b + c;
  let even = a - 0.5 * sum;
  let odd = 0.8660254037844386 * turnedBack(b - c);
  return array(a + sum, even + odd, even - odd);
}

fn dft4(a: vec2f, b: vec2f, c: vec2f, d: vec2f) -> array<vec2f, 4> {
  let even = a + c;
  let odd = b + d;
  let evenDifference = a - c;
  let oddDifference = turnedBack(b - d);
  return array(even + odd, evenDifference + oddDifference, even - odd, evenDifference - oddDifference);
}

fn dft8(a: vec2f, b: vec2f, c: vec2f, d: vec2f, e: vec2f, f: vec2f, g: vec2f, h: vec2f) -> array<vec2f, 8> {
  let p = dft4(a, c, e, g);
  let q = dft4(b, d, f, h);
  let u = mul(q[1], vec2f(HALF_ROOT, -HALF_ROOT));
  let v = turnedBack(q[2]);
  let w = mul(q[3], vec2f(-HALF_ROOT, -HALF_ROOT));
  return array(p[0] + q[0], p[1] + u, p[2] + v, p[3] + w, p[0] - q[0], p[1] - u, p[2] - v, p[3] - w);
}

const COS_16TH = 0.9238795325112867;  // of 1/16 of a turn
const SIN_16TH = 0.3826834323650898;

// X[k] = Σj x[j]·W_16^{jk}: four transforms over j = u, u + 4, …; twiddles W_16^{uk}; four transforms over u.
fn dft16(x: array<vec2f, 16>) -> array<vec2f, 16> {
  let a = dft4(x[0], x[4], x[8], x[12]);
  let b = dft4(x[1], x[5], x[9], x[13]);
  let c = dft4(x[2], x[6], x[10], x[14]);
  let d = dft4(x[3], x[7], x[11], x[15]);
  let w1 = vec2f(COS_16TH, -SIN_16TH);
  let w2 = vec2f(HALF_ROOT, -HALF_ROOT);
  let w3 = vec2f(SIN_16TH, -COS_16TH);
  let w6 = vec2f(-HALF_ROOT, -HALF_ROOT);
  let w9 = vec2f(-COS_16TH, SIN_16TH);
  let p = dft4(a[0], b[0], c[0], d[0]);
  let q = dft4(a[1], mul(b[1], w1), mul(c[1], w2), mul(d[1], w3));
  let r = dft4(a[2], mul(b[2], w2), turnedBack(c[2]), mul(d[2], w6));
  let s = dft4(a[3], mul(b[3], w3), mul(c[3], w6), mul(d[3], w9));
  return array(
    p[0], q[0], r[0], s[0], p[1], q[1], r[1], s[1], p[2], q[2], r[2], s[2], p[3], q[3], r[3], s[3],
  );
}
