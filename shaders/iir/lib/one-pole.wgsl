// One pole for iir/tiled, y[n] = a·x[n] + p·y[n−1]: a prefix sum over the samples, weighted with powers of p. The state is y:
// one number, or two for a complex pole. QUADS = 1.
// params.forward[0].xy: a. params.backward[0]: p, and what float32 leaves of it.
// Needs lib/complex.

// Of real numbers where there is one to a state.
fn weighed(a: vec2f, x: vec2f) -> vec2f {
  if (PARTS == 1u) { return vec2f(a.x * x.x, 0.0); }
  return mul(a, x);
}

fn withSample(gain: vec4f, x: vec2f, sum: vec4f) -> vec4f {
  return vec4f(sum.xy + weighed(gain.xy, x), 0.0, 0.0);
}

fn stepped(x: vec2f, before: State) -> Step {
  let y = before[0].xy;
  let p = params.backward[0];
  let next = weighed(p.xy, y) + (weighed(p.zw, y) + weighed(params.forward[0].xy, x));
  var s = State();
  s[0] = vec4f(next, 0.0, 0.0);
  return Step(next, s);
}
