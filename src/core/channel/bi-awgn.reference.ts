import { normals, philox } from "../random/philox.ts";

/** y[k] = 2b[k] − 1 + σ·w[k] for the bits of frame `frame`, and its LLRs 2y[k]/σ². */
export function transmit(
  bits: ArrayLike<number>,
  frame: number,
  { noiseVariance, seed }: { noiseVariance: number; seed: number },
): { y: Float64Array; llr: Float64Array } {
  const quarter = Math.ceil(bits.length / 4);
  const y = Float64Array.from(bits, (bit, k) => {
    const words = philox([k % quarter, frame, 0, 0], [seed, 17]);
    const pair = k < 2 * quarter ? normals(words[0], words[1]) : normals(words[2], words[3]);
    return 2 * bit - 1 + Math.sqrt(noiseVariance) * pair[Math.floor(k / quarter) % 2];
  });
  return { y, llr: y.map((value) => (2 * value) / noiseVariance) };
}
