import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Detection } from "#core/signals/detection.ts";

/** The worker measures a box when the test says so, and a search runs until then. */
const answer = vi.hoisted(() => ({ measure: (() => {}) as (found: unknown) => void }));
vi.mock("../../../kit/engine.ts", () => ({
  worker: {
    ask: (_: string, what: string) =>
      what === "measureBox" ? new Promise((resolve) => (answer.measure = resolve)) : Promise.resolve(),
    run: () => new Promise(() => {}),
    stop: () => Promise.resolve(),
  },
  useGpu: { getState: () => ({}) },
  useCallError: { subscribe: () => {} },
  isReady: () => true,
  isWorkerLoss: () => false,
}));

const { undoOf, useNotices } = await import("../../../elements/notices.ts");
const { useRecording } = await import("../../../kit/recording/recording.ts");
const { useWaterfall } = await import("../waterfall/store.ts");
const { finding, measureSelection, removeSignal } = await import("./store.ts");

const opened = (title: string) =>
  ({ title, samples: 1000, sampleRate: 8000, complex: true, captures: [], annotations: [] }) as never;
const signal = (id: number) => ({ id, class: "QPSK", snrDb: 10 }) as Detection;
const list = (...ids: number[]) => {
  const state = { config: finding.config() as never };
  finding.take({ state, progress: 1, done: true, messages: [], found: ids.map(signal) });
};
const ids = () => finding.store.getState().step?.found.map(({ id }) => id);

describe("recordings/signals", () => {
  beforeEach(() => {
    useNotices.setState({ notices: [] });
    useRecording.setState({ files: [], recordings: [opened("first")], chosen: 0 });
    useWaterfall.setState({ selection: { start: 0, count: 500, low: 0, high: 0.1 } });
    list(1, 2, 3);
  });
  const measure = () => measureSelection(useRecording.getState().recordings[0]);

  it("adds a measured box to the list as it is then", async () => {
    const measuring = measure();
    removeSignal(signal(3));
    answer.measure(signal(0));
    await measuring;
    expect(ids()).toEqual([1, 2, 3]);
    // The deleted signal comes back under another number.
    undoOf(useNotices.getState().notices)?.action?.run();
    expect(ids()).toEqual([1, 2, 3, 4]);
  });

  it("does not add a measured box to the list of another recording", async () => {
    const measuring = measure();
    useRecording.setState({ files: [], recordings: [opened("second")] });
    answer.measure(signal(0));
    await measuring;
    expect(ids()).toBeUndefined();
  });

  it("brings a deleted signal back, but not into the list of a later search", () => {
    removeSignal(signal(2));
    undoOf(useNotices.getState().notices)?.action?.run();
    expect(ids()).toEqual([1, 2, 3]);
    removeSignal(signal(2));
    void finding.start();
    expect(undoOf(useNotices.getState().notices)).toBeUndefined();
  });
});
