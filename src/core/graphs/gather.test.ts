import { describe, expect, it } from "vitest";
import type { Report } from "../flow/build/block-factory.ts";
import type { GraphStep } from "../flow/run/run-graph.ts";
import { type RecentReports, gather, joined } from "./gather.ts";
import { createGate } from "./gate.ts";

const number = (value: number): Report => ({ kind: "number", value, unit: "" });

/** Steps without a device, as fast as they are taken. */
async function* pages(count: number, fail?: number): AsyncGenerator<GraphStep, void> {
  for (let page = 0; page < count; page++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (page === fail) throw new Error("broken");
    yield {
      page,
      items: 10,
      reports: [{ block: "level", report: number(page) }],
      dropped: [{ block: "radio", items: 2 }],
      times: [{ blocks: ["a", "b"], ms: 4 }],
      wallMs: 5,
      cpuMs: 1,
      isLast: page + 1 === count,
    };
  }
}

const signal = () => new AbortController().signal;

async function all(steps: AsyncGenerator<RecentReports>): Promise<RecentReports[]> {
  const list: RecentReports[] = [];
  for await (const step of steps) list.push(step);
  return list;
}

describe("graphs/gather", () => {
  it("tells every page once, with the newest report of each sink", async () => {
    const reported = await all(gather(pages(100), { gate: createGate(), signal: signal() }));
    const last = reported.at(-1)!;
    expect(last).toMatchObject({ pages: 100, items: 1000, dropped: { radio: 200 }, isLast: true, latencyMs: 5 });
    expect(last.reports).toEqual([{ block: "level", report: number(99) }]);
    expect(last.times).toEqual([{ blocks: ["a", "b"], ms: 4 }]);
    expect(reported.length).toBeLessThan(50);
  });

  it("pauses after some pages, says so, and continues", async () => {
    const gate = createGate(2);
    const reported: RecentReports[] = [];
    for await (const step of gather(pages(6), { gate, signal: signal() })) {
      reported.push(step);
      if (step.isPaused) gate.open(step.pages === 2 ? 1 : undefined);
    }
    expect(reported.filter(({ isPaused }) => isPaused).map(({ pages }) => pages)).toEqual([2, 3]);
    expect(reported.at(-1)?.pages).toBe(6);
  });

  it("ends a paused run at a stop, and its pages with it", async () => {
    const controller = new AbortController();
    let ended = false;
    async function* endless() {
      try {
        yield* pages(1e9);
      } finally {
        ended = true;
      }
    }
    const gate = createGate(1);
    for await (const { isPaused } of gather(endless(), { gate, signal: controller.signal })) {
      if (isPaused) controller.abort();
    }
    expect(ended).toBe(true);
  });

  it("ends at a stop while a page is computed", async () => {
    const controller = new AbortController();
    const steps = gather(pages(1e9), { gate: createGate(), signal: controller.signal });
    await steps.next();
    setTimeout(() => controller.abort(), 0);
    for await (const { pages } of steps) expect(pages).toBeLessThan(1e4);
  });

  it("throws the error of a page after the pages before it", async () => {
    const reported: RecentReports[] = [];
    const run = async () => {
      for await (const step of gather(pages(9, 3), { gate: createGate(), signal: signal() })) reported.push(step);
    };
    await expect(run()).rejects.toThrow("broken");
    expect(reported.at(-1)?.pages).toBe(3);
  });

  it("keeps to the rate of a signal, at most a page ahead", async () => {
    const controller = new AbortController();
    let taken = 0;
    async function* counted() {
      for await (const step of pages(1e9)) {
        taken++;
        yield step;
      }
    }
    const begun = performance.now();
    // Ten items last 100 ms: the run is one page ahead of the clock, and takes the page after that one when it is due.
    const steps = gather(counted(), { gate: createGate(), signal: controller.signal, hz: 100 });
    for await (const { pages } of steps) {
      const due = (performance.now() - begun) / 100;
      expect(pages).toBeLessThanOrEqual(due + 2);
      if (pages >= 3) controller.abort();
    }
    expect(taken).toBeLessThan(6);
  });

  it("does not catch up after a long delay, for example while the kernels are built", async () => {
    const controller = new AbortController();
    async function* delayed() {
      await new Promise((resolve) => setTimeout(resolve, 700));
      yield* pages(1e9);
    }
    // In 700 ms the signal would have 70 pages of 10 ms.
    const begun = performance.now();
    for await (const { pages } of gather(delayed(), { gate: createGate(), signal: controller.signal, hz: 1000 })) {
      // At most 60 ms ahead.
      expect(pages).toBeLessThanOrEqual((performance.now() - begun - 700) / 10 + 8);
      if (pages >= 12) controller.abort();
    }
  });

  it("joins reports where each item counts", () => {
    const audio = (...samples: number[]): Report => ({
      kind: "audio",
      samples: Float32Array.from(samples),
      channels: 1,
      hz: 8000,
    });
    expect(joined(audio(1, 2), audio(3))).toEqual(audio(1, 2, 3));
    expect(joined(number(1), number(2))).toEqual(number(2));
    expect(joined(undefined, number(2))).toEqual(number(2));
  });
});
