// Butterflies of radix r = 2 … 16, X[k] = Σj x[j]·e^{−j2πjk/r}, of all r with no prime factor above 13, in registers.
// Needs lib/dft, lib/complex.
fn butterfly2(x: array<vec2f, 2>) -> array<vec2f, 2> {
  return array(x[0] + x[1], x[0] - x[1]);
}

fn butterfly3(x: array<vec2f, 3>) -> array<vec2f, 3> {
  return dft3(x[0], x[1], x[2]);
}

fn butterfly4(x: array<vec2f, 4>) -> array<vec2f, 4> {
  return dft4(x[0], x[1], x[2], x[3]);
}

fn butterfly8(x: array<vec2f, 8>) -> array<vec2f, 8> {
  return dft8(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
}

// Three of three, twiddles, three of three.
fn butterfly9(x: array<vec2f, 9>) -> array<vec2f, 9> {
  let w1 = vec2f(0.766044443118978, -0.6427876096865393);
  let w2 = vec2f(0.17364817766693036, -0.984807753012208);
  let w4 = vec2f(-0.9396926207859084, -0.3420201433256687);
  let a = dft3(x[0], x[3], x[6]);
  let b = dft3(x[1], x[4], x[7]);
  let c = dft3(x[2], x[5], x[8]);
  let p = dft3(a[0], b[0], c[0]);
  let q = dft3(a[1], mul(b[1], w1), mul(c[1], w2));
  let r = dft3(a[2], mul(b[2], w2), mul(c[2], w4));
  return array(p[0], q[0], r[0], p[1], q[1], r[1], p[2], q[2], r[2]);
}

fn butterfly16(x: array<vec2f, 16>) -> array<vec2f, 16> {
  return dft16(x);
}

// Primes: with c[n] = cos 2πn/r, s[n] = sin 2πn/r, p[j] = x[j] + x[r−j] and d[j] = −j·(x[j] − x[r−j]),
// X[k] and X[r−k] are x[0] + Σ p[j]·c[jk] ± Σ d[j]·s[jk] over 0 < j < r/2.
fn butterfly5(x: array<vec2f, 5>) -> array<vec2f, 5> {
  let c1 = 0.30901699437494745;
  let c2 = -0.8090169943749473;
  let s1 = 0.9510565162951535;
  let s2 = 0.5877852522924732;
  let p1 = x[1] + x[4];
  let p2 = x[2] + x[3];
  let d1 = turnedBack(x[1] - x[4]);
  let d2 = turnedBack(x[2] - x[3]);
  let e1 = x[0] + c1 * p1 + c2 * p2;
  let e2 = x[0] + c2 * p1 + c1 * p2;
  let o1 = s1 * d1 + s2 * d2;
  let o2 = s2 * d1 - s1 * d2;
  return array(x[0] + p1 + p2, e1 + o1, e2 + o2, e2 - o2, e1 - o1);
}

fn butterfly7(x: array<vec2f, 7>) -> array<vec2f, 7> {
  let c1 = 0.6234898018587336;
  let c2 = -0.22252093395631434;
  let c3 = -0.900968867902419;
  let s1 = 0.7818314824680298;
  let s2 = 0.9749279121818236;
  let s3 = 0.43388373911755823;
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
  return array(x[0] + p1 + p2 + p3, e1 + o1, e2 + o2, e3 + o3, e3 - o3, e2 - o2, e1 - o1);
}

fn butterfly11(x: array<vec2f, 11>) -> array<vec2f, 11> {
  let c1 = 0.8412535328311812;
  let c2 = 0.41541501300188644;
  let c3 = -0.142314838273285;
  let c4 = -0.654860733945285;
  let c5 = -0.9594929736144974;
  let s1 = 0.5406408174555976;
  let s2 = 0.9096319953545183;
  let s3 = 0.9898214418809328;
  let s4 = 0.7557495743542584;
  let s5 = 0.28173255684142967;
  let p1 = x[1] + x[10];
  let p2 = x[2] + x[9];
  let p3 = x[3] + x[8];
  let p4 = x[4] + x[7];
  let p5 = x[5] + x[6];
  let d1 = turnedBack(x[1] - x[10]);
  let d2 = turnedBack(x[2] - x[9]);
  let d3 = turnedBack(x[3] - x[8]);
  let d4 = turnedBack(x[4] - x[7]);
  let d5 = turnedBack(x[5] - x[6]);
  let e1 = x[0] + c1 * p1 + c2 * p2 + c3 * p3 + c4 * p4 + c5 * p5;
  let e2 = x[0] + c2 * p1 + c4 * p2 + c5 * p3 + c3 * p4 + c1 * p5;
  let e3 = x[0] + c3 * p1 + c5 * p2 + c2 * p3 + c1 * p4 + c4 * p5;
  let e4 = x[0] + c4 * p1 + c3 * p2 + c1 * p3 + c5 * p4 + c2 * p5;
  let e5 = x[0] + c5 * p1 + c1 * p2 + c4 * p3 + c2 * p4 + c3 * p5;
  let o1 = s1 * d1 + s2 * d2 + s3 * d3 + s4 * d4 + s5 * d5;
  let o2 = s2 * d1 + s4 * d2 - s5 * d3 - s3 * d4 - s1 * d5;
  let o3 = s3 * d1 - s5 * d2 - s2 * d3 + s1 * d4 + s4 * d5;
  let o4 = s4 * d1 - s3 * d2 + s1 * d3 + s5 * d4 - s2 * d5;
  let o5 = s5 * d1 - s1 * d2 + s4 * d3 - s2 * d4 + s3 * d5;
  return array(
    x[0] + p1 + p2 + p3 + p4 + p5, e1 + o1, e2 + o2, e3 + o3, e4 + o4, e5 + o5, e5 - o5, e4 - o4, e3 - o3, e2 - o2,
    e1 - o1,
  );
}

fn butterfly13(x: array<vec2f, 13>) -> array<vec2f, 13> {
  let c1 = 0.8854560256532099;
  let c2 = 0.5680647467311559;
  let c3 = 0.120536680255323;
  let c4 = -0.35460488704253545;
  let c5 = -0.7485107481711012;
  let c6 = -0.970941817426052;
  let s1 = 0.4647231720437685;
  let s2 = 0.8229838658936564;
  let s3 = 0.992708874098054;
  let s4 = 0.9350162426854148;
  let s5 = 0.6631226582407952;
  let s6 = 0.23931566428755768;
  let p1 = x[1] + x[12];
  let p2 = x[2] + x[11];
  let p3 = x[3] + x[10];
  let p4 = x[4] + x[9];
  let p5 = x[5] + x[8];
  let p6 = x[6] + x[7];
  let d1 = turnedBack(x[1] - x[12]);
  let d2 = turnedBack(x[2] - x[11]);
  let d3 = turnedBack(x[3] - x[10]);
  let d4 = turnedBack(x[4] - x[9]);
  let d5 = turnedBack(x[5] - x[8]);
  let d6 = turnedBack(x[6] - x[7]);
  let e1 = x[0] + c1 * p1 + c2 * p2 + c3 * p3 + c4 * p4 + c5 * p5 + c6 * p6;
  let e2 = x[0] + c2 * p1 + c4 * p2 + c6 * p3 + c5 * p4 + c3 * p5 + c1 * p6;
  let e3 = x[0] + c3 * p1 + c6 * p2 + c4 * p3 + c1 * p4 + c2 * p5 + c5 * p6;
  let e4 = x[0] + c4 * p1 + c5 * p2 + c1 * p3 + c3 * p4 + c6 * p5 + c2 * p6;
  let e5 = x[0] + c5 * p1 + c3 * p2 + c2 * p3 + c6 * p4 + c1 * p5 + c4 * p6;
  let e6 = x[0] + c6 * p1 + c1 * p2 + c5 * p3 + c2 * p4 + c4 * p5 + c3 * p6;
  let o1 = s1 * d1 + s2 * d2 + s3 * d3 + s4 * d4 + s5 * d5 + s6 * d6;
  let o2 = s2 * d1 + s4 * d2 + s6 * d3 - s5 * d4 - s3 * d5 - s1 * d6;
  let o3 = s3 * d1 + s6 * d2 - s4 * d3 - s1 * d4 + s2 * d5 + s5 * d6;
  let o4 = s4 * d1 - s5 * d2 - s1 * d3 + s3 * d4 - s6 * d5 - s2 * d6;
  let o5 = s5 * d1 - s3 * d2 + s2 * d3 - s6 * d4 - s1 * d5 + s4 * d6;
  let o6 = s6 * d1 - s1 * d2 + s5 * d3 - s2 * d4 + s4 * d5 - s3 * d6;
  return array(
    x[0] + p1 + p2 + p3 + p4 + p5 + p6, e1 + o1, e2 + o2, e3 + o3, e4 + o4, e5 + o5, e6 + o6, e6 - o6, e5 - o5,
    e4 - o4, e3 - o3, e2 - o2, e1 - o1,
  );
}

// Products a·b without a common factor need no twiddles (I. Good, 1958): with n = b·u + a·v mod r and the k that is k mod a and
// k mod b, X[k] is a transform over v of transforms over u.
fn butterfly6(x: array<vec2f, 6>) -> array<vec2f, 6> {
  let a = dft3(x[0], x[2], x[4]);
  let b = dft3(x[3], x[5], x[1]);
  let p = butterfly2(array(a[0], b[0]));
  let q = butterfly2(array(a[1], b[1]));
  let r = butterfly2(array(a[2], b[2]));
  return array(p[0], q[1], r[0], p[1], q[0], r[1]);
}

fn butterfly10(x: array<vec2f, 10>) -> array<vec2f, 10> {
  let a = butterfly5(array(x[0], x[2], x[4], x[6], x[8]));
  let b = butterfly5(array(x[5], x[7], x[9], x[1], x[3]));
  let p = butterfly2(array(a[0], b[0]));
  let q = butterfly2(array(a[1], b[1]));
  let r = butterfly2(array(a[2], b[2]));
  let s = butterfly2(array(a[3], b[3]));
  let t = butterfly2(array(a[4], b[4]));
  return array(p[0], q[1], r[0], s[1], t[0], p[1], q[0], r[1], s[0], t[1]);
}

fn butterfly12(x: array<vec2f, 12>) -> array<vec2f, 12> {
  let a = dft4(x[0], x[3], x[6], x[9]);
  let b = dft4(x[4], x[7], x[10], x[1]);
  let c = dft4(x[8], x[11], x[2], x[5]);
  let p = dft3(a[0], b[0], c[0]);
  let q = dft3(a[1], b[1], c[1]);
  let r = dft3(a[2], b[2], c[2]);
  let s = dft3(a[3], b[3], c[3]);
  return array(p[0], q[1], r[2], s[0], p[1], q[2], r[0], s[1], p[2], q[0], r[1], s[2]);
}

fn butterfly14(x: array<vec2f, 14>) -> array<vec2f, 14> {
  let a = butterfly7(array(x[0], x[2], x[4], x[6], x[8], x[10], x[12]));
  let b = butterfly7(array(x[7], x[9], x[11], x[13], x[1], x[3], x[5]));
  let p = butterfly2(array(a[0], b[0]));
  let q = butterfly2(array(a[1], b[1]));
  let r = butterfly2(array(a[2], b[2]));
  let s = butterfly2(array(a[3], b[3]));
  let t = butterfly2(array(a[4], b[4]));
  let u = butterfly2(array(a[5], b[5]));
  let v = butterfly2(array(a[6], b[6]));
  return array(p[0], q[1], r[0], s[1], t[0], u[1], v[0], p[1], q[0], r[1], s[0], t[1], u[0], v[1]);
}

fn butterfly15(x: array<vec2f, 15>) -> array<vec2f, 15> {
  let a = butterfly5(array(x[0], x[3], x[6], x[9], x[12]));
  let b = butterfly5(array(x[5], x[8], x[11], x[14], x[2]));
  let c = butterfly5(array(x[10], x[13], x[1], x[4], x[7]));
  let p = dft3(a[0], b[0], c[0]);
  let q = dft3(a[1], b[1], c[1]);
  let r = dft3(a[2], b[2], c[2]);
  let s = dft3(a[3], b[3], c[3]);
  let t = dft3(a[4], b[4], c[4]);
  return array(p[0], q[1], r[2], s[0], t[1], p[2], q[0], r[1], s[2], t[0], p[1], q[2], r[0], s[1], t[2]);
}


fn butterfly18(x: array<vec2f, 18>) -> array<vec2f, 18> {
  let a = butterfly9(array(x[0], x[2], x[4], x[6], x[8], x[10], x[12], x[14], x[16]));
  let b = butterfly9(array(x[9], x[11], x[13], x[15], x[17], x[1], x[3], x[5], x[7]));
  let k = butterfly2(array(a[0], b[0]));
  let l = butterfly2(array(a[1], b[1]));
  let m = butterfly2(array(a[2], b[2]));
  let n = butterfly2(array(a[3], b[3]));
  let o = butterfly2(array(a[4], b[4]));
  let p = butterfly2(array(a[5], b[5]));
  let q = butterfly2(array(a[6], b[6]));
  let r = butterfly2(array(a[7], b[7]));
  let s = butterfly2(array(a[8], b[8]));
  return array(
    k[0], l[1], m[0], n[1], o[0], p[1], q[0], r[1], s[0], k[1], l[0], m[1], n[0], o[1], p[0], q[1], r[0], s[1],
  );
}

fn butterfly20(x: array<vec2f, 20>) -> array<vec2f, 20> {
  let a = butterfly5(array(x[0], x[4], x[8], x[12], x[16]));
  let b = butterfly5(array(x[5], x[9], x[13], x[17], x[1]));
  let c = butterfly5(array(x[10], x[14], x[18], x[2], x[6]));
  let d = butterfly5(array(x[15], x[19], x[3], x[7], x[11]));
  let k = dft4(a[0], b[0], c[0], d[0]);
  let l = dft4(a[1], b[1], c[1], d[1]);
  let m = dft4(a[2], b[2], c[2], d[2]);
  let n = dft4(a[3], b[3], c[3], d[3]);
  let o = dft4(a[4], b[4], c[4], d[4]);
  return array(
    k[0], l[1], m[2], n[3], o[0], k[1], l[2], m[3], n[0], o[1], k[2], l[3], m[0], n[1], o[2], k[3], l[0], m[1], n[2],
    o[3],
  );
}

fn butterfly21(x: array<vec2f, 21>) -> array<vec2f, 21> {
  let a = butterfly7(array(x[0], x[3], x[6], x[9], x[12], x[15], x[18]));
  let b = butterfly7(array(x[7], x[10], x[13], x[16], x[19], x[1], x[4]));
  let c = butterfly7(array(x[14], x[17], x[20], x[2], x[5], x[8], x[11]));
  let k = dft3(a[0], b[0], c[0]);
  let l = dft3(a[1], b[1], c[1]);
  let m = dft3(a[2], b[2], c[2]);
  let n = dft3(a[3], b[3], c[3]);
  let o = dft3(a[4], b[4], c[4]);
  let p = dft3(a[5], b[5], c[5]);
  let q = dft3(a[6], b[6], c[6]);
  return array(
    k[0], l[1], m[2], n[0], o[1], p[2], q[0], k[1], l[2], m[0], n[1], o[2], p[0], q[1], k[2], l[0], m[1], n[2], o[0],
    p[1], q[2],
  );
}

fn butterfly24(x: array<vec2f, 24>) -> array<vec2f, 24> {
  let a = dft8(x[0], x[3], x[6], x[9], x[12], x[15], x[18], x[21]);
  let b = dft8(x[8], x[11], x[14], x[17], x[20], x[23], x[2], x[5]);
  let c = dft8(x[16], x[19], x[22], x[1], x[4], x[7], x[10], x[13]);
  let k = dft3(a[0], b[0], c[0]);
  let l = dft3(a[1], b[1], c[1]);
  let m = dft3(a[2], b[2], c[2]);
  let n = dft3(a[3], b[3], c[3]);
  let o = dft3(a[4], b[4], c[4]);
  let p = dft3(a[5], b[5], c[5]);
  let q = dft3(a[6], b[6], c[6]);
  let r = dft3(a[7], b[7], c[7]);
  return array(
    k[0], l[1], m[2], n[0], o[1], p[2], q[0], r[1], k[2], l[0], m[1], n[2], o[0], p[1], q[2], r[0], k[1], l[2], m[0],
    n[1], o[2], p[0], q[1], r[2],
  );
}

// Products with a common factor

fn butterfly25(x: array<vec2f, 25>) -> array<vec2f, 25> {
  let w1 = vec2f(0.9685831611286311, -0.2486898871648548);
  let w2 = vec2f(0.8763066800438636, -0.4817536741017153);
  let w3 = vec2f(0.7289686274214116, -0.6845471059286886);
  let w4 = vec2f(0.5358267949789965, -0.8443279255020151);
  let w6 = vec2f(0.06279051952931353, -0.9980267284282716);
  let w8 = vec2f(-0.4257792915650727, -0.9048270524660195);
  let w9 = vec2f(-0.6374239897486897, -0.7705132427757893);
  let w12 = vec2f(-0.9921147013144778, -0.12533323356430454);
  let w16 = vec2f(-0.6374239897486895, 0.7705132427757894);
  let a = butterfly5(array(x[0], x[5], x[10], x[15], x[20]));
  let b = butterfly5(array(x[1], x[6], x[11], x[16], x[21]));
  let c = butterfly5(array(x[2], x[7], x[12], x[17], x[22]));
  let d = butterfly5(array(x[3], x[8], x[13], x[18], x[23]));
  let e = butterfly5(array(x[4], x[9], x[14], x[19], x[24]));
  let k = butterfly5(array(a[0], b[0], c[0], d[0], e[0]));
  let l = butterfly5(array(a[1], mul(b[1], w1), mul(c[1], w2), mul(d[1], w3), mul(e[1], w4)));
  let m = butterfly5(array(a[2], mul(b[2], w2), mul(c[2], w4), mul(d[2], w6), mul(e[2], w8)));
  let n = butterfly5(array(a[3], mul(b[3], w3), mul(c[3], w6), mul(d[3], w9), mul(e[3], w12)));
  let o = butterfly5(array(a[4], mul(b[4], w4), mul(c[4], w8), mul(d[4], w12), mul(e[4], w16)));
  return array(
    k[0], l[0], m[0], n[0], o[0], k[1], l[1], m[1], n[1], o[1], k[2], l[2], m[2], n[2], o[2], k[3], l[3], m[3], n[3],
    o[3], k[4], l[4], m[4], n[4], o[4],
  );
}

fn butterfly27(x: array<vec2f, 27>) -> array<vec2f, 27> {
  let w1 = vec2f(0.9730448705798238, -0.23061587074244017);
  let w2 = vec2f(0.8936326403234123, -0.44879918020046217);
  let w3 = vec2f(0.766044443118978, -0.6427876096865393);
  let w4 = vec2f(0.5971585917027862, -0.8021231927550437);
  let w5 = vec2f(0.3960797660391569, -0.918216106880274);
  let w6 = vec2f(0.17364817766693041, -0.984807753012208);
  let w7 = vec2f(-0.058144828910475774, -0.9983081582712682);
  let w8 = vec2f(-0.2868032327110902, -0.9579895123154889);
  let w10 = vec2f(-0.6862416378687335, -0.7273736415730488);
  let w12 = vec2f(-0.9396926207859083, -0.3420201433256689);
  let w14 = vec2f(-0.993238357741943, 0.11609291412523012);
  let w16 = vec2f(-0.8354878114129365, 0.549508978070806);
  let a = butterfly9(array(x[0], x[3], x[6], x[9], x[12], x[15], x[18], x[21], x[24]));
  let b = butterfly9(array(x[1], x[4], x[7], x[10], x[13], x[16], x[19], x[22], x[25]));
  let c = butterfly9(array(x[2], x[5], x[8], x[11], x[14], x[17], x[20], x[23], x[26]));
  let k = dft3(a[0], b[0], c[0]);
  let l = dft3(a[1], mul(b[1], w1), mul(c[1], w2));
  let m = dft3(a[2], mul(b[2], w2), mul(c[2], w4));
  let n = dft3(a[3], mul(b[3], w3), mul(c[3], w6));
  let o = dft3(a[4], mul(b[4], w4), mul(c[4], w8));
  let p = dft3(a[5], mul(b[5], w5), mul(c[5], w10));
  let q = dft3(a[6], mul(b[6], w6), mul(c[6], w12));
  let r = dft3(a[7], mul(b[7], w7), mul(c[7], w14));
  let s = dft3(a[8], mul(b[8], w8), mul(c[8], w16));
  return array(
    k[0], l[0], m[0], n[0], o[0], p[0], q[0], r[0], s[0], k[1], l[1], m[1], n[1], o[1], p[1], q[1], r[1], s[1], k[2],
    l[2], m[2], n[2], o[2], p[2], q[2], r[2], s[2],
  );
}
