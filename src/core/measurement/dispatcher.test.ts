import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDispatcher } from "./dispatcher.ts";
import { addUnits, newLedger } from "./ledger.ts";
import { type MadeUpConfig, madeUpHost, madeUpState, madeUpSweep } from "./made-up/testing.ts";
import { createRangeWorker } from "./range-worker.ts";
import type { Task } from "./schedule.ts";
import { newSweep, type SweepState } from "./sweep.ts";

const link = await madeUpSweep.open(await madeUpHost().get(), { unitMs: 0 } as MadeUpConfig, 1);
const unwatched = { signal: new AbortController().signal, tell() {} };

/** Returns the counts of a range as a worker does. */
async function counted(config: MadeUpConfig, { db, first, count }: Task) {
  const ledger = newLedger(newSweep(madeUpSweep, config).ledger);
  addUnits(ledger, db, first, (await link.run(db, first, count, unwatched))!);
  return ledger.points[0];
}

const configs = fc.record({
  lab: fc.constant("made-up" as const),
  dbs: fc.constantFrom<MadeUpConfig["dbs"]>([1, 3, 6.5], [4], "auto"),
  units: fc.integer({ min: 1, max: 3000 }),
  stop: fc.constantFrom(0, 0, 1, 7, 40),
  unitMs: fc.constant(0),
});

/** What happens to the jobs: numbers that the test takes one after the other. */
const chances = fc.infiniteStream(fc.integer({ min: 0, max: 99 }));

describe("measurement/dispatcher", () => {
  it("gives the counts of one run when jobs come in any order, twice, late, or never, and dispatchers are replaced", async () => {
    await fc.assert(
      fc.asyncProperty(configs, chances, async (config, stream) => {
        const chance = () => stream.next().value as number;
        let time = 0;
        const begin = (state: SweepState<MadeUpConfig>) =>
          createDispatcher(madeUpSweep, state, { workers: () => 5, now: () => time, jobMs: () => 100 });
        let dispatcher = begin(newSweep(madeUpSweep, config));
        let jobs: Task[] = [];
        for (let turn = 0; !dispatcher.done(); turn++) {
          expect(turn).toBeLessThan(20_000);
          time += chance();
          while (dispatcher.outstanding() < 7) {
            const job = dispatcher.next();
            if (!job) break;
            jobs.push(job);
          }
          const at = chance() % Math.max(1, jobs.length);
          const job = jobs[at];
          const event = chance();
          if (!job || event < 5) {
            // Jobs that were lost are given back.
            for (const lost of dispatcher.late(300)) {
              if (!jobs.some(({ db, first }) => db === lost.db && first === lost.first)) dispatcher.giveBack(lost);
            }
          } else if (event < 20) {
            jobs.splice(at, 1);
          } else if (event < 25) {
            // Another dispatcher continues from the saved counts, and finds a part of the jobs.
            dispatcher = begin(JSON.parse(JSON.stringify(dispatcher.state)) as SweepState<MadeUpConfig>);
            for (const found of jobs.filter(() => chance() < 80)) dispatcher.adopt(found);
          } else {
            if (event < 90) jobs.splice(at, 1);
            dispatcher.deliver(job, await counted(config, job), chance());
            const gone = dispatcher.obsolete();
            jobs = jobs.filter(({ db, first }) => !gone.some((task) => task.db === db && task.first === first));
          }
        }
        expect(JSON.stringify(dispatcher.state)).toBe(JSON.stringify(madeUpState(config)));
      }),
      { numRuns: 60 },
    );
  });

  it("makes jobs of the wanted duration, and shorter ones at the end", async () => {
    const config: MadeUpConfig = { lab: "made-up", dbs: [5], units: 1e6, stop: 0, unitMs: 0 };
    const dispatcher = createDispatcher(madeUpSweep, newSweep(madeUpSweep, config), { workers: () => 4 });
    const lengths: number[] = [];
    expect(dispatcher.wanted(8)).toBe(4);
    for (let job = dispatcher.next(); job; job = dispatcher.next()) {
      lengths.push(job.count);
      // One unit takes 0.1 ms. (Each unit's counts are not needed here.)
      dispatcher.deliver(job, { db: 5, blocks: [] }, job.count / 10);
    }
    expect(Math.max(...lengths)).toBeGreaterThan(5000);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(10_000);
    expect(dispatcher.wanted(8)).toBe(12);
    // The last jobs are an eighth as long, and not tiny.
    expect(lengths.length).toBeLessThan(160);
    expect(lengths.at(-1)).toBeLessThan(2000);
    expect(lengths.filter((length) => length < 400).length).toBeLessThan(5);
  });

  it("makes longer jobs when the wanted duration grows", () => {
    const config: MadeUpConfig = { lab: "made-up", dbs: [5], units: 1e7, stop: 0, unitMs: 0 };
    let jobMs = 1000;
    const dispatcher = createDispatcher(madeUpSweep, newSweep(madeUpSweep, config), { jobMs: () => jobMs });
    const lengthAfter = (jobs: number) => {
      let length = 0;
      for (let i = 0; i < jobs; i++) {
        const job = dispatcher.next()!;
        dispatcher.deliver(job, { db: 5, blocks: [] }, job.count / 10);
        length = job.count;
      }
      return length;
    };
    expect(lengthAfter(10)).toBe(2 ** 13);
    jobMs = 4000;
    expect(lengthAfter(10)).toBe(2 ** 15);
  });

  it("takes the jobs of a point back when the stop rule has ended it", async () => {
    const config: MadeUpConfig = { lab: "made-up", dbs: [0, 9], units: 1000, stop: 1, unitMs: 0 };
    const dispatcher = createDispatcher(madeUpSweep, newSweep(madeUpSweep, config));
    const jobs = Array.from({ length: 4 }, () => dispatcher.next()!);
    expect(jobs.map(({ db }) => db)).toEqual([0, 0, 0, 0]);
    dispatcher.deliver(jobs[0], await counted(config, jobs[0]), 1);
    expect(dispatcher.obsolete()).toEqual(jobs.slice(1));
    expect(dispatcher.outstanding()).toBe(0);
    expect(dispatcher.next()?.db).toBe(9);
  });
});

describe("measurement/range-worker", () => {
  it("counts ranges one after another, in pages that span them, and drops unneeded ones", async () => {
    const config: MadeUpConfig = { lab: "made-up", dbs: [2, 4], units: 500, stop: 3, unitMs: 0.01 };
    const worker = createRangeWorker(madeUpSweep, config, madeUpHost(), {});
    const stay = new AbortController().signal;
    const leave = new AbortController();
    const tasks: Task[] = [
      { db: 2, first: 0, count: 10 },
      { db: 2, first: 10, count: 90 },
      { db: 4, first: 100, count: 50 },
      { db: 4, first: 7, count: 1 },
    ];
    const runs = tasks.map((task) => worker.run(task, stay));
    const dropped = worker.run({ db: 4, first: 200, count: 300 }, leave.signal);
    leave.abort();
    expect(await dropped).toBeUndefined();
    for (const [i, task] of tasks.entries()) expect((await runs[i])?.point).toEqual(await counted(config, task));
    const pending = worker.run({ db: 4, first: 200, count: 300 }, stay);
    worker.close();
    expect(await pending).toBeUndefined();
    expect(await worker.run(tasks[0], stay)).toBeUndefined();
  });
});
