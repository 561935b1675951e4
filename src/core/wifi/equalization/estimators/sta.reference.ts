import { CARRIERS, correlated, energies, type ReferenceEstimator } from "../equalizer.reference.ts";

/** (1 − α)·H + α·(mean of Y/X over the used carriers up to β away), with the decided X. */
export function spectralTemporal(alpha = 0.5, reach = 2): ReferenceEstimator {
  return {
    tracked: true,
    begin: (training) => training,
    after(H, { carriers }, sent) {
      const power = energies(sent);
      const ratio = correlated(carriers, sent).map((value, i) => value / (power[i >> 1] || 1));
      return H.map((value, i) => {
        const near = CARRIERS.flatMap((carrier, bin) =>
          power[bin] > 0 && Math.abs(carrier - CARRIERS[i >> 1]) <= reach ? [ratio[2 * bin + (i % 2)]] : [],
        );
        if (power[i >> 1] === 0) return value;
        return (1 - alpha) * value + (alpha * near.reduce((sum, one) => sum + one)) / near.length;
      });
    },
  };
}
