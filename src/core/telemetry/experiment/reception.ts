import { blobOf } from "../../capture/blob.ts";
import { finiteReads } from "../../capture/finite.ts";
import type { Excerpt } from "../../capture/excerpt.ts";
import { opened, openedRecording } from "../../capture/opened.ts";
import { sigmfArchive } from "../../capture/formats/sigmf-writer.ts";
import { type Context, perContext, type Run } from "../../experiment.ts";
import type { Gpu } from "../../gpu/device.ts";
import { resilient } from "../../gpu/host.ts";
import { SAMPLE_RATE } from "../packet.ts";
import { defaultPageBlocks } from "./page.ts";
import { type Receivable, receivableTelemetry, within } from "./receivable.ts";
import type { ReceivedPacket } from "./figures/packets.ts";
import { newReception, receive, type ReceiveResult } from "./receive.ts";
import {
  DEFAULT_SCENARIO,
  type EqualizerName,
  type receiverSettings,
  recordingLength,
  type Scenario,
} from "./scenario.ts";
import { synthesize, type SynthesizeStep } from "./synthesize.ts";

/** The recording to receive: its index among the open recordings, or a part of it. */
export interface ReceptionStart {
  index: number;
  part?: Excerpt;
  settings: ReturnType<typeof receiverSettings>;
}

/** One page of a reception. */
export interface ReceptionStep {
  progress: number;
  /** Packets found in this page. */
  packets: ReceivedPacket[];
  /** Totals so far. */
  results: ReceiveResult[];
  /** Samples so far with a NaN or an infinity, which count as zero. */
  nonFinite: number;
}

/** Whether the telemetry receiver accepts a recording. */
export interface ReceptionNotes extends Pick<Receivable, "scenario" | "notes"> {
  /** Why it does not accept it. */
  refusal?: string;
}

/** The bits of the last reception. Blobs, not arrays: a browser keeps large ones on disk. */
const decided = perContext((): Map<EqualizerName, Blob[]> => new Map());

export const runs = {
  /** Runs the receiver on an opened recording. A recording that holds a scenario gives the signal's fields. */
  receive: async function* (context, { index, settings, part }, signal) {
    const { host, onRecovery } = context;
    const opened = openedRecording(context, index);
    const { read, nonFinite } = finiteReads(opened);
    const recording = { ...opened, read };
    const keep = settings.equalizers;
    const bits = decided(context);
    bits.clear();
    for (const equalizer of keep) bits.set(equalizer, []);
    const gpu = await host.get();
    const pageBlocks = defaultPageBlocks(gpu);
    const { first } = receivableTelemetry(gpu, recording, part?.channel);
    const begin = newReception(first + (part?.start ?? 0));
    const run = (gpu: Gpu, state = begin, blocks?: number) => {
      const {
        source,
        scenario: made = DEFAULT_SCENARIO,
        scenario,
      } = receivableTelemetry(gpu, recording, part?.channel);
      const cut = part && { start: first + part.start, count: part.count };
      const config = { scenario: { ...made, ...settings }, known: scenario !== undefined, keep };
      return receive(gpu, cut ? within(source, cut) : source, config, state, { signal, pageBlocks: blocks });
    };
    for await (const step of resilient(host, begin, run, { page: pageBlocks, onRecovery })) {
      for (const decision of step.decisions) bits.get(decision.equalizer)?.push(new Blob([decision.bits]));
      const packets = step.packets.map((packet) => ({ ...packet, start: packet.start - first }));
      yield { progress: step.progress, packets, results: step.results, nonFinite: nonFinite() };
    }
  } satisfies Run<ReceptionStart, ReceptionStep>,
};

export const asks = {
  /** The receiver's verdict on each open recording. */
  async notes(context: Context): Promise<ReceptionNotes[]> {
    const gpu = await context.host.get();
    return opened(context).recordings.map((recording) => {
      try {
        const { scenario, notes } = receivableTelemetry(gpu, recording);
        return { scenario, notes };
      } catch (error) {
        return { notes: [], refusal: (error as Error).message };
      }
    });
  },

  /** The last reception's bits, one byte each, 0 or 1, [packet][6144]. */
  bits: async (context: Context, equalizer: EqualizerName): Promise<Blob> =>
    new Blob(decided(context).get(equalizer) ?? [], { type: "application/octet-stream" }),

  /** A scenario's recording as a SigMF archive; undefined if stopped. */
  save(
    context: Context,
    scenario: Scenario,
    name: string,
    onProgress: (share: number) => void,
  ): Promise<Blob | undefined> {
    const { host, onRecovery } = context;
    return context.alone(async (signal) => {
      const pageBlocks = defaultPageBlocks(await host.get());
      async function* chunks() {
        const run = (gpu: Gpu, from: number, blocks?: number) =>
          synthesize(gpu, scenario, from, { signal, pageBlocks: blocks });
        for await (const step of resilient<number, SynthesizeStep>(host, 0, run, { page: pageBlocks, onRecovery })) {
          onProgress(step.progress);
          yield step.samples;
        }
        signal.throwIfAborted();
      }
      const content = { name, samples: recordingLength(scenario), sampleRate: SAMPLE_RATE, scenario };
      return blobOf(sigmfArchive(content, chunks()), "application/x-tar");
    });
  },
};
