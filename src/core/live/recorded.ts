import { asComplex } from "../capture/channels.ts";
import type { Recording } from "../capture/recording.ts";
import { recordedSignal } from "../capture/signal.ts";
import type { SourceBlock } from "../flow/build/block-factory.ts";
import { type Source, sourceOf } from "../flow/run/source.ts";

/** What a block asks of a recording. */
interface RecordingRequest {
  type: "complex" | "real";
  channel: number;
  /** Samples [from, to); 0: the end. */
  from: number;
  to: number;
  loop: "off" | "on";
}

/** Samples per chunk. */
const CHUNK = 2 ** 18;

/**
 * Returns a recording as the source that a block asks for; with `loop` it has no end.
 *
 * @param first Index of the first item to deliver, counted in the part that the block asks for.
 * @throws RangeError for a part that does not lie in the recording, for complex samples where the block gives real ones,
 * and for a channel that is not there.
 */
export function recordedSource(recording: Recording, { request }: Pick<SourceBlock, "request">, first = 0): Source {
  const { type, channel, from, to, loop } = request as unknown as RecordingRequest;
  const { samples, channels, datatype, title } = recording;
  const end = to || samples;
  if (!(from < end && end <= samples)) {
    throw new RangeError(`“${title}” has ${samples} samples. From and To must lie in it, got ${from} and ${to}`);
  }
  if (channel >= channels) {
    throw new RangeError(`“${title}” has ${channels} channels, counted from 0. There is no channel ${channel}`);
  }
  if (type === "real" && datatype.complex) {
    throw new RangeError(`“${title}” has complex samples. Set the type of the block to complex`);
  }
  const signal = recordedSignal(recording, { start: from, count: end - from, channel });
  const addsZeros = type === "complex" && signal.kind === "real";
  const length = end - from;
  const open = (at: number) => sourceOf(signal, signal.kind, at, CHUNK);
  const begin = loop === "on" ? first % length : Math.min(first, length);
  let pass = open(begin);
  let [closed, passed, next] = [false, 0, length - begin];
  return {
    port: type,
    async read() {
      let chunk = await pass.read();
      if (!chunk && loop === "on" && !closed) {
        passed = next;
        next += length;
        pass = open(0);
        chunk = await pass.read();
      }
      if (!chunk) return undefined;
      const { items, tags, dropped } = chunk;
      return {
        items: addsZeros ? asComplex(items) : items,
        tags: tags.map((tag) => ({ ...tag, sample: tag.sample + passed })),
        dropped,
      };
    },
    close() {
      closed = true;
      pass.close();
    },
  };
}
