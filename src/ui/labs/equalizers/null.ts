import type { SpectrumFigure } from "#core/telemetry/experiment/figures/spectrum.ts";

/** Half the band that the signal fills, MHz: 99 % of SOQPSK-TG's power at 10.3125 Mbit/s lies within. */
const HALF_BAND_MHZ = 5;
/** A dip is called a null when the channel is this much weaker there than at its best in the band, dB. */
const NULL_DB = 6;

/** The deepest dip of the channel inside the signal's band, if it is deep enough to be one. */
export function findNull({ frequencyMHz, responseDb }: SpectrumFigure): { mhz: number; depthDb: number } | undefined {
  let [lowest, highest, at] = [Infinity, -Infinity, 0];
  for (const [i, mhz] of frequencyMHz.entries()) {
    if (Math.abs(mhz) > HALF_BAND_MHZ) continue;
    highest = Math.max(highest, responseDb[i]);
    if (responseDb[i] < lowest) [lowest, at] = [responseDb[i], mhz];
  }
  return highest - lowest >= NULL_DB ? { mhz: at, depthDb: lowest - highest } : undefined;
}
