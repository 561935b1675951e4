// Random numbers by their index n = first + i: the same for every size of pages. Needs lib/phase, lib/random.
const NOISE_STREAM = 48u;

fn noiseWords(seed: u32, first: vec2u, i: u32) -> vec4u {
  return philox(vec4u(phaseSum(first, vec2u(i, 0u)), 0u, 0u), vec2u(seed, NOISE_STREAM));
}

// Two standard normal numbers.
fn normalNoise(seed: u32, first: vec2u, i: u32) -> vec2f {
  return normals(noiseWords(seed, first, i).xy);
}

// Two numbers from −1 to 1.
fn uniformNoise(seed: u32, first: vec2u, i: u32) -> vec2f {
  return vec2f(noiseWords(seed, first, i).xy >> vec2u(8u)) * 1.1920928955078125e-7 - 1.0;
}

// Two numbers with the density e^{−|x|}/2.
fn laplacianNoise(seed: u32, first: vec2u, i: u32) -> vec2f {
  let words = noiseWords(seed, first, i);
  let signs = vec2f(words.zw >> vec2u(31u)) * 2.0 - 1.0;
  return signs * vec2f(negativeLog(words.x), negativeLog(words.y));
}
