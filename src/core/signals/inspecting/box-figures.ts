import { zeroNonFinite } from "../../capture/finite.ts";
import type { RecordedSamples } from "../../capture/recording.ts";
import { fft } from "../../fft/fft.float64.ts";
import { windowValues } from "../../filter-design/windows.ts";
import type { Box } from "../detection.ts";
import { designCut } from "../finding/cutting/band-cut.ts";
import { cutRecording } from "../finding/burst.ts";
import { findPulses, type Pulses } from "./pulses.ts";

/** What a box of a recording holds. A complex tone of amplitude 1 has 0 dBFS. */
export interface BoxFigures {
  /** Mean power in the box's band, dBFS, and the same per Hz. */
  powerDbfs: number;
  densityDbfsPerHz: number;
  /** Largest power of a sample after the band's filter, dBFS. */
  peakDbfs: number;
  /** Frequency of the strongest bin in the band, Hz from the recording's centre, and the width of a bin. */
  strongestHz: number;
  resolutionHz: number;
  /** Density of the noise outside the box during its time: a low quantile, without its bias; null if the box fills the band. */
  noiseDbfsPerHz: number | null;
  /** Power of the band over the noise in it; null without a noise density. */
  snrDb: number | null;
  /** Power in the bands of equal width beside the box, dB from its own; null where the recording's band ends before. */
  lowerDb: number | null;
  upperDb: number | null;
  /** Pulses of the envelope in seconds; null if it has no two states. */
  pulses: Pulses | null;
  /** Samples from which the spectrum and the pulses come, from the box's first one on. */
  looked: number;
}

/** Most samples that are read. */
const MOST_SAMPLES = 2 ** 22;
/** Points of a transform; the box is at least this many bins wide where its duration allows. */
const [LEAST_POINTS, MOST_POINTS, BINS] = [16, 2 ** 15, 16];

/**
 * Measures a box: powers from Welch's spectrum with Blackman's window, pulses from the envelope of the filtered band.
 *
 * @param box Within the recording, at least 16 samples long.
 * @throws RangeError for a smaller box; CaptureError when the file has become shorter.
 */
export async function boxFigures(
  recording: RecordedSamples & { sampleRate: number; datatype: { complex: boolean } },
  box: Box,
  channel = 0,
): Promise<BoxFigures> {
  const { sampleRate } = recording;
  const looked = Math.min(box.stop - box.start, MOST_SAMPLES);
  if (!(looked >= LEAST_POINTS && box.highHz > box.lowHz)) {
    throw new RangeError(
      `signals/inspecting: the box must have at least ${LEAST_POINTS} samples and a width above 0 Hz`,
    );
  }
  const samples = await recording.read(box.start, looked, channel);
  zeroNonFinite(samples);
  const points = pointsFor(looked, (box.highHz - box.lowHz) / sampleRate);
  const { density, segments } = welchDensity(samples, points, sampleRate);
  const powerIn = (lowHz: number, highHz: number) => bandPower(density, sampleRate, lowHz, highHz);
  const { lowHz, highHz } = box;
  const width = highHz - lowHz;
  // Real samples have half of their power at negative frequencies.
  const [least, most, sides] = recording.datatype.complex
    ? [-sampleRate / 2, sampleRate / 2, 1]
    : [0, sampleRate / 2, 2];
  const power = sides * powerIn(lowHz, highHz);
  const beside = (from: number, to: number) =>
    from >= least && to <= most ? decibels((sides * powerIn(from, to)) / power) : null;
  const noise = noiseOutside(density, sampleRate, { lowHz: lowHz - width, highHz: highHz + width, least, segments });
  const inside = await envelopeOf(recording, { ...box, stop: box.start + looked }, channel);
  const pulses = findPulses(inside.envelope);
  return {
    powerDbfs: decibels(power),
    densityDbfsPerHz: decibels(power / sides / width),
    peakDbfs: decibels(sides * sides * inside.envelope.reduce((largest, value) => Math.max(largest, value * value), 0)),
    strongestHz: strongest(density, sampleRate, box),
    resolutionHz: sampleRate / points,
    noiseDbfsPerHz: noise === undefined ? null : decibels(noise),
    snrDb: noise === undefined ? null : decibels(Math.max(0, power / sides / (noise * width) - 1)),
    lowerDb: beside(lowHz - width, lowHz),
    upperDb: beside(highHz, highHz + width),
    pulses: pulses ? inSeconds(pulses, inside.rate) : null,
    looked,
  };
}

const decibels = (power: number) => 10 * Math.log10(Math.max(power, 1e-30));

function pointsFor(samples: number, width: number): number {
  const fine = 2 ** Math.ceil(Math.log2(BINS / width));
  const short = 2 ** Math.floor(Math.log2(samples));
  return Math.max(LEAST_POINTS, Math.min(MOST_POINTS, fine, short));
}

/** Power per Hz by Welch's method, negative frequencies first, and the number of segments. */
function welchDensity(samples: Float32Array, points: number, rate: number) {
  const window = windowValues("blackman", points, true);
  const scale = 1 / (rate * window.reduce((sum, value) => sum + value * value, 0));
  const density = new Float64Array(points);
  const segment = new Float64Array(2 * points);
  let segments = 0;
  for (let start = 0; start + points <= samples.length / 2; start += points / 2) {
    for (let i = 0; i < 2 * points; i++) segment[i] = samples[2 * start + i] * window[i >> 1];
    const X = fft(segment);
    for (let k = 0; k < points; k++) {
      const at = (k + points / 2) % points;
      density[at] += X[2 * k] ** 2 + X[2 * k + 1] ** 2;
    }
    segments++;
  }
  return { density: density.map((value) => (value * scale) / segments), segments };
}

/** Returns the frequency of a bin as near as possible to the middle of a band: what a band has beyond an end of the spectrum appears at the other. */
function frequencyNear(k: number, bins: number, rate: number, middleHz: number): number {
  const frequency = (k * rate) / bins - rate / 2;
  return frequency + rate * Math.round((middleHz - frequency) / rate);
}

/** Power between two frequencies; bins at the edges count in part. */
function bandPower(density: Float64Array, rate: number, lowHz: number, highHz: number): number {
  const bin = rate / density.length;
  return density.reduce((sum, value, k) => {
    const middle = frequencyNear(k, density.length, rate, (lowHz + highHz) / 2);
    const share = Math.min(middle + bin / 2, highHz) - Math.max(middle - bin / 2, lowHz);
    return share > 0 ? sum + value * share : sum;
  }, 0);
}

function strongest(density: Float64Array, rate: number, { lowHz, highHz }: Box): number {
  const middle = (lowHz + highHz) / 2;
  let [best, at] = [-1, middle];
  density.forEach((value, k) => {
    const frequency = frequencyNear(k, density.length, rate, middle);
    if (frequency >= lowHz && frequency <= highHz && value > best) [best, at] = [value, frequency];
  });
  return at;
}

/** The quantile of the densities that stands for the noise: up to nine tenths of the other band may hold signals. */
const QUANTILE = 0.1;
/** Its standard normal deviate. */
const DEVIATE = -1.2816;
/** Share of the band on each side in which a receiver's filter may already attenuate. */
const SKIRT = 0.05;

/**
 * A low quantile of the densities outside of a band, divided by the same quantile of a mean of `segments` exponential variables (Wilson and
 * Hilferty's approximation). Neighbouring segments, which overlap by half under Blackman's window, have a correlation of 0.09, so they count as
 * 0.984 of independent ones (Welch 1967).
 */
function noiseOutside(
  density: Float64Array,
  rate: number,
  { lowHz, highHz, least, segments }: { lowHz: number; highHz: number; least: number; segments: number },
): number | undefined {
  const bin = rate / density.length;
  const outside = density.filter((_, k) => {
    const frequency = k * bin - rate / 2;
    const isInside = frequency >= least && Math.abs(frequency) <= (0.5 - SKIRT) * rate;
    return isInside && (frequency < lowHz || frequency > highHz);
  });
  if (outside.length < 1 / QUANTILE) return undefined;
  const place = QUANTILE * (outside.length - 1);
  const found = outside.toSorted()[Math.round(place)];
  const shape = 9 * Math.max(1, 0.984 * segments);
  return found / (1 - 1 / shape + DEVIATE / Math.sqrt(shape)) ** 3;
}

/** The amplitude of a box's band, at four samples per cycle of its width. */
async function envelopeOf(
  recording: RecordedSamples & { sampleRate: number },
  box: Box,
  channel: number,
): Promise<{ envelope: Float64Array; rate: number }> {
  const cut = designCut(recording.sampleRate, box, { passHz: Math.min(recording.sampleRate, box.highHz - box.lowHz) });
  // Before the recording's first sample and after its last one the filter would show a step that is not in the signal.
  const whole = box.stop - box.start > 4 * cut.delay;
  const from = whole ? Math.max(box.start, cut.delay) : box.start;
  const stop = whole ? Math.min(box.stop, recording.samples - cut.delay) : box.stop;
  const count = Math.max(1, Math.floor((stop - from) / cut.decimation));
  const envelope = new Float64Array(count);
  let at = 0;
  for await (const piece of cutRecording(recording, cut, { from, count, channel })) {
    for (let m = 0; m < piece.length; m += 2) envelope[at++] = Math.hypot(piece[m], piece[m + 1]);
  }
  return { envelope, rate: recording.sampleRate / cut.decimation };
}

function inSeconds({ width, period, ...pulses }: Pulses, rate: number): Pulses {
  const seconds = ({ mean, sd, least, most }: Pulses["width"]) => {
    return { mean: mean / rate, sd: sd / rate, least: least / rate, most: most / rate };
  };
  return { ...pulses, width: seconds(width), period: period && seconds(period) };
}
