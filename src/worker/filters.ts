// What the Filters lab asks of the core, fetched when it first does.
import type { Recording } from "#core/capture/recording.ts";
import type { Excerpt } from "#core/capture/excerpt.ts";
import type { FilterExperiment } from "#core/experiments/filters/experiment.ts";
import { heldSamples, type Passage, type PassageFacts, passageOf } from "#core/experiments/filters/passage.ts";
import { madeSignal, recordedSignal } from "#core/experiments/filters/signal.ts";
import { previewRecording, type RecordingPreview } from "#core/experiments/preview.ts";
import { type Waterfall, waterfallOf, type WaterfallView } from "#core/experiments/waterfall.ts";
import type { Gpu } from "#core/gpu/device.ts";
import type { PassedSide } from "./protocol.ts";

export { timePages } from "#core/experiments/filters/pages.ts";
export { viewFilter } from "#core/experiments/filters/view.ts";
export { compareWays } from "#core/experiments/filters/ways.ts";

/** The last signal that went through a filter, before and after. */
export interface FilterDesk {
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
}

export function createFilterDesk(): FilterDesk {
  let passage: Passage | undefined;

  function held(side: PassedSide) {
    if (!passage) throw new RangeError("filters: no signal has gone through a filter yet");
    return { values: passage[side], kind: passage.kind };
  }
  const looked = (side: PassedSide) => {
    const { values, kind } = held(side);
    return heldSamples(values, kind);
  };

  return {
    async pass(gpu, config, recorded, options) {
      const x = recorded ? recordedSignal(recorded.recording, recorded.part) : madeSignal(config);
      const made = await passageOf(gpu, config, x, options);
      passage = made;
      const { before: _, after: __, ...facts } = made;
      return facts;
    },
    waterfall: (gpu, side, view) => waterfallOf(gpu, looked(side), { ...view, channel: 0 }),
    spectrum: (gpu, side) => {
      const samples = looked(side);
      return previewRecording(gpu, samples, { start: 0, count: samples.samples });
    },
    async samples(side, start, count) {
      const { values, kind } = held(side);
      const width = kind === "complex" ? 2 : 1;
      return values.slice(width * start, width * (start + count));
    },
  };
}
