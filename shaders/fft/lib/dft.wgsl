// Transforms of 2 to 9 points, X[k] = Σj x[j]·e^{−j2πjk/N}, in registers: N = 2, 3, 4, 5, 7, 8, 9. Needs lib/complex.
const HALF_ROOT = 0.7071067811865476; // √½

alias Nine = array<vec2f, 9>; // the first N count

fn dft(length: u32, x: Nine) -> Nine {
  switch length {
    case 2u: { return Nine(x[0] + x[1], x[0] - x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]); }
    case 3u: {
      let y = dft3(x[0], x[1], x[2]);
      return Nine(y[0], y[1], y[2], x[3], x[4], x[5], x[6], x[7], x[8]);
    }
    case 4u: {
      let y = dft4(x[0], x[1], x[2], x[3]);
      return Nine(y[0], y[1], y[2], y[3], x[4], x[5], x[6], x[7], x[8]);
    }
    case 5u: { return dft5(x); }
    case 7u: { return dft7(x); }
    case 8u: {
      let y = dft8(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
      return Nine(y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], x[8]);
    }
    default: { return dft9(x); }
  }
}

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

// Odd lengths: with p[j] = x[j] + x[N−j] and d[j] = −j·(x[j] − x[N−j]),
// X[k] and X[N−k] are x[0] + Σ p[j]·cos 2πjk/N ± Σ d[j]·sin 2πjk/N over 0 < j < N/2.
fn dft5(x: Nine) -> Nine {
  let c1 = 0.30901699437494745;
  let c2 = -0.8090169943749475;
  let s1 = 0.9510565162951535;
  let s2 = 0.5877852522924731;
  let p1 = x[1] + x[4];
  let p2 = x[2] + x[3];
  let d1 = turnedBack(x[1] - x[4]);
  let d2 = turnedBack(x[2] - x[3]);
  let e1 = x[0] + c1 * p1 + c2 * p2;
  let e2 = x[0] + c2 * p1 + c1 * p2;
  let o1 = s1 * d1 + s2 * d2;
  let o2 = s2 * d1 - s1 * d2;
  return Nine(x[0] + p1 + p2, e1 + o1, e2 + o2, e2 - o2, e1 - o1, x[5], x[6], x[7], x[8]);
}

fn dft7(x: Nine) -> Nine {
  let c1 = 0.6234898018587336;
  let c2 = -0.2225209339563144;
  let c3 = -0.9009688679024191;
  let s1 = 0.7818314824680298;
  let s2 = 0.9749279121818236;
  let s3 = 0.4338837391175581;
  let p1 = x[1] + x[6];
  let p2 = x[2] + x[5];
  let p3 = x[3] + x[4];
  let d1 = turnedBack(x[1] - x[6]);
  let d2 = turnedBack(x[2] - x[5]);
  let d3 = turnedBack(x[3] - x[4]);
  let e1 = x[0] + c1 * p1 + c2 * p2 + c3 * p3;
  let e2 = x[0] + c2 * p1 + c3 * p2 + c1 * p3;
  let e3 = x[0] + c3 * p1 + c1 * p2 + c2 * p3;
  let o1 = s1 * d1 + s2 * d2 + s3 * d3;
  let o2 = s2 * d1 - s3 * d2 - s1 * d3;
  let o3 = s3 * d1 - s1 * d2 + s2 * d3;
  return Nine(x[0] + p1 + p2 + p3, e1 + o1, e2 + o2, e3 + o3, e3 - o3, e2 - o2, e1 - o1, x[7], x[8]);
}

fn dft8(a: vec2f, b: vec2f, c: vec2f, d: vec2f, e: vec2f, f: vec2f, g: vec2f, h: vec2f) -> array<vec2f, 8> {
  let p = dft4(a, c, e, g);
  let q = dft4(b, d, f, h);
  let u = mul(q[1], vec2f(HALF_ROOT, -HALF_ROOT));
  let v = turnedBack(q[2]);
  let w = mul(q[3], vec2f(-HALF_ROOT, -HALF_ROOT));
  return array(p[0] + q[0], p[1] + u, p[2] + v, p[3] + w, p[0] - q[0], p[1] - u, p[2] - v, p[3] - w);
}

// Three of three, twiddles, three of three.
fn dft9(x: Nine) -> Nine {
  let w1 = vec2f(0.766044443118978, -0.6427876096865393);
  let w2 = vec2f(0.17364817766693036, -0.984807753012208);
  let w4 = vec2f(-0.9396926207859084, -0.3420201433256687);
  let a = dft3(x[0], x[3], x[6]);
  let b = dft3(x[1], x[4], x[7]);
  let c = dft3(x[2], x[5], x[8]);
  let p = dft3(a[0], b[0], c[0]);
  let q = dft3(a[1], mul(b[1], w1), mul(c[1], w2));
  let r = dft3(a[2], mul(b[2], w2), mul(c[2], w4));
  return Nine(p[0], q[0], r[0], p[1], q[1], r[1], p[2], q[2], r[2]);
}
