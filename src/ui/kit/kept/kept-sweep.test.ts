import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SweepStep } from "#core/measurement/sweep.ts";
import type { Run } from "../run.ts";

const worker = {
  keepSweep: vi.fn<(id: string, about: { progress: number; ended: boolean }, isLast: boolean) => Promise<void>>(),
  dropSweep: vi.fn<(id: string) => Promise<void>>(),
};
vi.mock("../engine.ts", () => ({ worker }));
const { continueKept, createSweepKeeper } = await import("./kept-sweep.ts");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  worker.keepSweep.mockReset().mockResolvedValue();
  worker.dropSweep.mockReset().mockResolvedValue();
});
afterEach(() => void vi.useRealTimers());

/** A step of a sweep after some seconds. */
const at = (seconds: number, progress: number, config: object, phase: Run["phase"] = "running") =>
  ({
    phase,
    follow: false,
    ms: 1000 * seconds,
    step: {
      state: { config, shard: { index: 1, count: 1 }, ledger: {} },
      progress,
      done: progress === 1,
      steady: true,
    },
  }) as unknown as Run<SweepStep<unknown, unknown>>;

/** Shows runs to a keeper, each some seconds after the last one. Returns the writes. */
async function writes(keep: (run: ReturnType<typeof at>) => void, runs: ReturnType<typeof at>[], seconds = 1) {
  for (const run of runs) {
    vi.advanceTimersByTime(1000 * seconds);
    keep(run);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return worker.keepSweep.mock.calls.map(([id, { progress, ended }, isLast]) => ({ id, progress, ended, isLast }));
}

const keeper = (lab = "one") => createSweepKeeper(lab, async () => "{}");

it("writes at most once per second, and always the end", async () => {
  const runs = [at(6, 0.1, {}), at(6.2, 0.2, {}), at(6.4, 0.3, {}), at(7.2, 0.4, {}), at(7.3, 0.5, {}, "stopped")];
  const written = await writes(keeper(), runs, 0.4);
  expect(written.map(({ progress }) => progress)).toEqual([0.1, 0.4, 0.5]);
  expect(written.map(({ isLast }) => isLast)).toEqual([false, false, true]);
  expect(new Set(written.map(({ id }) => id)).size).toBe(1);
});

it("keeps each sweep in its own place, and forgets a short one that was replaced", async () => {
  const [a, b] = [{ seed: 1 }, { seed: 2 }];
  const written = await writes(keeper(), [at(6, 0.1, a), at(7, 0.2, a), at(6, 0.1, b), at(90, 0.5, b), at(6, 0.1, a)]);
  const ids = written.map(({ id }) => id);
  expect([ids[1] === ids[0], ids[2] === ids[1], ids[3] === ids[2], ids[4] === ids[3]]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(worker.dropSweep.mock.calls).toEqual([[ids[0]]]);
});

it("does not write a new run over the counts of an older one", async () => {
  const written = await writes(keeper(), [at(6, 0.8, {}), at(6, 0.1, {})]);
  expect(written[0].id).not.toBe(written[1].id);
});

it("continues an opened sweep in its place", async () => {
  continueKept({ id: "sweep-kept", lab: "one", config: { seed: 3 }, progress: 0.5 });
  const [other] = await writes(keeper("two"), [at(6, 0.6, { seed: 3 })]);
  expect(other.id).not.toBe("sweep-kept");
  worker.keepSweep.mockClear();
  const [less] = await writes(keeper(), [at(6, 0.2, { seed: 3 })]);
  expect(less.id).not.toBe("sweep-kept");
  worker.keepSweep.mockClear();
  const [more] = await writes(keeper(), [at(6, 0.6, { seed: 3 })]);
  expect(more.id).toBe("sweep-kept");
});

it("says once why nothing is kept, and tries again", async () => {
  worker.keepSweep.mockRejectedValue(new Error("The disk is full"));
  const { useNotices } = await import("../../elements/notices.ts");
  const written = await writes(keeper(), [at(6, 0.1, {}), at(7, 0.2, {})]);
  expect(written.length).toBe(2);
  expect(useNotices.getState().notices.map(({ text }) => text)).toEqual([
    "The counts of this sweep are not kept in this browser: The disk is full.",
  ]);
});
