import { expect, it } from "vitest";
import { type MadeUpConfig, madeUpHost, madeUpState, madeUpSweep } from "./made-up/testing.ts";
import { rangeLane } from "./range-lane.ts";
import { createRangeWorker, type RangeWorker } from "./range-worker.ts";
import { WorkerLostError } from "./schedule.ts";
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
  const lanes = [workers(5), workers(3), workers(Infinity)].map((open) => rangeLane(open, { ...options, onLost }));
  const { state, done } = await run(lanes);
  expect(done).toBe(true);
  expect(lost.length).toBeGreaterThan(1);
  expect(JSON.stringify(state)).toBe(JSON.stringify(madeUpState(config)));
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
