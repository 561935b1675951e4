import { type AdaptationSizes, createPacketReader, innerProduct } from "./gradient.reference.ts";

/** Estimates of recursive least squares, complex [K]. */
export function recursiveLeastSquares(
  packet: { received: Float64Array; sent: Float64Array },
  points: Float64Array,
  sizes: AdaptationSizes,
  { forgetting, start }: { forgetting: number; start: number },
): Float64Array {
  const reader = createPacketReader(packet, points, sizes);
  const size = sizes.forwardTaps + sizes.feedbackTaps;
  const x = Array.from({ length: size }, (): [number, number] => [0, 0]);
  // Rows of P*, so that their hermitianProduct product with v is P·v.
  const P = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j): [number, number] => [i === j ? start : 0, 0]),
  );
  const estimates = new Float64Array(2 * sizes.symbols);
  for (let k = 0; k < sizes.symbols; k++) {
    const v = reader.regressor(k);
    const z = innerProduct(x, v);
    estimates.set(z, 2 * k);
    const d = reader.wanted(k, z);
    if (sizes.hold && k >= sizes.training) continue;
    const g = P.map((row) => innerProduct(row, v));
    const denominator = forgetting + innerProduct(v, g)[0];
    const e = [d[0] - z[0], d[1] - z[1]];
    g.forEach(([a, b], i) => {
      x[i][0] += (a * e[0] + b * e[1]) / denominator;
      x[i][1] += (b * e[0] - a * e[1]) / denominator;
      g.forEach(([c, f], j) => {
        // P* ← (P* − (g·gᴴ)*/denominator)/λ
        P[i][j][0] = (P[i][j][0] - (a * c + b * f) / denominator) / forgetting;
        P[i][j][1] = (P[i][j][1] + (b * c - a * f) / denominator) / forgetting;
      });
    });
  }
  return estimates;
}
