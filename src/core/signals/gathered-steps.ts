import type { MeasureStep } from "./runs.ts";

/** Signals that cross to the page one by one. The signals of each {@link GATHER_MS} after them cross together: the page joins each step with all before. */
const FIRST = 1000;
const GATHER_MS = 100;

/** Joins steps that follow closely, once there are many signals. What was found before an error comes before it. */
export async function* gatheredSteps(steps: AsyncIterable<MeasureStep>): AsyncGenerator<MeasureStep> {
  let [told, count] = [-Infinity, 0];
  let held: MeasureStep | undefined;
  try {
    for await (const { progress, detections, messages, measuring } of steps) {
      held = {
        progress,
        detections: [...(held?.detections ?? []), ...detections],
        messages: [...(held?.messages ?? []), ...messages],
        measuring,
      };
      count += detections.length;
      if (count > FIRST && performance.now() - told < GATHER_MS) continue;
      told = performance.now();
      yield held;
      held = undefined;
    }
  } catch (error) {
    if (held) yield held;
    throw error;
  }
  if (held) yield held;
}
