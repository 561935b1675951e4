import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { CONVOLUTION } from "./comparison.ts";
import { newTimeline, timeline, type TimelineState } from "./timeline.ts";

const config = CONVOLUTION.parse({ signal: 500, filter: 23, batch: 16 });

describe("experiments/timeline", () => {
  it("records every part in every lane, in order, with 1, 2 and 3 buffers", async () => {
    const gpu = await testGpu();
    let state: TimelineState = newTimeline(config);
    expect(state).toMatchObject({ method: "overlap-save", parts: 8, signals: 2 });
    for await (const step of timeline(gpu, state)) state = step.state;
    expect(state.runs.map(({ buffers }) => buffers)).toEqual([1, 2, 3]);
    const lanes = gpu.timestamps ? ["fill", "upload", "compute", "download", "read"] : ["fill", "compute", "read"];
    for (const { buffers, ms, events, maxError, wrong } of state.runs) {
      expect(maxError).toBeGreaterThan(0);
      expect([maxError < 5e-6, wrong]).toEqual([true, false]);
      expect(events).toHaveLength(8 * lanes.length);
      for (const { start, end } of events) expect(end).toBeGreaterThanOrEqual(start);
      expect(Math.max(...events.filter(({ lane }) => lane === "read").map(({ end }) => end))).toBeLessThanOrEqual(ms);
      if (buffers > 1) continue;
      // With one set of buffers nothing of a part begins before the last one was read.
      const at = (lane: string, part: number) => events.find((event) => event.lane === lane && event.part === part)!;
      for (let part = 1; part < 8; part++) {
        expect(at("fill", part).start).toBeGreaterThanOrEqual(at("read", part - 1).end);
      }
    }
  });

  it("is correct with fewer parts than buffers", async () => {
    let state = newTimeline({ ...config, batch: 2 });
    for await (const step of timeline(await testGpu(), state)) state = step.state;
    expect(state.parts).toBe(2);
    expect(state.runs.map(({ wrong }) => wrong)).toEqual([false, false, false]);
  });

  it("chooses another method for long filters", () => {
    expect(newTimeline({ ...config, filter: 5000 }).method).toBe("direct");
  });
});
