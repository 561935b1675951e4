import { owning } from "../../gpu/owning.ts";
import { clear } from "../../gpu/submit.ts";
import type { Plan } from "../../gpu/timing.ts";
import { createPageUnit } from "./page-unit.ts";

export interface ContinuedPageConfig {
  /** Complex samples of a page, vec2f [length]. */
  input: GPUBuffer;
  length: number;
  /** Number of samples of earlier pages. */
  history: number;
}

/** A page behind the last samples of earlier pages, in its own unit. */
export interface ContinuedPage extends Plan {
  /** vec2f [history + length]. The samples before the first page are zeros. */
  readonly samples: GPUBuffer;
  /** Forgets earlier pages, for later submissions. */
  reset(): void;
}

/** Bytes of a sample. */
const SAMPLE = 8;

export const createContinuedPage = (
  device: GPUDevice,
  { input, length, history }: ContinuedPageConfig,
): Promise<ContinuedPage> =>
  owning(device, async ({ keep, memory }) => {
    const joined = memory.storage("samples with the earlier ones", SAMPLE * (history + length));
    const samples = memory.storage("samples in the page's unit", SAMPLE * (history + length));
    const earlier = memory.storage("earlier samples", SAMPLE * history);
    const scaling = await keep(createPageUnit(device, { input: joined, output: samples, length: history + length }));
    const reset = () => clear(device, "earlier samples", [earlier]);
    reset();
    return {
      label: scaling.label,
      samples,
      reset,
      encode(encoder, timestampWrites) {
        encoder.copyBufferToBuffer(earlier, 0, joined, 0, SAMPLE * history);
        encoder.copyBufferToBuffer(input, 0, joined, SAMPLE * history, SAMPLE * length);
        encoder.copyBufferToBuffer(joined, SAMPLE * length, earlier, 0, SAMPLE * history);
        scaling.encode(encoder, timestampWrites);
      },
    };
  });
