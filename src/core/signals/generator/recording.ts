import type { SigmfContent, SigmfNumbers } from "../../capture/formats/sigmf-writer.ts";
import { createTimeSlice } from "../../thread/time-slice.ts";
import type { GeneratorOptions } from "./options.ts";
import { planBursts } from "./plan.ts";
import { type BurstTruth, recordingSamples, render } from "./render.ts";

/** Power of the noise when integers are written, dBFS. */
export const NOISE_DBFS = -30;
const FULL_SCALE = 32_767;

/** How the samples of a labelled recording are written. */
export const MADE_FORMATS = ["cf32", "ci16"] as const;
export type MadeFormat = (typeof MADE_FORMATS)[number];

interface Making {
  format: MadeFormat;
  onProgress?: (share: number) => void;
  /** Called at the end with the count of numbers that exceed 16 bits and are limited. */
  onLimited?: (numbers: number) => void;
}

/** A labelled recording that is made piece by piece. */
export interface MadeRecording {
  /** Its annotations are complete once all numbers have been taken. */
  content: Omit<SigmfContent, "name">;
  numbers: AsyncGenerator<SigmfNumbers>;
}

/**
 * Returns a labelled recording of random bursts for the writer of SigMF files. Its annotations hold what is true.
 *
 * @throws RangeError for invalid options, and if the bursts do not fit.
 *
 * @example
 * ```ts
 * import { GENERATOR_DEFAULTS, madeRecording } from "threeray/signals";
 *
 * const options = { ...GENERATOR_DEFAULTS, bursts: 2, classes: ["QPSK"], seconds: 0.1, rate: 200e3 } as const;
 * const { content, numbers } = madeRecording(options, { format: "cf32" });
 * let count = 0;
 * for await (const chunk of numbers) count += chunk.length / 2;
 * console.log(count, content.annotations?.map(({ label }) => label)); // 20000 [ 'QPSK', 'QPSK' ]
 * ```
 */
export function madeRecording(options: GeneratorOptions, { format, onProgress, onLimited }: Making): MadeRecording {
  const bursts = planBursts(options);
  const annotations: NonNullable<SigmfContent["annotations"]>[number][] = [];
  const shift = format === "ci16" ? NOISE_DBFS : 0;
  const onTruth = (truth: BurstTruth) =>
    annotations.push(annotationOf({ ...truth, powerDbfs: truth.powerDbfs + shift }));
  const samples = recordingSamples(options);
  async function* chunks() {
    // Between chunks, a command hears signals and a worker messages.
    const slice = createTimeSlice();
    let done = 0;
    for (const values of render(bursts, options, onTruth)) {
      if (slice.due()) await slice.pass();
      done += values.length / 2;
      onProgress?.(done / samples);
      yield values;
    }
  }
  return {
    content: {
      samples,
      sampleRate: options.rate,
      integers: format === "ci16" ? "i16_le" : undefined,
      captures: [{ start: 0, centerFrequency: options.frequency }],
      annotations,
      description: `Made by generate: ${JSON.stringify(options)}`,
    },
    numbers: format === "ci16" ? integers(chunks(), onLimited) : floats(chunks()),
  };
}

async function* floats(chunks: AsyncIterable<Float64Array>): AsyncGenerator<Float32Array<ArrayBuffer>> {
  for await (const samples of chunks) yield Float32Array.from(samples);
}

async function* integers(
  chunks: AsyncIterable<Float64Array>,
  onLimited?: (numbers: number) => void,
): AsyncGenerator<Int16Array<ArrayBuffer>> {
  const scale = 10 ** (NOISE_DBFS / 20) * FULL_SCALE;
  let beyond = 0;
  for await (const samples of chunks) {
    yield Int16Array.from(samples, (value) => {
      const scaled = Math.round(scale * value);
      const limited = Math.min(FULL_SCALE, Math.max(-FULL_SCALE - 1, scaled));
      if (limited !== scaled) beyond++;
      return limited;
    });
  }
  if (beyond > 0) onLimited?.(beyond);
}

function annotationOf(truth: BurstTruth) {
  const { start, stop, absoluteHz, bandwidthHz } = truth;
  return {
    start,
    count: stop - start,
    label: truth.class,
    edges: [absoluteHz - bandwidthHz / 2, absoluteHz + bandwidthHz / 2] as const,
    metadata: { ...truth },
  };
}
