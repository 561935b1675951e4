const [tone, pilot] = [1000, 19_000].map((frequency) => 2 * Math.PI * frequency);

/** Returns complex samples of an FM station of 75 kHz deviation where only left has a tone, of 1 kHz: its phase in closed form. */
export function leftTone(rate: number, samples: number): Float64Array {
  const x = new Float64Array(2 * samples);
  for (let n = 0; n < samples; n++) {
    const t = n / rate;
    const [lower, upper] = [2 * pilot - tone, 2 * pilot + tone];
    const sum = (0.36 * Math.sin(tone * t)) / tone;
    const difference = 0.18 * (Math.cos(upper * t) / upper + Math.cos(lower * t) / lower);
    const phase = 2 * Math.PI * 75_000 * (sum - (0.1 * Math.cos(pilot * t)) / pilot - difference);
    x.set([Math.cos(phase), Math.sin(phase)], 2 * n);
  }
  return x;
}

/** Returns by how many dB the tone is stronger at left than at right, over 50 of its periods in the second half. */
export function separation(audio: ArrayLike<number>, rate: number): number {
  const first = 2 * Math.floor(audio.length / 4);
  const count = Math.round((50 * rate) / 1000);
  const [left, right] = [0, 1].map((side) => {
    let [re, im] = [0, 0];
    for (let n = 0; n < count; n++) {
      re += audio[first + 2 * n + side] * Math.cos((tone * n) / rate);
      im += audio[first + 2 * n + side] * Math.sin((tone * n) / rate);
    }
    return Math.hypot(re, im);
  });
  return 20 * Math.log10(left / right);
}
