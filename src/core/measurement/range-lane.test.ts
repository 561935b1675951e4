import { expect, it } from "vitest";
import { type MadeUpConfig, madeUpHost, madeUpState, madeUpSweep } from "./made-up/testing.ts";
import { rangeLane } from "./range-lane.ts";
import { createRangeWorker, type RangeWorker } from "./range-worker.ts";
import { type Task, WorkerLostError } from "./schedule.ts";
import { simulatedCounts, simulatedSweep } from "./simulation/simulated-sweep.testing.ts";
import { newSweep, runSweep } from "./sweep.ts";

const config: MadeUpConfig = { lab: "made-up", dbs: [2, 4, 7], units: 3000, stop: 60, unitMs: 0.02 };
const options = { trial: 8, lanes: 3, onLost: () => {} };

/** Returns a function that opens workers. Each is lost at its range number `lostAt`. */
function workers(lostAt: number, opened: RangeWorker[] = []): () => Promise<RangeWorker> {
  return async () => {
    const worker = createRangeWorker(madeUpSweep, config, madeUpHost());
    let ranges = 0;
    const fragile: RangeWorker = {
      run: (task, signal) =>
        ++ranges > lostAt ? Promise.reject(new WorkerLostError("gone")) : worker.run(task, signal),
      close: worker.close,
    };
    opened.push(fragile);
    return fragile;
  };
}

async function run(lanes: readonly ReturnType<typeof rangeLane>[], signal?: AbortSignal) {
  let last;
  for await (const step of runSweep(madeUpSweep, lanes, newSweep(madeUpSweep, config), { signal })) last = step;
  return last!;
}

it("gives the counts of one device, also when workers are lost", async () => {
  const lost: string[] = [];
  const onLost = ({ message }: Error) => void lost.push(message);
  const lanes = [workers(2), workers(1), workers(Infinity)].map((open) => rangeLane(open, { ...options, onLost }));
  const { state, done } = await run(lanes);
  expect(done).toBe(true);
  expect(lost.length).toBeGreaterThan(1);
  expect(JSON.stringify(state)).toBe(JSON.stringify(madeUpState(config)));
});

it("hands out whole pages of its worker, over all points, and shorter ranges only at the end", async () => {
  const [page, units] = [97, 5296];
  const points = Array.from({ length: 20 }, (_, db) => db);
  const begin = newSweep(simulatedSweep, { points, units, receivers: 2, stop: 0 });
  const ranges: Task[] = [];
  const open = async (): Promise<RangeWorker> => ({
    async run(task) {
      ranges.push(task);
      return { point: simulatedCounts(begin.ledger, task), ms: 0.12 * task.count, page };
    },
    close() {},
  });
  let last;
  const lanes = [open, open].map((one) => rangeLane(one, { trial: 2, lanes: 2, onLost() {} }));
  for await (const step of runSweep(simulatedSweep, lanes, begin)) last = step;
  expect(last?.done).toBe(true);
  // Each lane's first two ranges come before it knows the page.
  const begun = ranges.splice(0, 4);
  expect(Math.max(...begun.map(({ count }) => count))).toBe(2);
  const partial = ranges.filter(({ first, count }) => count % page > 0 && first + count < units);
  expect(partial).toEqual([]);
  const pages = ranges.reduce((sum, { count }) => sum + Math.ceil(count / page), 0);
  expect(pages).toBeLessThanOrEqual(points.length * (Math.ceil(units / page) + 1));
  // 2083 units take 250 ms.
  expect(ranges.length).toBeLessThan(100);
});

it("ends without a lane whose workers are lost at once again and again", async () => {
  const again: boolean[] = [];
  const onLost = (_: Error, more: boolean) => void again.push(more);
  const lanes = [workers(0), workers(Infinity)].map((open) => rangeLane(open, { ...options, onLost }));
  const { state } = await run(lanes);
  expect(again).toEqual([true, true, true, true, true, false]);
  expect(JSON.stringify(state)).toBe(JSON.stringify(madeUpState(config)));
});

it("fails when the workers of all lanes are lost, or when the work itself fails", async () => {
  const opened: RangeWorker[] = [];
  await expect(run([rangeLane(workers(0, opened), options)])).rejects.toThrow("gone");
  expect(opened.length).toBe(6);
  const broken = async (): Promise<RangeWorker> => ({
    run: () => Promise.reject(new TypeError("a defect")),
    close() {},
  });
  await expect(run([rangeLane(broken, options)])).rejects.toThrow("a defect");
});

it("ends at once when it is aborted, and closes its worker", async () => {
  const stopping = new AbortController();
  let closed = false;
  const silent = async (): Promise<RangeWorker> => ({
    run: () => new Promise(() => {}),
    close: () => void (closed = true),
  });
  const running = (async () => {
    for await (const _ of runSweep(madeUpSweep, [rangeLane(silent, options)], newSweep(madeUpSweep, config), {
      signal: stopping.signal,
    })) {
      expect.unreachable();
    }
  })();
  await new Promise((resolve) => setTimeout(resolve, 5));
  stopping.abort();
  await running;
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(closed).toBe(true);
});

it("computes pages that divide a point, because a device computes whole pages", async () => {
  // At most 4096 units fit a page: a second page of 4096 would be nearly empty.
  const even: MadeUpConfig = { ...config, units: 5000, stop: 0, unitMs: 0 };
  const worker = createRangeWorker(madeUpSweep, even, madeUpHost());
  const { signal } = new AbortController();
  const pages = [];
  for (const db of even.dbs as number[]) pages.push((await worker.run({ db, first: 0, count: 5000 }, signal))?.page);
  worker.close();
  expect(pages.at(-1)).toBe(2500);
});
