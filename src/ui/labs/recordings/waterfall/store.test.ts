import { expect, it, vi } from "vitest";
import type { Waterfall } from "#core/capture/waterfall.ts";

/** The worker's answers to questions with a limit of time and without one. */
const answers = vi.hoisted(() => ({ soon: {}, whole: {} }));
vi.mock("../../../kit/engine.ts", () => ({
  worker: {
    ask: async (...[, , , , mostMs]: unknown[]) => (mostMs === undefined ? answers.whole : answers.soon),
  },
  useGpu: { getState: () => ({}) },
  useCallError: { subscribe: () => {} },
  isReady: () => true,
  isWorkerLoss: () => false,
}));

const { useRecording } = await import("../../../kit/recording/recording.ts");
const { drawWaterfall, useWaterfall } = await import("./store.ts");

/** A picture of four samples: its segments are read at once. */
const picture = (fields: Partial<Waterfall>) => ({ decibels: new Float32Array(4), shared: false, ...fields });

it.each([
  ["the whole picture after an early one", picture({ early: true, complete: 0 }), picture({ complete: 1 })],
  [
    "the whole picture after one with shared segments",
    picture({ shared: true, complete: 0 }),
    picture({ complete: 1 }),
  ],
])("a view shows %s, however slow the GPU is", async (_, soon, whole) => {
  Object.assign(answers, { soon, whole });
  useRecording.setState({ recordings: [{ samples: 4 }] as never, chosen: 0 });
  useWaterfall.setState({ view: { start: 0, count: 4 }, picture: undefined });
  const shown: unknown[] = [];
  const end = useWaterfall.subscribe(({ picture }, before) => picture !== before.picture && shown.push(picture));
  await drawWaterfall();
  end();
  expect(shown).toEqual([soon, whole]);
  expect(useWaterfall.getState().computing).toBe(false);
});
