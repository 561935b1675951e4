import { fft } from "../../fft/fft.float64.ts";

/**
 * Equalizes the symbols of a stream with the middles of blocks of N samples, IDFT(C·DFT(y)) with C = conj(H)/(|H|² + N0). Block j starts at symbol
 * (N − 2D)·j − D, and not after the last whole block.
 *
 * @param received One sample per symbol, complex.
 */
export function equalizeOverlapping(
  received: Float64Array,
  taps: Float64Array,
  { length, drop, noiseVariance }: { length: number; drop: number; noiseVariance: number },
  { symbols, guard }: { symbols: number; guard: number },
): Float64Array {
  const padded = new Float64Array(2 * length);
  padded.set(taps);
  const H = fft(padded);
  const hop = length - 2 * drop;
  return Float64Array.from(
    Array.from({ length: symbols }).flatMap((_, k) => {
      const start = Math.min(guard + hop * Math.floor(k / hop) - drop, received.length / 2 - length);
      const Y = fft(received.slice(2 * start, 2 * (start + length)));
      const Z = new Float64Array(2 * length);
      for (let i = 0; i < 2 * length; i += 2) {
        const power = H[i] ** 2 + H[i + 1] ** 2 + noiseVariance;
        Z[i] = (H[i] * Y[i] + H[i + 1] * Y[i + 1]) / power;
        Z[i + 1] = (H[i] * Y[i + 1] - H[i + 1] * Y[i]) / power;
      }
      const at = 2 * (guard + k - start);
      return [...fft(Z, true).subarray(at, at + 2)];
    }),
  );
}
