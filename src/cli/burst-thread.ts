import { expose, type ProxyMarked, type Remote } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter";
import type { MessagePort } from "node:worker_threads";
import type { Detection, FoundSignal } from "../core/signals/detection.ts";
import { type Measurable, measuredSignal, type SignalContext } from "../core/signals/measuring/measure.ts";

/** What a thread knows of the recording. The main thread reads its samples. */
export type ThreadRecording = Pick<
  Measurable,
  "samples" | "channels" | "datatype" | "captures" | "centerFrequency" | "sampleRate"
>;

/** The calls of a thread that measures signals. */
export interface BurstThread {
  open(recording: ThreadRecording, read: Measurable["read"] & ProxyMarked): void;
  measure(signal: FoundSignal, context: SignalContext): Promise<Detection>;
}

/** Measures signals for the main thread, one at a time. */
export function serveBursts(port: MessagePort): void {
  let opened: Measurable | undefined;
  const thread = {
    open(recording: ThreadRecording, read: Remote<Measurable["read"]>) {
      opened = { ...recording, read: (start, count, channel) => read(start, count, channel) };
    },
    measure(signal: FoundSignal, context: SignalContext) {
      if (!opened) throw new Error("a thread measures signals of an opened recording");
      return measuredSignal(opened, signal, context);
    },
  };
  expose(thread, nodeEndpoint(port));
}
