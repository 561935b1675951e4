import { createScratch } from "../../thread/scratch.ts";
import type { RecordedSamples } from "../../capture/recording.ts";
import { zeroNonFinite } from "../../capture/finite.ts";
import { kaiserBeta, kaiserLength } from "../../filter-design/fir/kaiser.ts";
import { windowed } from "../../filter-design/fir/windowed.ts";
import type { SampleArray } from "../decoders/decoder.ts";
import { declippedRecording } from "../declipping/declipped-recording.ts";
import type { Box, Burst, FoundSignal } from "../detection.ts";
import { removeCarriers } from "./carriers/removal.ts";
import { rawMiddle, rawSamples, rawScale } from "../raw-samples.ts";

/** Attenuation of what folds onto the pass band, and largest ripple of the pass band, dB; of the filter before the decimation, which adds little. */
const [ATTENUATION, COARSE_ATTENUATION] = [80, 90];
/** Width that passes, and width of each transition, in units of the box's width. */
const [PASS, TRANSITION] = [1.2, 0.25];
/** Samples per cycle of the pass band's width, at least, where it is not chosen. */
const OVERSAMPLING = 4;
/** Margin before and after a box: the larger of a share of its length and a number of samples of the burst. */
const [MARGIN_SHARE, MARGIN_SAMPLES] = [0.15, 64];
/** Most complex samples of a burst where they are not chosen: 32 MiB. */
const MOST_SAMPLES = 2 ** 21;
/** Recording samples per read. */
const PIECE = 2 ** 18;
/** Samples for which a phasor is computed by multiplication from an exact one. */
const TURN = 512;

/** What a person or a measurement chooses of a cut. */
export interface CutOptions {
  /** Width around the centre that passes unchanged, Hz. Default: 1.2 times the box's width. */
  passHz?: number;
  /** Width of the transition on each side of the pass band, Hz. Default: 0.25 times the box's width. */
  transitionHz?: number;
  /** Whole-number decimation. Default: the largest that leaves this multiple of the pass band as the rate, by default 4. */
  decimation?: number;
  oversampling?: number;
  /** Recording samples before and after the box. Default: 15 % of its length, at least 64 samples of the burst. */
  margin?: number;
  /** Most samples of the burst. Default: 2^21, which take 32 MiB. */
  most?: number;
}

/**
 * How a band is brought to frequency 0: mixed, filtered, decimated. One filter needs many taps at the recording's rate, so a short one may
 * come first: it removes only what folds onto the band, and the other one filters at the decimated rate.
 */
export interface BandCut {
  sampleRateHz: number;
  centreHz: number;
  passHz: number;
  /** Where the stop band begins, Hz from the centre. */
  stopHz: number;
  decimation: number;
  /** Odd number of symmetric taps with gain 1 at 0, at the recording's rate; one tap if the whole band passes. */
  taps: Float64Array;
  /** The same at the decimated rate, after the decimation; one tap if the first filter does all. */
  fineTaps: Float64Array;
  /** Delay of both filters in recording samples. The outputs are advanced by it, so they are not late. */
  delay: number;
}

/**
 * Designs the cut of a band. Frequencies that fold onto the pass band are attenuated by 80 dB.
 *
 * @throws RangeError if the band does not fit in the rate after the decimation.
 */
export function designCut(
  sampleRateHz: number,
  { lowHz, highHz }: Pick<Box, "lowHz" | "highHz">,
  options: Omit<CutOptions, "margin" | "most"> = {},
): BandCut {
  const where = "signals/finding/burst";
  const width = highHz - lowHz;
  if (!(width > 0)) throw new RangeError(`${where}: highHz must be above lowHz, got ${lowHz} to ${highHz} Hz`);
  const passHz = Math.min(sampleRateHz, options.passHz ?? PASS * width);
  const wanted = options.transitionHz ?? TRANSITION * width;
  if (!(passHz > 0 && wanted > 0)) {
    throw new RangeError(`${where}: passHz and transitionHz must be above 0, got ${passHz} and ${wanted}`);
  }
  const decimation = options.decimation ?? decimationFor(sampleRateHz, passHz, options.oversampling);
  if (!Number.isInteger(decimation) || decimation < 1) {
    throw new RangeError(`${where}: decimation must be a whole number ≥ 1, got ${decimation}`);
  }
  const stopHz = Math.min(passHz / 2 + wanted, sampleRateHz / decimation - passHz / 2);
  const transition = (2 * (stopHz - passHz / 2)) / sampleRateHz;
  if (decimation > 1 && !(transition > 0)) {
    throw new RangeError(
      `${where}: a band of ${passHz} Hz does not fit in a rate of ${sampleRateHz / decimation} Hz; use a smaller decimation or a narrower band`,
    );
  }
  const made = { sampleRateHz, centreHz: (lowHz + highHz) / 2, decimation };
  const cutoff = (passHz / 2 + stopHz) / sampleRateHz;
  // Without a decimation, a filter that reaches the ends of the band removes nothing.
  if (decimation === 1 && (stopHz >= sampleRateHz / 2 || cutoff >= 1)) {
    const one = Float64Array.of(1);
    return { ...made, passHz: sampleRateHz, stopHz: sampleRateHz / 2, taps: one, fineTaps: one, delay: 0 };
  }
  const passes = { ...made, passHz, stopHz };
  const single = lengthOf(transition, ATTENUATION);
  // What folds onto the transition band is removed too.
  const gap = (2 * (sampleRateHz / decimation - stopHz - passHz / 2)) / sampleRateHz;
  const coarse = gap > 0 ? lengthOf(gap, COARSE_ATTENUATION) : Infinity;
  const fine = lengthOf(transition * decimation, ATTENUATION);
  if (decimation === 1 || single <= coarse + fine) {
    return { ...passes, taps: lowPass(single, cutoff, ATTENUATION), fineTaps: Float64Array.of(1), delay: single >> 1 };
  }
  return {
    ...passes,
    taps: lowPass(coarse, passHz / sampleRateHz + gap / 2, COARSE_ATTENUATION),
    fineTaps: lowPass(fine, cutoff * decimation, ATTENUATION),
    delay: (coarse >> 1) + decimation * (fine >> 1),
  };
}

const decimationFor = (sampleRateHz: number, passHz: number, oversampling = OVERSAMPLING) =>
  Math.max(1, Math.floor(sampleRateHz / (oversampling * passHz)));

/** Returns the decimation that `designCut` chooses. It takes no time, and the taps of a narrow band do. */
export const usualDecimation = (sampleRateHz: number, { lowHz, highHz }: Pick<Box, "lowHz" | "highHz">) =>
  decimationFor(sampleRateHz, Math.min(sampleRateHz, PASS * (highHz - lowHz)));

/** The odd length of a low-pass filter. @param transition In units of half the rate. */
const lengthOf = (transition: number, attenuation: number) =>
  2 * Math.ceil((kaiserLength(attenuation, transition) - 1) / 2) + 1;

const lowPass = (length: number, cutoff: number, attenuation: number) =>
  windowed({ length, cutoff, passZero: true, window: { kaiser: kaiserBeta(attenuation) } });

/**
 * Returns outputs of a cut: output m belongs to the recording's sample from + m·decimation. Samples that are not given count as 0.
 *
 * @param samples Complex samples of the recording, interleaved, from its sample `first` on. @param integers Default: they are no integers.
 */
export function cutSamples(
  { samples, first, integers = FLOATS }: { samples: ArrayLike<number>; first: number; integers?: Integers },
  { sampleRateHz, centreHz, decimation, taps, fineTaps, delay }: BandCut,
  { from, count }: { from: number; count: number },
): Float64Array {
  const begin = from - delay;
  const coarseCount = Math.max(0, count + fineTaps.length - 1);
  const length = Math.max(0, (coarseCount - 1) * decimation + taps.length);
  const mixed = { re: scratch(0, length), im: scratch(1, length) };
  mix({ values: samples, ...integers }, begin - first, centreHz / sampleRateHz, begin, mixed);
  const out = new Float64Array(2 * count);
  if (fineTaps.length === 1) {
    decimated(mixed, taps, decimation, { re: out, im: out.subarray(1), step: 2, count });
    return out;
  }
  const coarse = { re: scratch(2, coarseCount), im: scratch(3, coarseCount) };
  decimated(mixed, taps, decimation, { re: coarse.re, im: coarse.im, step: 1, count: coarseCount });
  decimated(coarse, fineTaps, 1, { re: out, im: out.subarray(1), step: 2, count });
  return out;
}

/** Arrays that cuts use again. Nothing is left in them. */
const scratch = createScratch(2 * PIECE);

/** Numbers of a recording: (value − middle)·scale, interleaved. */
interface Numbers extends Integers {
  values: ArrayLike<number>;
}

/** How a recording stores its numbers. */
interface Integers {
  middle: number;
  scale: number;
}

const FLOATS: Integers = { middle: 0, scale: 1 };

/**
 * Mixes samples to 0. Nothing follows the loop: otherwise V8 would drop its fast code when it ends for the first time.
 *
 * @param offset Element 0 of the result is this complex sample. Samples that are not given count as 0.
 * @param cycles Frequency per sample. @param begin The recording's number of element 0.
 */
function mix(
  { values: samples, middle, scale }: Numbers,
  offset: number,
  cycles: number,
  begin: number,
  { re, im }: { re: Float64Array; im: Float64Array },
): void {
  const turns = phasors(cycles, TURN);
  const least = Math.max(0, -offset);
  const most = Math.max(least, Math.min(re.length, samples.length / 2 - offset));
  for (const part of [re, im]) {
    part.fill(0, 0, least);
    part.fill(0, most);
  }
  for (let block = least; block < most; block += TURN) {
    const angle = -2 * Math.PI * ((cycles * (begin + block)) % 1);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const end = Math.min(most, block + TURN);
    for (let i = block, at = 2 * (block + offset), k = 0; i < end; i++, at += 2, k += 2) {
      const turnRe = c * turns[k] - s * turns[k + 1];
      const turnIm = c * turns[k + 1] + s * turns[k];
      const a = (samples[at] - middle) * scale;
      const b = (samples[at + 1] - middle) * scale;
      re[i] = a * turnRe - b * turnIm;
      im[i] = a * turnIm + b * turnRe;
    }
  }
}

/**
 * Writes every `decimation`-th output of symmetric taps; output m is element `step`·m. Two outputs at a time with two sums each take turns,
 * since each addition waits for the one before it. An odd output at the end is computed twice.
 */
function decimated(
  { re, im }: { re: Float64Array; im: Float64Array },
  taps: Float64Array,
  decimation: number,
  to: { re: Float64Array; im: Float64Array; step: number; count: number },
): void {
  const reach = taps.length >> 1;
  for (let m = 0; m < to.count; m += 2) {
    const a = m * decimation + reach;
    const isPair = m + 1 < to.count;
    const b = isPair ? a + decimation : a;
    let [oddRe, oddIm, otherOddRe, otherOddIm] = [0, 0, 0, 0];
    let evenRe = taps[reach] * re[a];
    let evenIm = taps[reach] * im[a];
    let otherEvenRe = taps[reach] * re[b];
    let otherEvenIm = taps[reach] * im[b];
    for (let k = 1; k < reach; k += 2) {
      const odd = taps[reach + k];
      const even = taps[reach + k + 1];
      oddRe += odd * (re[a - k] + re[a + k]);
      oddIm += odd * (im[a - k] + im[a + k]);
      otherOddRe += odd * (re[b - k] + re[b + k]);
      otherOddIm += odd * (im[b - k] + im[b + k]);
      evenRe += even * (re[a - k - 1] + re[a + k + 1]);
      evenIm += even * (im[a - k - 1] + im[a + k + 1]);
      otherEvenRe += even * (re[b - k - 1] + re[b + k + 1]);
      otherEvenIm += even * (im[b - k - 1] + im[b + k + 1]);
    }
    if (reach % 2 === 1) {
      const last = taps[2 * reach];
      oddRe += last * (re[a - reach] + re[a + reach]);
      oddIm += last * (im[a - reach] + im[a + reach]);
      otherOddRe += last * (re[b - reach] + re[b + reach]);
      otherOddIm += last * (im[b - reach] + im[b + reach]);
    }
    const next = to.step * (isPair ? m + 1 : m);
    to.re[next] = otherOddRe + otherEvenRe;
    to.im[next] = otherOddIm + otherEvenIm;
    to.re[to.step * m] = oddRe + evenRe;
    to.im[to.step * m] = oddIm + evenIm;
  }
}

/** e^{−j2π·cycles·n}, n from 0. */
function phasors(cycles: number, count: number): Float64Array {
  const values = new Float64Array(2 * count);
  for (let n = 0; n < count; n++) {
    values[2 * n] = Math.cos(2 * Math.PI * cycles * n);
    values[2 * n + 1] = -Math.sin(2 * Math.PI * cycles * n);
  }
  return values;
}

/** The outputs of a box with its margins: the first one's recording sample, their number, and the box in them. */
function spanOf({ start, stop }: Box, { decimation }: BandCut, { margin, most = MOST_SAMPLES }: CutOptions) {
  const around = margin ?? Math.max(MARGIN_SHARE * (stop - start), MARGIN_SAMPLES * decimation);
  const before = Math.ceil(around / decimation);
  const first = start - before * decimation;
  const count = Math.min(most, Math.ceil((stop - first + around) / decimation));
  return { first, count, start: before, stop: (stop - first) / decimation };
}

/** @param samples Of the whole span. @param end Samples of the recording. */
function burstOf(
  cut: BandCut,
  box: FoundSignal,
  { span, samples, end }: { span: ReturnType<typeof spanOf>; samples: Float64Array; end: number },
): Burst {
  const { sampleRateHz, centreHz, passHz, decimation } = cut;
  const { noiseDensity, noiseSd, notes, limits, carriers = [] } = box;
  const { first, start, stop } = span;
  const inside = carriers.flatMap((carrier) => {
    const hz = carrier.hz - centreHz;
    return Math.abs(hz) <= cut.stopHz ? [{ ...carrier, hz }] : [];
  });
  if (inside.length > 0) {
    // Outside of the recording carriers are off.
    const [from, to] = [-first, end - first].map((at) => Math.min(span.count, Math.max(0, Math.ceil(at / decimation))));
    removeCarriers(samples.subarray(2 * from, 2 * to), sampleRateHz / decimation, inside);
  }
  return {
    samples,
    sampleRateHz: sampleRateHz / decimation,
    first,
    decimation,
    centreHz,
    widthHz: box.highHz - box.lowHz,
    passHz,
    start,
    stop,
    noiseDensity,
    noiseSd,
    notes,
    limits,
  };
}

/**
 * Returns a box of samples at frequency 0, with margins. Where the samples end, the margins hold zeros. A burst has at most `most` samples:
 * of a longer signal it holds the beginning, and its `stop` lies past its samples.
 *
 * @param samples Complex samples, interleaved.
 * @param box Its samples count from samples[0].
 * @throws RangeError as {@link designCut}.
 */
export function toBurst(
  samples: ArrayLike<number>,
  sampleRateHz: number,
  box: FoundSignal,
  options: CutOptions = {},
): Burst {
  const cut = designCut(sampleRateHz, box, options);
  const span = spanOf(box, cut, options);
  const made = cutSamples({ samples, first: 0 }, cut, { from: span.first, count: span.count });
  return burstOf(cut, box, { span, samples: made, end: samples.length / 2 });
}

/**
 * Yields the outputs of a cut in order, a piece at a time; output m belongs to the recording's sample from + m·decimation. NaN and infinite
 * samples count as 0, and so do samples before and after the recording.
 *
 * @throws CaptureError when the file has become shorter.
 */
export async function* cutRecording(
  recording: RecordedSamples,
  cut: BandCut,
  { from, count, channel }: { from: number; count: number; channel?: number },
): AsyncGenerator<Float64Array, void, undefined> {
  const most = Math.max(1, Math.floor(PIECE / cut.decimation));
  const read = readerOf(recording, channel);
  for (let done = 0; done < count; done += most) {
    const some = Math.min(most, count - done);
    const at = from + done * cut.decimation;
    const first = Math.max(0, at - cut.delay);
    const end = Math.min(recording.samples, at + (some - 1) * cut.decimation + cut.delay + 1);
    yield cutSamples({ ...(await read(first, Math.max(0, end - first))), first }, cut, { from: at, count: some });
  }
}

/** Reads integers as they are stored, into memory that is used again, and other samples as finite float32. */
function readerOf(recording: RecordedSamples, channel: number | undefined) {
  const { stored } = recording.read;
  let memory = rawSamples(stored?.format ?? "f32", 0);
  return async (first: number, count: number): Promise<{ samples: SampleArray; integers?: Integers }> => {
    if (!stored) {
      const samples = count > 0 ? await recording.read(first, count, channel) : new Float32Array(0);
      zeroNonFinite(samples);
      return { samples };
    }
    const { format } = stored;
    if (memory.length < 2 * count) memory = rawSamples(format, 2 * count);
    const samples = memory.subarray(0, 2 * count);
    await stored.readInto(first, new Uint8Array(samples.buffer, 0, samples.byteLength));
    return { samples, integers: { middle: rawMiddle(format), scale: rawScale(format) } };
  };
}

/**
 * Returns a box of a recording at frequency 0, as {@link toBurst} does. Samples are restored where a limit disturbs the signal.
 *
 * @throws CaptureError when the file has become shorter; RangeError as {@link designCut}.
 */
export async function cutBurst(
  recording: RecordedSamples & { sampleRate: number },
  box: FoundSignal,
  { channel, ...options }: CutOptions & { channel?: number } = {},
): Promise<Burst> {
  const cut = designCut(recording.sampleRate, box, options);
  const span = spanOf(box, cut, options);
  const samples = new Float64Array(2 * span.count);
  let at = 0;
  const source = box.limits ? declippedRecording(recording, box.limits) : recording;
  for await (const piece of cutRecording(source, cut, { from: span.first, count: span.count, channel })) {
    samples.set(piece, at);
    at += piece.length;
  }
  return burstOf(cut, box, { span, samples, end: recording.samples });
}
