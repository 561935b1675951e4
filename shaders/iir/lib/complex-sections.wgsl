// Cascade of second-order sections with complex coefficients for iir/tiled, PARTS = 2. Each is two sections of the first order,
// H = f + rz⁻¹/(1 − pz⁻¹):
//   y = fx + s, s ← rx + ps.
// Each pole is stored alone, so rounding moves it by one float32 step, even if the other pole lies near. A quad of the state
// holds the two states of a section.
// params.forward: f, r of each part. params.backward: p of both parts of each section.
// Needs lib/complex.

fn withSample(gain: vec4f, x: vec2f, sum: vec4f) -> vec4f {
  return sum + vec4f(mul(gain.xy, x), mul(gain.zw, x));
}

fn stepped(x: vec2f, before: State) -> Step {
  var s = before;
  var y = x;
  for (var k = 0u; k < QUADS; k++) {
    let first = params.forward[2u * k];
    let second = params.forward[2u * k + 1u];
    let poles = params.backward[k];
    let u = mul(first.xy, y) + s[k].xy;
    let v = mul(second.xy, u) + s[k].zw;
    s[k] = vec4f(mul(first.zw, y) + mul(poles.xy, s[k].xy), mul(second.zw, u) + mul(poles.zw, s[k].zw));
    y = v;
  }
  return Step(y, s);
}
