import { expose, type ProxyMarked, type Remote } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter";
import { parentPort } from "node:worker_threads";
import { oneChannel } from "../../core/capture/channels.ts";
import { finiteReads } from "../../core/capture/finite.ts";
import type { Detection, FoundSignal } from "../../core/signals/detection.ts";
import { type Measurable, measuredSignal, type SignalContext } from "../../core/signals/measuring/measure.ts";
import { type SearchedPart, searchedPart, type SearchPart } from "../../core/signals/finding/searched-part.ts";
import { openFile } from "../files.ts";

/** What a thread knows of the recording. */
export type ThreadRecording = Pick<
  Measurable,
  "samples" | "channels" | "datatype" | "captures" | "centerFrequency" | "sampleRate"
>;

/** One channel of a file whose samples each thread can read. */
export interface ThreadFile {
  path: string;
  channel: number;
}

/** The calls of a thread that measures signals. */
export interface BurstThread {
  /** @param source The file; or how the main thread reads, if the samples are no part of it. */
  open(recording: ThreadRecording, source: ThreadFile | (Measurable["read"] & ProxyMarked)): Promise<void>;
  /** @param counted Samples before it are not counted among those that hold a NaN or an infinity. */
  search(part: SearchPart, counted: number): Promise<SearchedPart & { nonFinite: number }>;
  measure(signal: FoundSignal, context: SignalContext): Promise<Detection>;
}

/**
 * Memory of arrays after a signal, in bytes, from which all unused ones are freed. Some 35 MB are kept for the next signal. To free the others after every
 * signal took a sixth of the time of measuring with Node 22, and saved 6 MB of each thread.
 */
const MOST_ARRAYS = 48 * 2 ** 20;

/** Frees the memory of unused arrays. It lies outside of V8's heap, so V8 would wait until 64 MB of them are unused. */
const free = (type: "minor" | "major") => globalThis.gc?.({ type });

/** Searches parts and measures signals for the main thread, one at a time. */
function createBurstThread() {
  let opened: Measurable | undefined;
  return {
    async open(recording: ThreadRecording, source: ThreadFile | Remote<Measurable["read"]>) {
      const { read } =
        "path" in source
          ? oneChannel(await openFile(source.path), source.channel)
          : { read: (start: number, count: number, channel?: number) => source(start, count, channel) };
      opened = { ...recording, read };
    },
    async search(part: SearchPart, counted: number) {
      if (!opened) throw new Error("a thread searches parts of an opened recording");
      const { read, nonFinite } = finiteReads(opened, counted);
      const found = await searchedPart({ ...opened, read }, part);
      return { ...found, nonFinite: nonFinite() };
    },
    async measure(signal: FoundSignal, context: SignalContext) {
      if (!opened) throw new Error("a thread measures signals of an opened recording");
      const finite = { ...opened, read: finiteReads(opened).read };
      const detection = await measuredSignal(finite, signal, { ...context, onPart: () => free("minor") });
      if (process.memoryUsage().arrayBuffers > MOST_ARRAYS) free("major");
      return detection;
    },
  };
}

if (parentPort) expose(createBurstThread(), nodeEndpoint(parentPort));
