import { blobOf } from "../capture/blob.ts";
import { beyondWav } from "../capture/beyond-wav.ts";
import { listOf } from "../configuration/list-of.ts";
import { type Derived, derivedFrom, lostText } from "../capture/derived.ts";
import { type Excerpt, excerptFacts } from "../capture/excerpt.ts";
import type { ExcerptFile } from "../capture/excerpt-file.ts";
import { openedRecording } from "../capture/opened.ts";
import { previewRecording, type RecordingPreview } from "../capture/preview.ts";
import { sigmfArchive } from "../capture/formats/sigmf-writer.ts";
import { type Waterfall, waterfallOf, type WaterfallView } from "../capture/waterfall.ts";
import { recordedSignal } from "../capture/signal.ts";
import { compileSpectrogram } from "../fft/spectrogram.ts";
import { isLong } from "../capture/long-view.ts";
import { wavBlob } from "../capture/formats/wav-blob.ts";
import { type Context, deviceRun, moved, onDevice, perContext, untilStopped } from "../experiment.ts";
import type { Filter } from "../filter-design/registry.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { meanDelay } from "./delay.ts";
import { createDesigner } from "./designer.ts";
import type { FilterExperiment } from "./experiment.ts";
import { nameOf } from "./names.ts";
import { type PagesState, timePages } from "./pages.ts";
import { heldSamples, type Passage, type PassageFacts, passageOf } from "./passage.ts";
import { madeSignal } from "./signal.ts";
import { type Sound, type SoundConfig, soundOf } from "../listening/sound.ts";
import { type FilterView, viewOf } from "./view.ts";
import { waterfallBins } from "./waterfall-bins.ts";
import { compareMethods, type MethodsState } from "./comparison.ts";

/** A signal before and after a filter. */
export type PassedSide = "before" | "after";

interface Session {
  /** Keeps the last designed filter. */
  design: ReturnType<typeof createDesigner>;
  /** The last filtered signal, before and after. */
  passage?: Passage & {
    sampleRate?: number;
    design: FilterExperiment["design"];
    /** What each side keeps of a recording. */
    origin?: Readonly<Record<PassedSide, Derived>>;
  };
}

const sessionOf = perContext((): Session => ({ design: createDesigner() }));

function valuesOf(context: Context, side: PassedSide) {
  const { passage } = sessionOf(context);
  if (!passage) throw new RangeError("filters: no signal has been filtered yet");
  return { ...passage, values: passage[side], width: passage.kind === "complex" ? 2 : 1 };
}

function samplesOf(context: Context, side: PassedSide) {
  const { values, kind } = valuesOf(context, side);
  return heldSamples(values, kind);
}

/** Returns what both sides of a filter keep of a recording. */
function sidesOf(recording: ReturnType<typeof excerptFacts>, samples: number, filter: Filter) {
  const before = derivedFrom(recording, { samples });
  return { before, after: derivedFrom(recording, { samples, delay: Math.round(meanDelay(filter)) }) };
}

/** Milliseconds after which a design reports its progress, and between two reports. */
const TELL_MS = 200;

export const runs = {
  methods: deviceRun((start: MethodsState) => start, compareMethods),
  pages: deviceRun((start: PagesState) => start, timePages),
};

export const asks = {
  /**
   * Designs a filter and returns its view; needs no GPU. Returns undefined after a stop, or when another design has started.
   *
   * @param onTaps Called repeatedly with the number of taps that a long design tries.
   */
  async design(context: Context, spec: FilterSpec, onTaps: (taps: number) => void): Promise<FilterView | undefined> {
    const signal = context.begin("design");
    let reportedAt = performance.now();
    const tell = (taps: number) => {
      if (performance.now() - reportedAt < TELL_MS) return;
      reportedAt = performance.now();
      onTaps(taps);
    };
    return untilStopped(signal, async () =>
      viewOf(spec, await sessionOf(context).design(spec, { signal, onTaps: tell })),
    );
  },

  /**
   * Filters the experiment's signal or a part of an opened recording, and keeps input and output. Returns undefined after a stop, or when another run has started.
   */
  async pass(
    context: Context,
    config: FilterExperiment,
    recorded: { index: number; part: Excerpt } | undefined,
    onProgress: (share: number) => void,
  ): Promise<PassageFacts | undefined> {
    const signal = context.begin("passage");
    const session = sessionOf(context);
    return untilStopped(signal, async () => {
      const recording = recorded && openedRecording(context, recorded.index);
      const sampleRate = recording?.sampleRate ?? config.design.rate;
      return onDevice(context, async (gpu) => {
        const x = recording ? recordedSignal({ ...recording, sampleRate }, recorded.part) : madeSignal(config);
        // The waterfalls' kernel is compiled beside the filter's. Its failure is reported when it is used.
        if (!isLong(x.samples)) {
          compileSpectrogram(gpu.device, { length: waterfallBins(x.samples) }).catch(() => {});
        }
        const filter = await session.design(config.design, { signal });
        const made = await passageOf(gpu, config, x, { signal, onProgress, filter });
        const origin = recording && sidesOf(excerptFacts(recording, recorded.part), made.samples, filter);
        session.passage = { ...made, sampleRate, design: config.design, origin };
        const { before: _, after: __, ...facts } = made;
        return facts;
      });
    });
  },

  /** The spectra and waterfalls of the last filtered signal. */
  waterfall: async (context: Context, side: PassedSide, view: Omit<WaterfallView, "channel">): Promise<Waterfall> =>
    moved(await onDevice(context, (gpu) => waterfallOf(gpu, samplesOf(context, side), { ...view, channel: 0 }))),

  spectrum: (context: Context, side: PassedSide): Promise<RecordingPreview> =>
    onDevice(context, (gpu) => {
      const samples = samplesOf(context, side);
      return previewRecording(gpu, samples, { start: 0, count: samples.samples });
    }),

  /** Samples of the last filtered signal from `start` on: float32, complex ones as pairs. */
  async samples(context: Context, side: PassedSide, start: number, count: number) {
    const { values, width } = valuesOf(context, side);
    return moved(values.slice(width * start, width * (start + count)));
  },

  /** The last filtered signal as a file, and sentences on what it does not keep. */
  async save(
    context: Context,
    side: PassedSide,
    { format, name }: Pick<ExcerptFile, "format" | "name">,
  ): Promise<{ file: Blob; notes: string[] }> {
    const { values, kind, sampleRate, samples, origin, design: spec } = valuesOf(context, side);
    const kept = origin?.[side];
    const lost = kept && lostText(kept);
    const notes = lost ? [lost] : [];
    const real = kind === "real";
    if (format !== "sigmf") {
      if (sampleRate === undefined)
        throw new RangeError("filters: a WAV file needs a sample rate; set the filter's rate");
      const beyond = beyondWav(kept ?? {});
      if (beyond.length > 0) notes.push(`WAV cannot hold ${listOf(beyond)} of the recording; SigMF can.`);
      const { centerFrequency, datetime } = kept?.captures[0] ?? {};
      const numbers = format === "wav-f32" ? "f32" : "i16";
      const content = { rate: sampleRate, channels: real ? 1 : 2, format: numbers, centerFrequency, datetime } as const;
      return { file: await wavBlob(values, content), notes };
    }
    const said = kept?.metadata["core:description"];
    const filtered = side === "after" ? `Filtered: ${nameOf(spec)}.` : undefined;
    const description = [said, filtered].filter(Boolean).join(" ") || undefined;
    const content = { ...kept, name, samples, sampleRate, real, description };
    return { file: await blobOf(sigmfArchive(content, whole(values)), "application/x-tar"), notes };
  },

  /** The last filtered signal as sound; undefined after a stop, or when another call has started. */
  async listen(
    context: Context,
    side: PassedSide,
    config: SoundConfig,
    onProgress: (share: number) => void,
  ): Promise<Sound | undefined> {
    const signal = context.begin("listening");
    const { values, kind, rate, samples, width } = valuesOf(context, side);
    const read = async (start: number, count: number) => values.slice(width * start, width * (start + count));
    return untilStopped(signal, () =>
      onDevice(context, (gpu) => soundOf(gpu, config, { kind, rate, samples, read }, { signal, onProgress })),
    );
  },
};

async function* whole(values: Float32Array<ArrayBuffer>) {
  yield values;
}
