import type { Burst } from "../detection.ts";
import { filtered, transformed, type Transformed } from "./band-filter.ts";
import { type Bins, signalBins, bandwidthsOf } from "./bandwidth.ts";
import { burstEdges } from "./burst-edges.ts";
import { type Rates, symbolRatesOf } from "./rates.ts";
import { type PartSpectrum, partSpectrum, runningSums } from "./spectrum.ts";
import { middleOfLobe, slowSides, zerosOf } from "./wide-sides.ts";

/** Smallest bandwidth in the SNR, Hz: a tone has one too. */
const LEAST_BANDWIDTH = 2000;
/** Standard deviation of the share of the power beside the band. */
const SIDES = 0.005;
/** Standard deviation of a line's place, in resolution cells. */
const LINE_SD = 0.1;
const DB = 10 / Math.LN10;
/** Share of the box around its middle that surely belongs to the signal. */
const CORE = 0.5;

/** What is measured of a burst without knowing its class. Frequencies count from the recording's centre. */
export interface MeasuredBand {
  /** Samples [start, stop) of the burst, and their standard deviations. */
  start: number;
  stop: number;
  startSd: number;
  stopSd: number;
  centreHz: number;
  centreSdHz: number;
  /** Between the 0.5 and 99.5 % points of the noise-subtracted power. */
  bandwidthHz: number;
  /** Null where a line dominates. */
  bandwidthSdHz: number | null;
  /** Between the outermost half-power points; null where a line dominates. */
  bandwidth3dBHz: number | null;
  bandwidth3dBSdHz: number | null;
  /** A line with a fifth of the power or more, Hz. */
  lineHz: number | null;
  /** Power over the noise in the bandwidth, at least 2 kHz. */
  snrDb: number;
  /** Null where the bandwidth's is. */
  snrSdDb: number | null;
  powerDbfs: number;
  powerSdDb: number;
}

/** The same with lines that tell symbol rates and carriers. */
export interface MeasuredBurst extends MeasuredBand, Rates {}

/** Measures a burst in float64. Its noise density, and a part of its band, come from where it was found. */
export function measureBurst(burst: Burst): MeasuredBurst {
  const all = transformed(burst);
  const measured = bandMeasured(burst, all);
  return { ...measured, ...symbolRatesOf(burst, all, measured) };
}

/** Measures a burst as {@link measureBurst} does, without rates. */
export const measureBand = (burst: Burst): MeasuredBand => bandMeasured(burst, transformed(burst));

function bandMeasured(burst: Burst, all: Transformed): MeasuredBand {
  const { sampleRateHz, noiseDensity, widthHz, passHz } = burst;
  const found = { start: burst.start, stop: burst.stop };
  const roughBand = signalIn(partSpectrum(burst, found.start, found.stop), widthHz);
  const [lowHz, highHz] = widened(roughBand, passHz);
  const inBand = filtered(all, [lowHz, highHz]);
  const noise = noiseDensity * (highHz - lowHz);
  const edges = burstEdges(inBand, noise, sampleRateHz / (highHz - lowHz), found);
  const { start, stop } = edges;
  const spectrum = partSpectrum(burst, start, stop);
  const { band } = signalIn(spectrum, widthHz);
  const pass = middleBins(spectrum, passHz);
  const { lower, upper, edgeSd, half, halfSd, total, totalSd, line } = bandwidthsOf(spectrum, band, pass);
  const { bin } = spectrum;
  const toHz = (place: number) => burst.centreHz + (place - 0.5 - spectrum.power.length / 2) * bin;
  const bandwidthHz = (upper - lower) * bin;
  const noisePower = noiseDensity * Math.max(LEAST_BANDWIDTH, bandwidthHz);
  const snr = Math.max(total, 1e-3 * noisePower) / noisePower;
  const values = Math.max(1, (bandwidthHz * (stop - start)) / sampleRateHz);
  // Relative errors of the power: from noise, from the edges, and from the sides that are left out. The noise density and the bandwidth err, too.
  const { noiseSd = 0 } = burst;
  const powerSd = Math.hypot(
    Math.sqrt((2 / snr + 1 / snr ** 2) / values),
    Math.hypot(edges.startSd, edges.stopSd) / (stop - start),
    noiseSd / snr,
    totalSd / noisePower / snr,
    SIDES,
  );
  const isNarrow = bandwidthHz <= LEAST_BANDWIDTH;
  // Beside a line, most of the wide sides lies under the noise, and nothing shows how much.
  const bandwidthSdHz = line === null ? edgeSd * Math.SQRT2 * bin : null;
  const noiseBandSd = isNarrow ? 0 : bandwidthSdHz && bandwidthSdHz / bandwidthHz;
  return {
    ...edges,
    centreHz: toHz((lower + upper) / 2),
    // A line is found within a share of its cell.
    centreSdHz: line === null ? (edgeSd / Math.SQRT2) * bin : spectrum.cell * bin * LINE_SD,
    bandwidthHz,
    bandwidthSdHz,
    bandwidth3dBHz: half === null ? null : half * bin,
    bandwidth3dBSdHz: halfSd === null ? null : halfSd * bin,
    lineHz: line === null ? null : toHz(line),
    snrDb: 10 * Math.log10(snr),
    snrSdDb: noiseBandSd === null ? null : DB * Math.hypot(powerSd, noiseSd, noiseBandSd),
    powerDbfs: 10 * Math.log10(snr * noisePower),
    powerSdDb: DB * powerSd,
  };
}

/** The spectrum of a burst in a wider cut, and its middle there. */
function wideSpectrum(burst: Burst, measured: MeasuredBand, wide: Burst): { spectrum: PartSpectrum; middle: number } {
  const sampleOf = (at: number) => (burst.first + burst.decimation * at - wide.first) / wide.decimation;
  const spectrum = partSpectrum(wide, sampleOf(measured.start), sampleOf(measured.stop));
  const middleHz = measured.lineHz ?? measured.centreHz;
  return { spectrum, middle: spectrum.power.length / 2 + 0.5 + (middleHz - wide.centreHz) / spectrum.bin };
}

/**
 * Returns the same burst at the middle of the main lobe that a wider cut of it shows in its box. Another signal's lobes may reach one side of the box, and move the middle of the band.
 *
 * @param symbolRateHz Half of its width.
 */
export function atMainLobe(burst: Burst, measured: MeasuredBand, wide: Burst, symbolRateHz: number): MeasuredBand {
  const { spectrum } = wideSpectrum(burst, measured, wide);
  const { power, bin } = spectrum;
  const place = (hz: number) => power.length / 2 + 0.5 + (hz - wide.centreHz) / bin;
  const [from, to] = [-1, 1].map((side) => Math.round(place(burst.centreHz + (side * burst.widthHz) / 2)));
  const middle = middleOfLobe(spectrum, { from, to }, symbolRateHz / bin);
  return { ...measured, centreHz: measured.centreHz + (middle - place(measured.centreHz)) * bin };
}

/** Share of the power of pulses that are rectangles in their main lobe. */
const MAIN_LOBE = 0.9028;

/** Returns the power of a burst whose pulses are rectangles, from its main lobe: other signals may fill its sides. */
export function powerOfMainLobe(burst: Burst, measured: MeasuredBand, wide: Burst, symbolRateHz: number): number {
  const { spectrum, middle } = wideSpectrum(burst, measured, wide);
  const { power, bin, noise } = spectrum;
  const [from, to] = [-1, 1].map((side) => Math.round(middle + (side * symbolRateHz) / bin));
  const sums = runningSums(power);
  const within = (at: number) => sums[Math.max(0, Math.min(power.length, at))];
  return (within(to) - within(from) - noise * (to - from)) / MAIN_LOBE;
}

/**
 * Returns a burst's 99 % bandwidth, centre, power and SNR with the sides that a wider cut of it shows.
 *
 * @param symbolRateHz Without a line in the spectrum it may be a rough one.
 */
export function withSides(burst: Burst, measured: MeasuredBand, wide: Burst, symbolRateHz: number): MeasuredBand {
  const { spectrum, middle } = wideSpectrum(burst, measured, wide);
  const { bin } = spectrum;
  const sides = slowSides(spectrum, {
    middle,
    half: measured.bandwidthHz / 2 / bin,
    lobe: measured.lineHz === null ? zerosOf(spectrum, middle, symbolRateHz / bin) : symbolRateHz / bin,
    pass: middleBins(spectrum, wide.passHz),
    most: (wide.sampleRateHz * wide.decimation) / 2 / bin,
  });
  if (!sides) return measured;
  const bandwidthHz = Math.min(wide.sampleRateHz * wide.decimation, 2 * sides.half * bin);
  const noisePower = wide.noiseDensity * Math.max(LEAST_BANDWIDTH, bandwidthHz);
  const snr = Math.max(sides.total, 1e-3 * noisePower) / noisePower;
  return {
    ...measured,
    centreHz: measured.lineHz ?? measured.centreHz,
    bandwidthHz,
    // Nothing shows how much lies under the noise.
    bandwidthSdHz: null,
    snrDb: 10 * Math.log10(snr),
    snrSdDb: null,
    powerDbfs: 10 * Math.log10(snr * noisePower),
  };
}

function middleBins({ power, bin }: PartSpectrum, width: number): Bins {
  const [middle, reach] = [power.length / 2, Math.min(power.length / 2, width / 2 / bin)];
  return { from: Math.round(middle - reach), to: Math.round(middle + reach) };
}

/** Returns the signal's band, in bins and in Hz from the burst's 0. */
function signalIn(spectrum: PartSpectrum, widthHz: number): { band: Bins; lowHz: number; highHz: number } {
  const { power, bin } = spectrum;
  const band = signalBins(spectrum, middleBins(spectrum, CORE * widthHz));
  return { band, lowHz: (band.from - power.length / 2) * bin, highHz: (band.to - power.length / 2) * bin };
}

/** Returns a band of at least 2 kHz, or of all that the cut passes. */
function widened({ lowHz, highHz }: Readonly<Record<"lowHz" | "highHz", number>>, passHz: number): [number, number] {
  const more = Math.max(0, Math.min(LEAST_BANDWIDTH, passHz) - (highHz - lowHz)) / 2;
  return [lowHz - more, highHz + more];
}
