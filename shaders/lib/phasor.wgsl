// Angles as 32-bit fractions of a turn: they wrap automatically, and n · step is exact for every n.

// e^{+j2π·turns/2^32} to 1e-7; WGSL's sin and cos are accurate only to 2^-11. Reduction to the nearest quarter turn,
// and polynomials for the rest, |x| ≤ π/4 (S. Moshier's Cephes, sinf and cosf).
fn phasor(turns: u32) -> vec2f {
  let quadrant = (turns + 0x20000000u) >> 30u;
  let x = f32(bitcast<i32>(turns - (quadrant << 30u))) * 1.4629180792671596e-9; // 2π/2^32
  let z = x * x;
  let s = x + x * z * ((-1.9515295891e-4 * z + 8.3321608736e-3) * z - 1.6666654611e-1);
  let c = 1.0 - 0.5 * z + z * z * ((2.443315711809948e-5 * z - 1.388731625493765e-3) * z + 4.166664568298827e-2);
  let e = select(vec2f(c, s), vec2f(-s, c), (quadrant & 1u) == 1u);
  return select(e, -e, quadrant >= 2u);
}

// radians/2π · 2^32, wrapped, for |radians| ≤ 4; within 1.1 of the true value.
// Both factors are split so that the leading product is exact.
fn turns(radians: f32) -> u32 {
  let high = bitcast<f32>(bitcast<u32>(radians) & 0xfffff000u);
  let lead = high * 0.1591796875; // 1/2π, rounded to 163/1024
  let rest = high * -2.4744408104654392e-5 + (radians - high) * 0.15915494309189535;
  let wrapped = bitcast<u32>(i32(round((lead - round(lead)) * 4294967296.0)));
  return wrapped + bitcast<u32>(i32(round(rest * 4294967296.0)));
}

// n·radians/2π · 2^32, wrapped, within 2 of the true value for n ≤ 2^17 and |radians| ≤ 3.
// The factors are split so that all products but the smallest are exact. Fractions of a step count too.
fn turnsAfter(n: u32, radians: f32) -> u32 {
  let high = bitcast<f32>(bitcast<u32>(radians) & 0xfffff000u);
  let low = radians - high;
  let lead = 0.1591796875;            // 1/2π = lead + middle + rest
  let middle = -2.4743378162384033e-5;
  let rest = -1.0299422703587e-9;
  let products = 4294967296.0 * vec4f(high * lead, low * lead, high * middle, low * middle + radians * rest);
  let whole = floor(products);
  let parts = bitcast<vec4u>(vec4i(whole));
  let fractions = products - whole;
  let fraction = (fractions.x + fractions.y) + (fractions.z + fractions.w);
  return n * (parts.x + parts.y + parts.z + parts.w) + u32(round(f32(n) * fraction));
}
