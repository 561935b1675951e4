// The quotients of the frequency-domain equalizers, Y = X·D·conj(H)/(|H|² + w·σ̂²), in 16 bins of an invocation. Only every second output is
// needed, so bins k and k + N/2 alias: the result is a pair of 8 points each, for one or two sets of weights w.
// Needs lib/fft, lib/complex, and a kernel's bindings response and weights.
override SETS: u32; // of weights: 1 or 2

// X and H at bins first + j·N/16, and σ̂².
fn foldedQuotients(x: Points, h: Points, first: u32, bins: u32, variance: f32) -> Points {
  var y: Points;
  for (var j = 0u; j < 8u; j++) {
    let k = first + j * (bins / 16u);
    let l = k + bins / 2u;
    let a = matchedBin(x[j], h[j], k);
    let b = matchedBin(x[j + 8u], h[j + 8u], l);
    let powers = vec2f(dot(h[j], h[j]), dot(h[j + 8u], h[j + 8u]));
    y[j] = divided(a, powers.x + weights[k] * variance) + divided(b, powers.y + weights[l] * variance);
    if (SETS == 2u) {
      y[j + 8u] = divided(a, powers.x + weights[bins + k] * variance) + divided(b, powers.y + weights[bins + l] * variance);
    }
  }
  return y;
}

// X·D·conj(H) in bin k
fn matchedBin(x: vec2f, h: vec2f, k: u32) -> vec2f {
  return mulConj(x, h) * response[k];
}

// Without a packet there is no channel and no noise.
fn divided(x: vec2f, power: f32) -> vec2f {
  return select(vec2f(), x * (1.0 / power), power > 0.0);
}
