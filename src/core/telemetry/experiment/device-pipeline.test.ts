import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packetShards, type PipelineRun, splitStages, stagePipeline } from "./device-pipeline.ts";

const stagesOf = (times: readonly number[]) => times.map((ms, i) => ({ name: `stage ${i}`, ms }));
const times = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 7 });
const BATCHES = 12;

/** Returns the time between the last two finished batches. */
function lastPeriod({ events, groups }: PipelineRun): number {
  const ends = Array.from({ length: BATCHES }, (_, batch) =>
    Math.max(...events.filter((event) => event.batch === batch).map(({ end }) => end)),
  );
  expect(groups.length).toBeLessThan(BATCHES);
  return ends.at(-1)! - ends.at(-2)!;
}

describe("telemetry/device-pipeline", () => {
  it("splits stages so that the slowest device is as fast as possible: every split is tried", () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 4 }), (list, devices) => {
        const groups = splitStages(stagesOf(list), devices);
        expect(groups.flat()).toEqual(stagesOf(list));
        expect(groups.length).toBeLessThanOrEqual(devices);
        const sums = groups.map((group) => group.reduce((sum, { ms }) => sum + ms, 0));
        let best = Infinity;
        for (let cuts = 0; cuts < 2 ** (list.length - 1); cuts++) {
          const parts = [0];
          for (const [i, ms] of list.entries()) {
            parts[parts.length - 1] += ms;
            if (i < list.length - 1 && cuts & (1 << i)) parts.push(0);
          }
          if (parts.length <= devices) best = Math.min(best, Math.max(...parts));
        }
        expect(Math.max(...sums)).toBe(best);
      }),
    );
  });

  it("the slowest stage or transfer limits a pipeline's throughput; shards share the sum", () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3000 }), (list, devices, copy) => {
        const stages = stagesOf(list);
        const sum = list.reduce((a, b) => a + b);
        const pipeline = stagePipeline(stages, devices, copy, BATCHES);
        expect(lastPeriod(pipeline)).toBe(pipeline.period);
        const first = pipeline.events.filter(({ batch }) => batch === 0);
        expect(Math.max(...first.map(({ end }) => end))).toBe(pipeline.latency);
        const shards = packetShards(stages, devices, devices * BATCHES);
        expect(Math.max(...shards.events.map(({ end }) => end))).toBe(BATCHES * sum);
        expect(shards.period).toBe(sum / devices);
        // No pipeline beats equal shards.
        expect(pipeline.period).toBeGreaterThanOrEqual(shards.period);
      }),
    );
  });

  it("does one thing at a time on each device and link", () => {
    const { events } = stagePipeline(stagesOf([113, 18, 406, 355, 1070]), 3, 195, 5);
    for (const kind of ["compute", "transfer"]) {
      for (const device of [0, 1, 2]) {
        const mine = events.filter((event) => event.device === device && event.kind === kind);
        for (const [i, { start }] of mine.slice(1).entries()) expect(start).toBeGreaterThanOrEqual(mine[i].end);
      }
    }
  });
});
