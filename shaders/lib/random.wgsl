// Counter-based random numbers: the same counter and key give the same bits on every device. Needs lib/phasor.

// a · b as (high word, low word).
fn wideMul(a: u32, b: u32) -> vec2u {
  let cross = (a >> 16u) * (b & 0xffffu) + (((a & 0xffffu) * (b & 0xffffu)) >> 16u);
  let carry = (a & 0xffffu) * (b >> 16u) + (cross & 0xffffu);
  return vec2u((a >> 16u) * (b >> 16u) + (cross >> 16u) + (carry >> 16u), a * b);
}

// Philox4x32-10: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011.
fn philox(counter: vec4u, key: vec2u) -> vec4u {
  var c = counter;
  var k = key;
  for (var round = 0u; round < 10u; round++) {
    let p = wideMul(0xd2511f53u, c.x);
    let q = wideMul(0xcd9e8d57u, c.z);
    c = vec4u(q.x ^ c.y ^ k.x, q.y, p.x ^ c.w ^ k.y, p.y);
    k += vec2u(0x9e3779b9u, 0xbb67ae85u);
  }
  return c;
}

// −ln u for u = (bits + 1)/2^32 to a relative error of 2e-7, also near u = 1. With u = 2^{e−32}·m, √½ ≤ m < √2, it is
// (32 − e)·ln 2 + 2·artanh((1 − m)/(1 + m)); WGSL's log is too inaccurate near 1 for the Box–Muller transform.
fn negativeLog(bits: u32) -> f32 {
  let u = bitcast<u32>(select(f32(bits + 1u), 4294967296.0, bits == 0xffffffffu));
  let e = (u - 0x3f3504f3u) >> 23u;
  let m = bitcast<f32>(u - (e << 23u));
  let s = select(1.0 - m, f32(~bits) * 2.3283064365386963e-10, e == 32u) / (1.0 + m);
  let z = s * s;
  let artanh = s * ((((z / 9.0 + 1.0 / 7.0) * z + 0.2) * z + 1.0 / 3.0) * z + 1.0);
  return f32(32 - i32(e)) * 0.6931471805599453 + 2.0 * artanh;
}

// Two independent standard normal numbers from two random words (Box–Muller).
fn normals(bits: vec2u) -> vec2f {
  return sqrt(2.0 * negativeLog(bits.x)) * phasor(bits.y);
}
