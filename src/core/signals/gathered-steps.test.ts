import { expect, it } from "vitest";
import { CaptureError } from "../capture/capture-error.ts";
import { gatheredSteps } from "./gathered-steps.ts";
import type { MeasureStep } from "./runs.ts";

const SIGNALS = 100_000;

/** One step for each signal. After the last step the file becomes shorter. */
async function* singleSteps(): AsyncGenerator<MeasureStep> {
  for (let id = 1; id <= SIGNALS; id++) {
    yield { progress: id / SIGNALS, detections: [{ id } as never], messages: [], measuring: 0 };
  }
  throw new CaptureError("x: has become shorter");
}

it("hands many signals over in few steps, in their order, and all of them before an error", async () => {
  const steps: MeasureStep[] = [];
  const gather = async () => {
    for await (const step of gatheredSteps(singleSteps())) steps.push(step);
  };
  await expect(gather()).rejects.toThrow("has become shorter");
  const ids = steps.flatMap(({ detections }) => detections.map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: SIGNALS }, (_, i) => i + 1));
  // A thousand one by one; the others ten times per second.
  expect(steps.length).toBeLessThan(SIGNALS / 10);
  expect(steps.at(-1)!.progress).toBe(1);
});
