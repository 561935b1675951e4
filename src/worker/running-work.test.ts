import { describe, expect, it } from "vitest";
import { createRunningWork } from "./running-work.ts";

/** A long run in steps. It checks its signal between them, as experiments do. */
function longRun(name: string, log: string[]) {
  return async (signal: AbortSignal) => {
    log.push(`${name} begins`);
    for (let step = 0; step < 3; step++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (signal.aborted) break;
    }
    log.push(`${name} ends`);
    signal.throwIfAborted();
    return name;
  };
}

describe("worker/turns", () => {
  it("ends a long run before the next one begins, and runs only the newest of the waiting runs", async () => {
    const { alone } = createRunningWork();
    const log: string[] = [];
    const first = alone(longRun("sweep", log));
    await new Promise((resolve) => setTimeout(resolve, 1));
    const overtaken = alone(longRun("timing", log));
    const last = alone(longRun("reception", log));
    expect(await Promise.all([first, overtaken, last])).toEqual([undefined, undefined, "reception"]);
    expect(log).toEqual(["sweep begins", "sweep ends", "reception begins", "reception ends"]);
  });

  it("begins after a failed run, whose error only its caller gets", async () => {
    const { alone } = createRunningWork();
    const failing = alone(async () => {
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await alone(longRun("sweep", []))).toBe("sweep");
  });

  it("ends work when new work of its kind begins, and all work at a stop", () => {
    const { arrive, stop } = createRunningWork();
    const [reading, design] = [arrive()("reading"), arrive()("design")];
    const next = arrive()("reading");
    expect([reading.aborted, design.aborted, next.aborted]).toEqual([true, false, false]);
    stop();
    expect([design.aborted, next.aborted]).toEqual([true, true]);
  });

  it("never lets an older question, whose module came later, end newer work", () => {
    const { arrive, end } = createRunningWork();
    const [older, newer] = [arrive(), arrive()];
    const [newest, late] = [newer("reading"), older("reading")];
    expect([newest.aborted, late.aborted]).toEqual([false, true]);
    // A question may end work of its kinds that was asked for later.
    end("reading");
    expect(newest.aborted).toBe(true);
  });
});
