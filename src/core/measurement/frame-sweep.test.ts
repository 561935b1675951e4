import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NOTHING_COUNTED } from "./error-rates.ts";
import { addFrame, type FrameSweepState, sweepFrames } from "./frame-sweep.ts";
import type { ErrorCount } from "./error-rates.ts";

/** Pages that a device takes which needs so long for a page of so many frames. */
async function pagesOn(msOf: (frames: number) => number): Promise<number[]> {
  const start: FrameSweepState<null, ErrorCount> = {
    config: null,
    point: 0,
    frame: 0,
    counts: [[{ ...NOTHING_COUNTED }]],
  };
  const pages: number[] = [];
  const sweep = {
    points: 1,
    frames: 4000,
    stopErrors: 0,
    most: 1024,
    async open(page: number) {
      return {
        async run() {
          pages.push(page);
          vi.advanceTimersByTime(msOf(page));
          return (count: ErrorCount) => addFrame(count, 100, 1);
        },
        destroy() {},
      };
    },
  };
  for await (const { state, done } of sweepFrames(start, sweep)) {
    if (done) expect(state.counts[0][0]).toEqual({ frames: 4000, frameErrors: 4000, bits: 400_000, errors: 4000 });
  }
  return pages;
}

describe("experiments/frame-sweep", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("lets pages grow on a fast device", async () => {
    expect((await pagesOn((frames) => frames / 100)).slice(0, 9)).toEqual([8, 16, 32, 64, 128, 256, 512, 1024, 1024]);
  });

  it("keeps steps short on a slow one", async () => {
    const pages = await pagesOn((frames) => 3 * frames);
    // The first growth tells that the device is busy.
    expect(pages.slice(0, 3)).toEqual([8, 16, 16]);
    expect(Math.max(...pages)).toBe(16);
  });

  it("fills a device that takes long for any page", async () => {
    const pages = await pagesOn((frames) => 100 + frames / 10);
    expect(Math.max(...pages)).toBe(1024);
  });
});
