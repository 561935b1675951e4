import { CaptureError } from "../../capture/capture-error.ts";
import type { Recording } from "../../capture/recording.ts";
import { chainDelay, greatestDivisor, outputSamples } from "../../flow/graph/rate.ts";
import { runStream } from "../../flow/run/run-stream.ts";
import type { StreamSource } from "../../flow/run/source.ts";
import type { Gpu } from "../../gpu/device.ts";
import { resamplerBlocks } from "../../resampling/blocks.ts";
import { designResampler } from "../../resampling/design.ts";
import { channelRefusal, type ChannelWidth, FILLED, megasamples } from "./channel-width.ts";
import type { Scale } from "./received-frame.ts";

/** A recording as the receiver takes it. */
interface Receivable {
  /** One sample per second and Hz of the channel's width. Reads go forward: none begins before an earlier one. */
  source: StreamSource;
  scale: Scale;
  /** Sentences on what was assumed or converted. */
  notes: string[];
  /** Ends the resampling; safe to call twice. */
  close(): void;
}

export interface ReceivableOptions {
  /** Sample rate in Hz. Default: the recording's. */
  sampleRate?: number;
  /** Default: 20. */
  width?: ChannelWidth;
}

/** Tolerance of sample rates: a little more than the error of a clock. */
const RATE_TOLERANCE = 1e-4;
/** Attenuation of neighbouring channels that fold, dB. */
const ATTENUATION = 60;
/** Largest denominator of a change of rate, and its relative error: far less than a clock's. */
const MOST_DOWN = 2000;
const RATIO_ERROR = 1e-6;
/** Samples of the recording that the resampler takes at a time. It is fixed, so that rounding does not depend on other sizes. */
const RESAMPLER_PAGE = 2 ** 18;

/**
 * Returns a recording's samples at the rate of a channel, resampled if they have another rate. A recording without a rate is
 * taken to have the channel's.
 *
 * @throws CaptureError for real samples, and for rates too low for the channel, or 2000 times as high.
 */
export function receivable(
  gpu: Gpu,
  recording: Pick<Recording, "title" | "samples" | "sampleRate" | "datatype" | "read">,
  { sampleRate = recording.sampleRate, width = 20 }: ReceivableOptions = {},
): Receivable {
  const { title, samples, datatype } = recording;
  const wanted = width * 1e6;
  const notes: string[] = [];
  const refusal = channelRefusal({ title, complex: datatype.complex, sampleRate }, width);
  if (refusal !== undefined) throw new CaptureError(refusal);
  if (sampleRate === undefined) notes.push(`The recording gives no sample rate; ${megasamples(wanted)} is assumed.`);
  const rate = sampleRate ?? wanted;
  const source: StreamSource = { samples, read: (start, count) => recording.read(start, count) };
  if (Math.abs(rate / wanted - 1) < RATE_TOLERANCE) {
    return { source, scale: { sampleRate: wanted, place: (sample) => sample }, notes, close() {} };
  }
  const ratio = simpleRatio(wanted / rate);
  if (!ratio) {
    throw new CaptureError(
      `${title}: ${megasamples(rate)} cannot become ${megasamples(wanted)} by a simple ratio; resample the recording first.`,
    );
  }
  notes.push(`Resampled from ${megasamples(rate)} to ${megasamples(wanted)}.`);
  const pass = (FILLED * wanted) / Math.min(rate, wanted);
  const design = designResampler({ ...ratio, attenuation: ATTENUATION, pass: Math.min(pass, MOST_PASS) });
  const blocks = resamplerBlocks(design, "complex");
  const late = chainDelay(blocks);
  // Zeros after the end bring the delayed last samples out of the filters.
  const padded = samples + Math.ceil((late * ratio.down) / ratio.up);
  const read: StreamSource["read"] = async (start, count) => {
    const x = new Float32Array(2 * Math.max(0, Math.min(count, padded - start)));
    if (start < samples) x.set(await recording.read(start, Math.min(count, samples - start)));
    return x;
  };
  const steps = runStream(gpu, { samples: padded, read }, blocks, { page: RESAMPLER_PAGE });
  return {
    source: forwardReads(outputSamples(blocks, padded), steps),
    scale: {
      sampleRate: wanted,
      place: (sample) => Math.round(((sample - late) * ratio.down) / ratio.up),
    },
    notes,
    close: () => void steps.return(),
  };
}

/** Widest pass band of the resampler, as a part of the lower Nyquist frequency. */
const MOST_PASS = 0.95;

/** Returns the simplest fraction close to a ratio; undefined if none is simple. */
function simpleRatio(ratio: number): { up: number; down: number } | undefined {
  for (let down = 1; down <= MOST_DOWN; down++) {
    const up = Math.round(ratio * down);
    if (up > 0 && Math.abs(up / down / ratio - 1) < RATIO_ERROR) {
      const divisor = greatestDivisor(up, down);
      return { up: up / divisor, down: down / divisor };
    }
  }
  return undefined;
}

/** A stream's samples for reads that go forward. It keeps the samples from the last read's beginning on. */
function forwardReads(samples: number, steps: AsyncGenerator<{ samples: Float32Array }, void>): StreamSource {
  let kept: Float32Array[] = [];
  let [first, end] = [0, 0];
  return {
    samples,
    async read(start, count) {
      if (start < first) throw new RangeError(`wifi/receiver: reads must go forward, got ${start} after ${first}`);
      const last = Math.min(samples, start + count);
      while (end < last) {
        const { value } = await steps.next();
        if (!value) break;
        kept.push(value.samples);
        end += value.samples.length / 2;
      }
      while (kept.length > 0 && first + kept[0].length / 2 <= start) first += (kept.shift() as Float32Array).length / 2;
      const x = new Float32Array(2 * Math.max(0, Math.min(last, end) - start));
      let at = first;
      for (const piece of kept) {
        const from = Math.max(0, start - at);
        const part = piece.subarray(2 * from, 2 * Math.max(from, Math.min(piece.length / 2, last - at)));
        if (part.length > 0) x.set(part, 2 * (at + from - start));
        at += piece.length / 2;
      }
      return x;
    },
  };
}
