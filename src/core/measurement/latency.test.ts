import { describe, expect, it } from "vitest";
import type { Gpu } from "../gpu/device.ts";
import { lockOf } from "../gpu/lock.ts";
import { latencyOf, type LatencyStep, measureLatency } from "./latency.ts";

/** A device without work, and a clock that moves by 2⁻¹⁰ ms with each look and by a given time with each run. */
function simulated(duration: (run: number) => number, software = false) {
  const gpu = { device: {}, adapter: { software } } as Gpu;
  let [now, runs, destroyed] = [0, 0, 0];
  const clock = () => (now += 2 ** -10);
  const unit = {
    async run() {
      now += duration(runs++);
    },
    destroy: () => void destroyed++,
  };
  const counts = () => ({ runs, destroyed });
  return { gpu, clock, open: async () => unit, counts };
}

const fresh = { config: "a unit", times: [], clockStep: 0 };

async function all<T>(steps: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const step of steps) seen.push(step);
  return seen;
}

describe("latency", () => {
  it("is the median of all runs, and the time within which 99 % end: ranks ⌈n/2⌉ and ⌈0.99 n⌉", () => {
    const times = Array.from({ length: 200 }, (_, i) => ((37 * i) % 200) + 1);
    const latency = { median: 100.5, within99: 198, least: 1, most: 200, runs: 200, clockStep: 0.1 };
    expect(latencyOf({ times, clockStep: 0.1 })).toEqual(latency);
    expect(latencyOf({ times: [3, 1, 2], clockStep: 0 })).toMatchObject({ median: 2, within99: 3 });
    expect(() => latencyOf({ times: [], clockStep: 0 })).toThrow("needs the time of at least one run, got none");
  });

  it("counts 200 runs after 20 that warm the device, in pieces between which other work runs", async () => {
    const { gpu, clock, open, counts } = simulated((run) => (run < 20 ? 1000 : 1 + (run % 2)));
    const order: string[] = [];
    const steps: LatencyStep<string>[] = [];
    for await (const step of measureLatency(gpu, fresh, open, { clock })) {
      steps.push(step);
      order.push("piece");
      void lockOf(gpu.device).share(async () => void order.push("other"));
    }
    const { state, progress, done } = steps.at(-1)!;
    expect([progress, done, counts()]).toEqual([1, true, { runs: 220, destroyed: 1 }]);
    // Each measured time has the one look at the clock that ends it.
    const { median, within99, runs, clockStep } = latencyOf(state);
    expect({ median, within99, runs, clockStep }).toEqual({
      median: 1.5 + 2 ** -10,
      within99: 2 + 2 ** -10,
      runs: 200,
      clockStep: 2 ** -10,
    });
    expect(order.slice(0, 4)).toEqual(["piece", "other", "piece", "other"]);
  });

  it("continues from the times of an earlier device, makes fewer runs on a software adapter, and stops on request", async () => {
    const resumed = simulated(() => 1);
    const steps = await all(
      measureLatency(resumed.gpu, { ...fresh, times: Array(199).fill(5) }, resumed.open, resumed),
    );
    expect(steps.at(-1)?.state.times).toEqual([...Array(199).fill(5), 1 + 2 ** -10]);
    const slow = simulated(() => 1000, true);
    expect((await all(measureLatency(slow.gpu, fresh, slow.open, slow))).at(-1)?.state.times).toHaveLength(20);
    const stopped = simulated(() => 1);
    const { signal } = { signal: AbortSignal.abort() };
    expect(await all(measureLatency(stopped.gpu, fresh, stopped.open, { ...stopped, signal }))).toEqual([]);
    expect(stopped.counts()).toEqual({ runs: 0, destroyed: 1 });
  });

  it("ends at once when it is stopped while the unit's kernels compile, and gives the late unit back", async () => {
    const { gpu, open, clock, counts } = simulated(() => 1);
    const stopping = new AbortController();
    let compiled = () => {};
    const late = async () => {
      await new Promise<void>((resolve) => (compiled = resolve));
      return open();
    };
    const steps = all(measureLatency(gpu, fresh, late, { clock, signal: stopping.signal }));
    stopping.abort();
    expect(await steps).toEqual([]);
    expect(counts()).toEqual({ runs: 0, destroyed: 0 });
    compiled();
    await new Promise((resolve) => setTimeout(resolve));
    expect(counts()).toEqual({ runs: 0, destroyed: 1 });
  });
});
