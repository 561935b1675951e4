import type { ByteSource } from "#core/capture/byte-source.ts";
import type { Recording } from "#core/capture/recording.ts";
import { type OpenHints, openRecording } from "#core/capture/registry.ts";
import { sigmfArchive } from "#core/capture/sigmf-writer.ts";
import { previewRecording } from "#core/experiments/preview.ts";
import { newReception, receive } from "#core/experiments/receive.ts";
import { receivable } from "#core/experiments/receivable.ts";
import { type EqualizerName, recordingLength, type Scenario } from "#core/experiments/scenario.ts";
import { defaultPageBlocks } from "#core/experiments/page.ts";
import { synthesize, type SynthesizeStep } from "#core/experiments/synthesize.ts";
import type { Gpu } from "#core/gpu/device.ts";
import { type GpuHost, type Recovery, resilient } from "#core/gpu/host.ts";
import { SAMPLE_RATE } from "#core/soqpsk/packet.ts";
import type { ReceptionStep, RecordingSummary } from "./protocol.ts";

/** Recordings on their way between files and receiver. */
export interface RecordingDesk {
  open(
    files: File[],
    hints: OpenHints,
    onRead: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<RecordingSummary[]>;
  receive(index: number, scenario: Scenario, onStep: (step: ReceptionStep) => void, signal: AbortSignal): Promise<void>;
  bits(equalizer: EqualizerName): Blob;
  save(
    scenario: Scenario,
    name: string,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Blob | undefined>;
}

/** Keeps the recordings that are open, and the bits of the last reception. */
export function createRecordingDesk(host: GpuHost, onRecovery: (recovery: Recovery) => void): RecordingDesk {
  let recordings: Recording[] = [];
  // Blobs, not arrays: the browser keeps large ones on disk.
  let decided = new Map<EqualizerName, Blob[]>();

  return {
    async open(files, hints, onRead, signal) {
      let read = 0;
      const sources = files.map((file): ByteSource => {
        return {
          name: file.name,
          size: file.size,
          async slice(start, end) {
            signal.throwIfAborted();
            const bytes = await file.slice(start, end).arrayBuffer();
            onRead((read += bytes.byteLength));
            return bytes;
          },
        };
      });
      const opened = await openRecording(sources, hints);
      const gpu = await host.get();
      const summaries: RecordingSummary[] = [];
      for (const recording of opened) summaries.push(await summarize(gpu, recording));
      recordings = opened;
      return summaries;
    },

    async receive(index, scenario, onStep, signal) {
      const recording = recordings[index];
      if (!recording) throw new RangeError(`recording ${index + 1} of ${recordings.length} was asked for`);
      const keep = scenario.equalizers;
      decided = new Map(keep.map((equalizer) => [equalizer, []]));
      const pageBlocks = defaultPageBlocks(await host.get());
      const run = (gpu: Gpu, state = newReception(), blocks?: number) => {
        const { source, scenario: made } = receivable(gpu, recording);
        const config = { scenario: receiverOf(scenario, made), known: made !== undefined, keep };
        return receive(gpu, source, config, state, { signal, pageBlocks: blocks });
      };
      for await (const step of resilient(host, newReception(), run, { page: pageBlocks, onRecovery })) {
        for (const { equalizer, bits } of step.decisions) decided.get(equalizer)?.push(new Blob([bits]));
        await onStep({ progress: step.progress, packets: step.packets, results: step.results });
      }
    },

    bits: (equalizer) => new Blob(decided.get(equalizer) ?? [], { type: "application/octet-stream" }),

    async save(scenario, name, onProgress, signal) {
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
      const parts: Blob[] = [];
      try {
        for await (const piece of sigmfArchive(content, chunks())) parts.push(new Blob([piece]));
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
      return new Blob(parts, { type: "application/x-tar" });
    },
  };
}

/** The page's receiver on what was sent: the signal's fields from the recording's own scenario, where it has one. */
function receiverOf(page: Scenario, made: Scenario = page): Scenario {
  const { equalizers, cmaPasses, cmaStep, cmaStart, fdeWeighting, frequencyEstimate, loop } = page;
  return { ...made, equalizers, cmaPasses, cmaStep, cmaStart, fdeWeighting, frequencyEstimate, loop };
}

async function summarize(gpu: Gpu, recording: Recording): Promise<RecordingSummary> {
  const { title, format, samples, channels, sampleRate, centerFrequency, captures, annotations, metadata } = recording;
  const guesses = [...recording.guesses];
  let refusal: string | undefined;
  let scenario: Scenario | undefined;
  try {
    const taken = receivable(gpu, recording);
    scenario = taken.scenario;
    guesses.push(...taken.notes);
  } catch (error) {
    refusal = (error as Error).message;
  }
  const description = metadata["core:description"];
  return {
    title,
    format,
    datatype: recording.datatype.name,
    samples,
    channels,
    sampleRate,
    centerFrequency,
    datetime: captures[0]?.datetime,
    description: typeof description === "string" ? description : undefined,
    annotations: annotations.length,
    warnings: recording.warnings,
    guesses,
    scenario,
    refusal,
    preview: await previewRecording(gpu, recording),
  };
}
