import type { Burst } from "../detection.ts";
import { fitRectangles } from "../synchronizing/rectangles.ts";
import { type Classified, classifiedAs, DOUBT } from "./classify.ts";
import { lineSd } from "./keying.ts";

/** What is known of a burst: where it lies in the samples, and Hz from the recording's centre. */
interface KnownBand {
  start: number;
  stop: number;
  centreHz: number;
  bandwidth3dBHz: number;
  /** Mean power with the lobes. */
  power: number;
}

/** −3 dB bandwidth of rectangular symbols, in symbol rates. */
export const RECTANGLE_WIDTH_3DB = 0.886;

/** Symbols that decide, and the fewest ones. */
const [SYMBOLS, FEWEST] = [1200, 50];
/** Share of the power that symbols which are rectangles hold, from which they are as likely as others, and its standard deviation. MSK's hold 87 % after the filter, edges of 0.4 symbols 96 %. */
const [HELD, HELD_SD] = [0.92, 0.01];
/** Noise that half of the right classes show beyond what is under them, dB; and the SNR of symbols beyond which more does not help, since edges take time. */
const [EXCESS_DB, MOST_DB] = [5, 22];
/** Advantage of symbols of which the class is as likely as none, nats, and its standard deviation. */
const [ADVANTAGE, ADVANTAGE_SD] = [0.7, 0.05];

/** Share of the power that wrong carriers lose, e-fold. One an eighth of the symbol rate away, as of pi/4-DQPSK for QPSK, loses 5 %. */
const LOSS = 0.005;

/** Largest distance of a carrier from the middle of its main lobe, in symbol rates, and most power over the burst's: the lobes of another signal show its symbols, too. */
const [OFF_CENTRE, MOST_HELD] = [0.15, 1.4];

const logistic = (value: number) => 1 / (1 + Math.exp(-value));

/**
 * Names phases, or QAM, without a filter: their lobes show wrong symbol rates to the usual tests. Pulses that are rectangles are integrated over each symbol,
 * and likelihoods decide.
 *
 * @param burst Cut with its lobes.
 * @returns Undefined if its symbols are no rectangles, or too few.
 */
export function classifyUnfiltered(
  burst: Burst,
  { start, stop, centreHz, bandwidth3dBHz, power }: KnownBand,
): Classified | undefined {
  const { sampleRateHz, noiseDensity } = burst;
  const roughHz = bandwidth3dBHz / RECTANGLE_WIDTH_3DB;
  const [first, last] = [Math.max(0, Math.round(start)), Math.min(burst.samples.length / 2, Math.round(stop))];
  if ((last - first) * roughHz < FEWEST * sampleRateHz) return undefined;
  const signal = { samples: burst.samples.subarray(2 * first, 2 * last), sampleRateHz };
  const fits = fitRectangles(signal, { symbolRateHz: roughHz, centreHz: centreHz - burst.centreHz }, SYMBOLS);
  const [best] = fits;
  const noise = noiseDensity * best.symbolRateHz;
  const held = (best.power - noise) / power;
  const symbolDb = 10 * Math.log10(power / noise);
  const excessDb = 10 * Math.log10(best.fit.noise / (1 - best.fit.noise)) + Math.min(MOST_DB, symbolDb);
  const isHeld = logistic((held - HELD) / HELD_SD) * logistic((best.fit.advantage - ADVANTAGE) / ADVANTAGE_SD);
  const explained = isHeld * logistic(EXCESS_DB - excessDb);
  const offHz = Math.abs(burst.centreHz + best.carrierHz - centreHz);
  if (isHeld < 0.5 || held > MOST_HELD || offHz > OFF_CENTRE * best.symbolRateHz) return undefined;
  const symbols = Math.min(SYMBOLS, ((last - first) * best.symbolRateHz) / sampleRateHz);
  // Symbols share their errors of timing, so fewer count as independent.
  const most = Math.max(...fits.map((fit) => fit.power));
  const shares = fits.map(({ fit, power: mean }) => {
    const likelihood = ((fit.advantage - best.fit.advantage) * symbols) / 4;
    return Math.exp(Math.max(-50, likelihood - (1 - mean / most) / LOSS));
  });
  const sum = shares.reduce((total, share) => total + share);
  const likely = fits.map((fit, i) => ({
    class: fit.class,
    confidence: ((1 - DOUBT) * explained * fit.symmetry * shares[i]) / sum,
  }));
  const evidence = [
    `Symbols that are rectangles at ${(best.symbolRateHz / 1000).toPrecision(5)} kHz hold ${(100 * held).toFixed(0)} % of the power; ${best.class} gains ${best.fit.advantage.toFixed(2)} nats per symbol over noise.`,
  ];
  return classifiedAs(burst, likely, {
    evidence,
    valuesOf: (name) => {
      const { carrierHz, symbolRateHz, strength } = fits.find((fit) => fit.class === name)!;
      const rate = lineSd((last - first) / sampleRateHz, strength) / (name === "OQPSK" ? 2 : 1);
      return { carrierOffsetHz: burst.centreHz + carrierHz, symbolRateHz, symbolRateSdHz: rate };
    },
  });
}
