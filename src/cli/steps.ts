import type { Gpu } from "../core/gpu/device.ts";
import { type GpuHost, resilient } from "../core/gpu/host.ts";
import { createProgress } from "./terminal.ts";

/**
 * Yields the steps of a run, and shows their progress. After a lost device the run continues from its last step.
 *
 * @param page The run's first batch, which shrinks where memory is short.
 */
export async function* shownSteps<Step extends { state: number; progress: number }>(
  command: string,
  host: GpuHost,
  page: number,
  run: (gpu: Gpu, from: number, page: number) => AsyncGenerator<Step>,
): AsyncGenerator<Step> {
  const progress = createProgress(command);
  for await (const step of resilient(host, 0 as number, run, { page })) {
    progress.update(step.progress);
    yield step;
  }
  progress.end();
}

/** Yields the samples of such steps. */
export async function* shownSamples(
  ...run: Parameters<typeof shownSteps<{ state: number; progress: number; samples: Float32Array<ArrayBuffer> }>>
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  for await (const { samples } of shownSteps(...run)) yield samples;
}
