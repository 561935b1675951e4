import type { ByteSource } from "#core/capture/byte-source.ts";
import { type Excerpt, excerptAnnotations, excerptCaptures, excerptSamples } from "#core/capture/excerpt.ts";
import { type Recording, scan } from "#core/capture/recording.ts";
import { type OpenHints, openRecording } from "#core/capture/registry.ts";
import { sigmfArchive } from "#core/capture/sigmf-writer.ts";
import { FULL_SCALE, wavFile } from "#core/capture/wav-writer.ts";
import { previewRecording, type RecordingPreview, surveyRecording } from "#core/capture/preview.ts";
import { newReception, receive } from "#core/telemetry/experiment/receive.ts";
import { receivable, within } from "#core/telemetry/experiment/receivable.ts";
import { type EqualizerName, recordingLength, type Scenario } from "#core/telemetry/experiment/scenario.ts";
import { defaultPageBlocks } from "#core/telemetry/experiment/page.ts";
import { synthesize, type SynthesizeStep } from "#core/telemetry/experiment/synthesize.ts";
import type { Gpu } from "#core/gpu/device.ts";
import { type GpuHost, type Recovery, resilient } from "#core/gpu/host.ts";
import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { type Waterfall, waterfallOf, type WaterfallView } from "#core/capture/waterfall.ts";
import { untilStopped } from "./until-stopped.ts";
import type { ExcerptFile, ReceptionStep, RecordingSummary } from "./protocol.ts";

/** Recordings on their way between files and receiver. */
export interface RecordingDesk {
  open(
    files: File[],
    hints: OpenHints,
    onRead: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<RecordingSummary[]>;
  /** @throws RangeError when there is no such recording. */
  recording(index: number): Recording;
  waterfall(gpu: Gpu, index: number, view: WaterfallView): Promise<Waterfall>;
  preview(gpu: Gpu, index: number, part: Excerpt): Promise<RecordingPreview>;
  survey(index: number, part: Excerpt, onStep: (step: RecordingPreview) => void, signal: AbortSignal): Promise<void>;
  verify(index: number, onProgress: (share: number) => void, signal: AbortSignal): Promise<boolean | undefined>;
  saveExcerpt(
    index: number,
    file: ExcerptFile,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Blob | undefined>;
  receive(
    index: number,
    scenario: Scenario,
    part: Excerpt | undefined,
    onStep: (step: ReceptionStep) => void,
    signal: AbortSignal,
  ): Promise<void>;
  bits(equalizer: EqualizerName): Blob;
  save(
    scenario: Scenario,
    name: string,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Blob | undefined>;
}

/** Pause between two words on how much has been read. */
const TELL_MS = 100;

/** Keeps the recordings that are open, and the bits of the last reception. */
export function createRecordingDesk(host: GpuHost, onRecovery: (recovery: Recovery) => void): RecordingDesk {
  let recordings: Recording[] = [];
  // Blobs, not arrays: the browser keeps large ones on disk.
  let decided = new Map<EqualizerName, Blob[]>();

  function opened(index: number): Recording {
    const recording = recordings[index];
    if (!recording) throw new RangeError(`recording ${index + 1} of ${recordings.length} was asked for`);
    return recording;
  }

  return {
    async open(files, hints, onRead, signal) {
      let read = 0;
      // Once they are open, recordings are read for whoever asks: a stop ends the opening alone.
      let opening = true;
      let telling: unknown;
      const tell = () => {
        telling = undefined;
        onRead(read);
      };
      const sources = files.map((file): ByteSource => {
        return {
          name: file.name,
          size: file.size,
          async slice(start, end) {
            if (opening) signal.throwIfAborted();
            const bytes = await file.slice(start, end).arrayBuffer();
            read += bytes.byteLength;
            telling ??= setTimeout(tell, TELL_MS);
            return bytes;
          },
        };
      });
      const found = await openRecording(sources, hints);
      const gpu = await host.get();
      const summaries: RecordingSummary[] = [];
      for (const recording of found) summaries.push(await summarize(gpu, recording));
      recordings = found;
      opening = false;
      return summaries;
    },

    recording: opened,
    waterfall: (gpu, index, view) => waterfallOf(gpu, opened(index), view),
    preview: (gpu, index, part) => previewRecording(gpu, opened(index), part),

    async survey(index, part, onStep, signal) {
      // On a new device it begins again: a reading to the end is seldom long.
      async function* steps(gpu: Gpu) {
        for await (const step of surveyRecording(gpu, opened(index), part, { signal }))
          yield { state: undefined, step };
      }
      for await (const { step } of resilient(host, undefined, steps, { onRecovery })) await onStep(step);
    },

    verify: (index, onProgress, signal) =>
      untilStopped(signal, async () => opened(index).verify?.({ signal, onProgress })),

    saveExcerpt: (index, file, onProgress, signal) =>
      untilStopped(signal, async () => {
        const parts: Blob[] = [];
        for await (const piece of written(opened(index), file, { signal, onProgress })) parts.push(new Blob([piece]));
        return new Blob(parts, { type: file.format === "sigmf" ? "application/x-tar" : "audio/wav" });
      }),

    async receive(index, scenario, part, onStep, signal) {
      const recording = opened(index);
      const keep = scenario.equalizers;
      decided = new Map(keep.map((equalizer) => [equalizer, []]));
      const pageBlocks = defaultPageBlocks(await host.get());
      const { first } = receivable(await host.get(), recording, part?.channel);
      const begin = newReception(first + (part?.start ?? 0));
      const run = (gpu: Gpu, state = begin, blocks?: number) => {
        const { source, scenario: made } = receivable(gpu, recording, part?.channel);
        const cut = part && { start: first + part.start, count: part.count };
        const config = { scenario: receiverOf(scenario, made), known: made !== undefined, keep };
        return receive(gpu, cut ? within(source, cut) : source, config, state, { signal, pageBlocks: blocks });
      };
      for await (const step of resilient(host, begin, run, { page: pageBlocks, onRecovery })) {
        for (const { equalizer, bits } of step.decisions) decided.get(equalizer)?.push(new Blob([bits]));
        const packets = step.packets.map((packet) => ({ ...packet, start: packet.start - first }));
        await onStep({ progress: step.progress, packets, results: step.results });
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
      return untilStopped(signal, async () => {
        const parts: Blob[] = [];
        for await (const piece of sigmfArchive(content, chunks())) parts.push(new Blob([piece]));
        return new Blob(parts, { type: "application/x-tar" });
      });
    },
  };
}

/** An excerpt as the bytes of a file. */
async function* written(
  recording: Recording,
  { part, format, name, annotations }: ExcerptFile,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { title, metadata, sampleRate, datatype, channels } = recording;
  const { start, count: samples, channel = 0 } = part;
  const captures = excerptCaptures(recording, part);
  if (format === "sigmf") {
    const cut = excerptAnnotations(annotations, part);
    const whole = start === 0 && samples === recording.samples && channel === 0;
    const content = { name, samples, sampleRate, metadata, captures };
    const origin = { title, start, channel };
    // A part's place among the scenario's packets is known where the receiver takes its samples as they are.
    const known = whole || (datatype.complex && channels === 1);
    const scenario = known ? metadata["threeray:scenario"] : undefined;
    const scenarioStart = scenario ? Number(metadata["threeray:scenario_start"] ?? 0) + start : 0;
    const chunks = excerptSamples(recording, part, { signal, onProgress });
    yield* sigmfArchive({ ...content, annotations: cut, origin, scenario, scenarioStart }, chunks);
    return;
  }
  const { centerFrequency, datetime } = captures[0] ?? {};
  let gain = 1;
  const share = format === "wav-i16" ? 0.5 : 1;
  if (format === "wav-i16") {
    const { peak } = await scan(recording, { ...part, signal, onProgress: (done) => onProgress(share * done) });
    gain = Math.min(1, FULL_SCALE / Math.sqrt(peak));
  }
  const progress = (done: number) => onProgress(1 - share + share * done);
  const chunks = excerptSamples(recording, part, { signal, onProgress: progress });
  const numbers = format === "wav-i16" ? "i16" : "f32";
  yield* wavFile({ samples, sampleRate: sampleRate ?? 1, format: numbers, gain, centerFrequency, datetime }, chunks);
}

/** The page's receiver on what was sent: the signal's fields from the recording's own scenario, where it has one. */
function receiverOf(page: Scenario, made: Scenario = page): Scenario {
  const { equalizers, cmaPasses, cmaStep, cmaStart, fdeWeighting, frequencyEstimate, loop } = page;
  return { ...made, equalizers, cmaPasses, cmaStep, cmaStart, fdeWeighting, frequencyEstimate, loop };
}

async function summarize(gpu: Gpu, recording: Recording): Promise<RecordingSummary> {
  const { read: _, verify, datatype, ...facts } = recording;
  let notes: string[] = [];
  let refusal: string | undefined;
  let scenario: Scenario | undefined;
  try {
    const taken = receivable(gpu, recording);
    scenario = taken.scenario;
    notes = taken.notes;
  } catch (error) {
    refusal = (error as Error).message;
  }
  const preview = await previewRecording(gpu, recording);
  return {
    ...facts,
    guesses: [...facts.guesses, ...beginningLeftOut(preview)],
    datatype: datatype.name,
    complex: datatype.complex,
    hashed: verify !== undefined,
    scenario,
    notes,
    refusal,
    preview,
  };
}

function beginningLeftOut({ start }: RecordingPreview): string[] {
  if (start === 0) return [];
  return [`The first ${start} samples are more than 10 dB louder than the rest: the first spectrum leaves them out.`];
}
