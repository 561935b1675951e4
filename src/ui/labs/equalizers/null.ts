import type { SpectrumFigure } from "#core/telemetry/experiment/figures/spectrum.ts";

/** Half the signal's bandwidth, MHz: it contains 99 % of the power of SOQPSK-TG at 10.3125 Mbit/s. */
const HALF_BAND_MHZ = 5;
/** A dip counts as a null if its gain is this far below the largest gain in the band, dB. */
const NULL_DB = 6;

/** Returns the largest gain in the signal's band, its minima there, and the gain at the carrier. */
export function gainsInBand({ frequencyMHz, responseDb }: Pick<SpectrumFigure, "frequencyMHz" | "responseDb">) {
  const within = [...frequencyMHz.keys()].filter((i) => Math.abs(frequencyMHz[i]) <= HALF_BAND_MHZ);
  const highest = within.reduce((best, i) => (responseDb[i] > responseDb[best] ? i : best));
  const [first, last] = [within[0], within[within.length - 1]];
  const minima = within.filter(
    (i) => i > first && i < last && responseDb[i] < responseDb[i - 1] && responseDb[i] <= responseDb[i + 1],
  );
  return { highest, minima, carrier: frequencyMHz.indexOf(0) };
}

/** Returns the deepest null of the channel inside the signal's band, or undefined if no dip is deep enough. */
export function findNull({ frequencyMHz, responseDb }: SpectrumFigure): { mhz: number; depthDb: number } | undefined {
  let [lowest, highest, at] = [Infinity, -Infinity, 0];
  for (const [i, mhz] of frequencyMHz.entries()) {
    if (Math.abs(mhz) > HALF_BAND_MHZ) continue;
    highest = Math.max(highest, responseDb[i]);
    if (responseDb[i] < lowest) [lowest, at] = [responseDb[i], mhz];
  }
  return highest - lowest >= NULL_DB ? { mhz: at, depthDb: lowest - highest } : undefined;
}
