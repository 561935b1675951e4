import { expect, it } from "vitest";
import { type Clock, createSchedule } from "./schedule.ts";

/** A clock that only a test moves. */
function madeUpClock() {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(ms, run) {
      const one = { at: now + ms, run };
      waiting.push(one);
      return () => void (waiting = waiting.filter((other) => other !== one));
    },
  };
  return {
    clock,
    /** Moves to a time, and runs what is due on the way. */
    async pass(to: number) {
      for (;;) {
        const [first] = waiting.filter(({ at }) => at <= to).toSorted((a, b) => a.at - b.at);
        if (!first) break;
        now = Math.max(now, first.at);
        waiting = waiting.filter((one) => one !== first);
        first.run();
        // The promises of the draw that has ended.
        for (let i = 0; i < 5; i++) await Promise.resolve();
      }
      now = Math.max(now, to);
    },
    waiting: () => waiting.length,
  };
}

/** A schedule whose draws take a given time each, and the times at which they began. */
function scheduled(took: number, { ready = (): boolean => true, fails = false, gpuMs = took } = {}) {
  const { clock, ...time } = madeUpClock();
  const begun: number[] = [];
  const failures: unknown[] = [];
  const schedule = createSchedule({
    clock,
    ready,
    draw: () =>
      new Promise((resolve, reject) => {
        begun.push(clock.now());
        clock.after(took, () => (fails ? reject(new Error("lost")) : resolve(gpuMs)));
      }),
    failed: (error) => failures.push(error),
  });
  return { schedule, begun, failures, ...time };
}

it.each([
  { took: 0, period: 100 },
  { took: 10, period: 100 },
  { took: 25, period: 100 },
  { took: 26, period: 104 },
  { took: 200, period: 800 },
  { took: 40, gpuMs: 10, period: 100 },
  { took: 80, gpuMs: 10, period: 160 },
  { took: 80, gpuMs: 30, period: 170 },
])("draws that take $took ms, $gpuMs of the GPU, begin every $period ms", async ({ took, gpuMs, period }) => {
  const { schedule, begun, pass } = scheduled(took, { gpuMs });
  schedule.start();
  await pass(10 * period);
  expect(begun.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, i) => i * period));
});

it("waits until a draw may begin, and stops at once", async () => {
  let ready = false;
  const { schedule, begun, pass, waiting } = scheduled(10, { ready: () => ready });
  schedule.start();
  await pass(1000);
  expect(begun).toEqual([]);
  ready = true;
  await pass(1150);
  expect(begun).toEqual([1100]);
  schedule.stop();
  await pass(5000);
  expect(begun).toEqual([1100]);
  expect(waiting()).toBe(0);
});

it("stopped and started during a draw, runs once and not twice", async () => {
  const { schedule, begun, pass } = scheduled(50);
  schedule.start();
  await pass(20);
  schedule.stop();
  await pass(30);
  schedule.start();
  await pass(1030);
  // 0, then every 200 ms from 30 on.
  expect(begun).toEqual([0, 30, 230, 430, 630, 830, 1030]);
});

it("stops after a failure, and says it once", async () => {
  const { schedule, begun, failures, pass } = scheduled(10, { fails: true });
  schedule.start();
  await pass(1000);
  expect(begun).toEqual([0]);
  expect(failures).toHaveLength(1);
});
