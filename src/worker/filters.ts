// What the Filters lab asks of the core, fetched when it first does.
import type { Excerpt } from "#core/capture/excerpt.ts";
import type { Recording } from "#core/capture/recording.ts";
import { sigmfArchive } from "#core/capture/sigmf-writer.ts";
import { FULL_SCALE, wavFile } from "#core/capture/wav-writer.ts";
import type { FilterExperiment } from "#core/filters/experiment.ts";
import { nameOf } from "#core/filters/names.ts";
import { heldSamples, type Passage, type PassageFacts, passageOf } from "#core/filters/passage.ts";
import { madeSignal, recordedSignal } from "#core/filters/signal.ts";
import { type Sound, type SoundConfig, soundOf } from "#core/filters/sound.ts";
import { previewRecording, type RecordingPreview } from "#core/capture/preview.ts";
import { type FilterView, viewOf } from "#core/filters/view.ts";
import { type Waterfall, waterfallOf, type WaterfallView } from "#core/capture/waterfall.ts";
import type { Gpu } from "#core/gpu/device.ts";
import type { FilterSpec } from "#core/filter-design/spec.ts";
import { createDesigner } from "./designer.ts";
import type { ExcerptFile, PassedSide } from "./protocol.ts";

/** The last filter that was designed, and the last signal that went through one, before and after. */
export interface FilterDesk {
  view(spec: FilterSpec, options: { signal: AbortSignal; onTaps: (taps: number) => void }): Promise<FilterView>;
  /** @param recorded What is filtered in place of the experiment's own signal. */
  pass(
    gpu: Gpu,
    config: FilterExperiment,
    recorded: { recording: Recording; part: Excerpt } | undefined,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<PassageFacts>;
  waterfall(gpu: Gpu, side: PassedSide, view: Omit<WaterfallView, "channel">): Promise<Waterfall>;
  spectrum(gpu: Gpu, side: PassedSide): Promise<RecordingPreview>;
  /** Samples from `start` on: float32, complex ones as pairs. */
  samples(side: PassedSide, start: number, count: number): Promise<Float32Array<ArrayBuffer>>;
  save(side: PassedSide, file: Pick<ExcerptFile, "format" | "name">): Promise<Blob>;
  listen(
    gpu: Gpu,
    side: PassedSide,
    config: SoundConfig,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<Sound>;
}

/** Milliseconds after which a design says what it is at, and between two times. */
const TELL_MS = 200;

export function createFilterDesk(): FilterDesk {
  const design = createDesigner();
  let passage: (Passage & { sampleRate?: number; design: FilterExperiment["design"] }) | undefined;

  function held(side: PassedSide) {
    if (!passage) throw new RangeError("filters: no signal has gone through a filter yet");
    return { ...passage, values: passage[side], width: passage.kind === "complex" ? 2 : 1 };
  }
  const looked = (side: PassedSide) => {
    const { values, kind } = held(side);
    return heldSamples(values, kind);
  };

  return {
    async view(spec, { signal, onTaps }) {
      let told = performance.now();
      const tell = (taps: number) => {
        if (performance.now() - told < TELL_MS) return;
        told = performance.now();
        onTaps(taps);
      };
      return viewOf(spec, await design(spec, { signal, onTaps: tell }));
    },
    async pass(gpu, config, recorded, options) {
      const sampleRate = recorded?.recording.sampleRate ?? config.design.rate;
      const x = recorded ? recordedSignal({ ...recorded.recording, sampleRate }, recorded.part) : madeSignal(config);
      const filter = await design(config.design, { signal: options.signal });
      const made = await passageOf(gpu, config, x, { ...options, filter });
      passage = { ...made, sampleRate, design: config.design };
      const { before: _, after: __, ...facts } = made;
      return facts;
    },
    waterfall: (gpu, side, view) => waterfallOf(gpu, looked(side), { ...view, channel: 0 }),
    spectrum: (gpu, side) => {
      const samples = looked(side);
      return previewRecording(gpu, samples, { start: 0, count: samples.samples });
    },
    async samples(side, start, count) {
      const { values, width } = held(side);
      return values.slice(width * start, width * (start + count));
    },
    async save(side, { format, name }) {
      const { values, kind, sampleRate, samples, tags, design: spec } = held(side);
      const real = kind === "real";
      if (format !== "sigmf") {
        if (sampleRate === undefined)
          throw new RangeError("filters: a WAV file needs a sample rate; give the filter's");
        return wavOf(values, {
          rate: sampleRate,
          channels: real ? 1 : 2,
          format: format === "wav-f32" ? "f32" : "i16",
        });
      }
      const tuned = tags
        .filter(({ key, sample }) => key === "rx_freq" && sample < samples)
        .map(({ sample, value }) => ({ start: Math.max(0, Math.floor(sample)), centerFrequency: Number(value) }));
      const captures = tuned[0]?.start === 0 ? tuned : [{ start: 0 }, ...tuned];
      const description = side === "after" ? `Filtered: ${nameOf(spec)}.` : undefined;
      const content = { name, samples, sampleRate, real, captures, description };
      return blobOf(sigmfArchive(content, whole(values)), "application/x-tar");
    },
    async listen(gpu, side, config, options) {
      const { values, kind, rate, samples, width } = held(side);
      const read = async (start: number, count: number) => values.slice(width * start, width * (start + count));
      return soundOf(gpu, config, { kind, rate, samples, read }, options);
    },
  };
}

/** Sound as WAV. */
export const soundFile = (sound: Sound): Promise<Blob> => wavOf(sound.samples, { ...sound, format: "i16" });

async function* whole(values: Float32Array<ArrayBuffer>) {
  yield values;
}

/** Samples of 16 bits are turned down to full scale where they are louder. */
function wavOf(
  values: Float32Array<ArrayBuffer>,
  { rate: sampleRate, channels, format }: { rate: number; channels: 1 | 2; format: "f32" | "i16" },
): Promise<Blob> {
  const peak = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const gain = format === "i16" && peak > FULL_SCALE ? FULL_SCALE / peak : 1;
  const samples = values.length / channels;
  return blobOf(wavFile({ samples, sampleRate, channels, format, gain }, whole(values)), "audio/wav");
}

async function blobOf(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>, type: string): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const piece of pieces) parts.push(piece);
  return new Blob(parts, { type });
}
