import type { SampleKind } from "../flow/graph/block.ts";
import type { Tag } from "../flow/graph/tag.ts";
import { finiteReads } from "./finite.ts";
import type { Recording } from "./recording.ts";

/** A signal that is read piece by piece, as float32 for the GPU. */
export interface Signal {
  kind: SampleKind;
  /** Samples/s, or 2 where frequencies are in units of the Nyquist frequency. */
  rate: number;
  samples: number;
  tags?: readonly Tag[];
  /** Number of NaN or infinite samples so far, which count as zero. Absent for signals without such samples. */
  nonFinite?(): number;
  /** Returns samples [start, start + count): finite float32, complex ones as pairs; fewer at the end. */
  read(start: number, count: number): Promise<Float32Array<ArrayBuffer>>;
}

/**
 * A recording's channel, or a part of it, as a signal; its captures and annotations become tags, and NaN or infinite samples become zero.
 *
 * @example
 * ```ts
 * import { arrayRecording, recordedSignal } from "threeray/capture";
 *
 * // NaN becomes zero.
 * const signal = recordedSignal(arrayRecording([1, NaN], { sampleRate: 48_000, kind: "real" }));
 * console.log(signal.kind, [...(await signal.read(0, 2))]); // real [ 1, 0 ]
 * ```
 */
export function recordedSignal(
  recording: Pick<Recording, "samples" | "datatype" | "sampleRate" | "read" | "captures" | "annotations">,
  {
    start = 0,
    count = recording.samples - start,
    channel = 0,
  }: { start?: number; count?: number; channel?: number } = {},
): Signal {
  const { complex } = recording.datatype;
  const inside = (sample: number) => sample >= start && sample < start + count;
  // A part starts under the capture before it.
  const first = recording.captures.findLast((capture) => capture.start <= start);
  const tags: Tag[] = [
    ...recording.captures
      .filter((capture) => capture === first || inside(capture.start))
      .flatMap(({ start: at, centerFrequency: value }) =>
        value === undefined ? [] : [{ sample: Math.max(0, at - start), key: "rx_freq", value }],
      ),
    ...recording.annotations
      .filter((annotation) => inside(annotation.start))
      .map(({ start: at, label }) => ({ sample: at - start, key: "annotation", value: label ?? "" })),
  ];
  const { read, nonFinite } = finiteReads(recording);
  return {
    nonFinite,
    kind: complex ? "complex" : "real",
    rate: recording.sampleRate ?? 2,
    samples: count,
    tags: tags.toSorted((a, b) => a.sample - b.sample),
    async read(from, length) {
      const pairs = await read(start + from, Math.min(length, Math.max(0, count - from)), channel);
      return complex ? pairs : pairs.filter((_, i) => i % 2 === 0);
    },
  };
}
