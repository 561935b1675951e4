import { LINEAR_KINDS, type LinearClass } from "./constellations.ts";
import { instantOf } from "./edges.ts";
import { type Fit, fitOf } from "./likelihood.ts";
import { type Clock, fitLinear, matchedTo, partOfBurst, symbolsOf } from "./linear.ts";
import { levelOf, rectangle, RECTANGLE_WIDTH } from "./matched.ts";
import { symmetryOf } from "./symmetry.ts";
import { burstBandOf, burstSpectrumOf, type Sampled, type Spectrum, strongestLine } from "./spectrum.ts";

/** How well symbols that are rectangles explain a burst as one of the classes. */
export interface RectangleFit {
  class: LinearClass | "OQPSK";
  fit: Fit;
  /** Probability that the symbols have the symmetry of their class. */
  symmetry: number;
  /** Mean power of the symbols, with their noise. Only of rectangles it is all of the signal's power. */
  power: number;
  carrierHz: number;
  symbolRateHz: number;
  /** Of the line at the symbol rate, or of OQPSK at twice that rate. */
  strength: number;
}

/** Rates around which the symbol rate is searched, over the rough one, and how far: lines in the spectrum of few symbols narrow its main lobe. */
const [AROUND, LOWEST, HIGHEST] = [[1, 1.5], 0.7, 1.45];
const RECTANGLES = ["rectangle"] as const;
/** Amplitude of a rectangle that its filter passes. */
const PASSED = 0.966;

/**
 * Fits symbols whose pulses are rectangles, without a filter. A mean over a symbol loses power where it holds a change of phase, so its power
 * has a line at the symbol rate. OQPSK changes twice per symbol: averages over half a symbol have a line at twice the symbol rate.
 *
 * @param signal The burst with its side lobes.
 * @param rough The symbol rate within a quarter, and about the carrier, Hz.
 * @param most Symbols that decide, in the middle of the burst.
 * @returns The fits of all classes, the best one first.
 */
export function fitRectangles(
  signal: Sampled,
  rough: { symbolRateHz: number; centreHz: number },
  most: number,
): RectangleFit[] {
  const spectrum = burstSpectrumOf(signal);
  const clockOf = (changes: 1 | 2) => {
    const clocks = AROUND.map((ratio) => clockOfMeans(spectrum, ratio * changes * rough.symbolRateHz, rough.centreHz));
    const clock = clocks.reduce((a, b) => (b.strength > a.strength ? b : a));
    return partOfBurst(signal, clock, changes * most);
  };
  const clock = clockOf(1);
  const names = Object.keys(LINEAR_KINDS) as LinearClass[];
  const kinds = names.map((name) => LINEAR_KINDS[name]);
  const { symbolRateHz, strength } = clock;
  const fits = fitLinear(clock, kinds, most, RECTANGLES).map(({ fit, carrierHz, ...symbols }, i): RectangleFit => ({
    class: names[i],
    fit,
    symmetry: symmetryOf(symbols, kinds[i]),
    power: powerOf(clock, carrierHz),
    carrierHz,
    symbolRateHz,
    strength,
  }));
  return [...fits, fitInTurn(clockOf(2))].toSorted((a, b) => b.fit.advantage - a.fit.advantage);
}

/** Finds the clock of changes of phase near a rate: the power of means over the time between two of them is greatest between them. */
function clockOfMeans(spectrum: Spectrum, rateHz: number, centreHz: number): Clock {
  const band = burstBandOf(spectrum, {
    centreHz,
    widthHz: RECTANGLE_WIDTH * rateHz,
    leastRateHz: 2 * RECTANGLE_WIDTH * rateHz,
    gain: (hz) => rectangle(hz / rateHz),
  });
  const { samples, sampleRateHz } = band;
  const powers = new Float64Array(samples.length);
  let mean = 0;
  for (let i = 0; i < samples.length; i += 2) {
    powers[i] = samples[i] ** 2 + samples[i + 1] ** 2;
    mean += powers[i] / (samples.length / 2);
  }
  for (let i = 0; i < samples.length; i += 2) powers[i] -= mean;
  const product = { samples: powers, sampleRateHz };
  const line = strongestLine(product, LOWEST * rateHz, HIGHEST * rateHz);
  const instant = instantOf(line, spectrum.sampleRateHz);
  return { spectrum, symbolRateHz: line.hz, instant, centreHz, strength: line.strength, product };
}

/** Mean power of the symbols. */
const powerOf = (clock: Clock, carrierHz: number) =>
  (levelOf(symbolsOf(clock, carrierHz, matchedTo("rectangle")).symbols) / PASSED) ** 2;

/** Fits OQPSK: halves of symbols are on the points of QPSK, and I lasts for two of them, while Q is one later. */
function fitInTurn(clock: Clock): RectangleFit {
  const { points } = LINEAR_KINDS.QPSK;
  const [{ symbols: halves, carrierHz, line }] = fitLinear(clock, [LINEAR_KINDS.QPSK], undefined, RECTANGLES);
  const tried = [0, 1].map((late) => {
    const symbols = new Float64Array(2 * Math.max(1, Math.floor((halves.length / 2 - 1 - late) / 2)));
    for (let k = 0, i = 2 * late; k < symbols.length; k += 2, i += 4) {
      symbols[k] = (halves[i] + halves[i + 2]) / 2;
      symbols[k + 1] = (halves[i + 3] + halves[i + 5]) / 2;
    }
    return { symbols, fit: fitOf(symbols, points) };
  });
  const best = tried.reduce((a, b) => (b.fit.advantage > a.fit.advantage ? b : a));
  return {
    class: "OQPSK",
    fit: best.fit,
    symmetry: symmetryOf({ line, symbols: best.symbols }, LINEAR_KINDS.QPSK),
    // The halves have mean power 1.
    power: powerOf(clock, carrierHz) * levelOf(best.symbols) ** 2,
    carrierHz,
    symbolRateHz: clock.symbolRateHz / 2,
    strength: clock.strength,
  };
}
