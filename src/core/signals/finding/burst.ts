import type { RecordedSamples } from "../../capture/recording.ts";
import { zeroNonFinite } from "../../capture/finite.ts";
import type { SampleLimits } from "../declipping/declip.ts";
import { declippedRecording } from "../declipping/declipped-recording.ts";
import type { Box, Burst, FoundSignal } from "../detection.ts";
import { type BandCut, type BandCutOptions, designCut } from "./cutting/band-cut.ts";
import { removeCarriers } from "./carriers/removal.ts";
import { cutSamples, type Integers } from "./cutting/cut-samples.ts";
import { rawMiddle, rawSamples, rawScale, type SampleArray } from "../../capture/raw-samples.ts";

/** Margin before and after a box: the larger of a share of its length and a number of samples of the burst. Of a box that does not fit in a burst, the burst's length counts. */
const [MARGIN_SHARE, MARGIN_SAMPLES] = [0.15, 64];
/** Most complex samples of a burst where they are not chosen: 32 MiB. */
const MOST_SAMPLES = 2 ** 21;
/** Recording samples per read. */
const PIECE = 2 ** 18;

/** What a person or a measurement chooses of a cut. */
export interface CutOptions extends BandCutOptions {
  /** Recording samples before and after the box. Default: 15 % of its length, at least 64 and at most 15 % of the samples of the burst. */
  margin?: number;
  /** Most samples of the burst. Default: 2^21, which take 32 MiB. */
  most?: number;
}

/** The outputs of a box with its margins: the first one's recording sample, their number, and the box in them. */
function spanOf({ start, stop }: Box, { decimation }: BandCut, { margin, most = MOST_SAMPLES }: CutOptions) {
  const shown = Math.min(stop - start, most * decimation);
  const around = margin ?? Math.max(MARGIN_SHARE * shown, MARGIN_SAMPLES * decimation);
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
  const burst = burstOf(cut, box, { span, samples, end: recording.samples });
  return box.limits ? { ...burst, limitedShare: await limitedShareOf(recording, box, box.limits, channel) } : burst;
}

/** Returns the share of the values of a box that lie at the limits. Of a long one, the beginning is counted. */
async function limitedShareOf(
  recording: RecordedSamples,
  { start, stop }: Box,
  { low, high }: SampleLimits,
  channel?: number,
) {
  const first = Math.max(0, start);
  const count = Math.max(0, Math.min(stop, recording.samples, first + PIECE) - first);
  const values = await recording.read(first, count, channel);
  let limited = 0;
  for (let i = 0; i < values.length; i++) if (values[i] >= high || values[i] <= low) limited++;
  return limited / Math.max(1, values.length);
}
