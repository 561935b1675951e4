import { normals, philox } from "../../random/philox.ts";

/** Samples of a packet, complex: the symbols through the taps, and noise of the variance 1/γ. */
export function receivePacket(
  sent: Float64Array,
  taps: Float64Array,
  packet: number,
  {
    samplesPerSymbol,
    noiseVariance,
    isReal,
    seed,
    turns,
    guard,
  }: {
    samplesPerSymbol: 1 | 2;
    noiseVariance: number;
    isReal: boolean;
    seed: number;
    /** Cycles per symbol of each tap. */
    turns?: readonly number[];
    /** Symbols before symbol 0. */
    guard: number;
  },
): Float64Array {
  const count = (samplesPerSymbol * sent.length) / 2;
  const y = new Float64Array(2 * count);
  const sigma = Math.sqrt(isReal ? noiseVariance : noiseVariance / 2);
  for (let n = 0; n < count; n++) {
    for (let l = 0; l < taps.length / 2; l++) {
      const k = (n - l) / samplesPerSymbol;
      if (k < 0 || !Number.isInteger(k)) continue;
      const turn = turns?.[l] ?? 0;
      const start = turn === 0 ? 0 : philox([l, packet, 0, 0], [seed, 83])[0] / 2 ** 32;
      const angle = 2 * Math.PI * (start + turn * (k - guard));
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const re = taps[2 * l] * cos - taps[2 * l + 1] * sin;
      const im = taps[2 * l] * sin + taps[2 * l + 1] * cos;
      y[2 * n] += re * sent[2 * k] - im * sent[2 * k + 1];
      y[2 * n + 1] += re * sent[2 * k + 1] + im * sent[2 * k];
    }
    const words = philox([n >> 1, packet, 0, 0], [seed, 82]);
    const [a, b] = n % 2 ? normals(words[2], words[3]) : normals(words[0], words[1]);
    y[2 * n] += sigma * a;
    if (!isReal) y[2 * n + 1] += sigma * b;
  }
  return y;
}
