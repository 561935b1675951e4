import { describe, expect, it, vi } from "vitest";
import { openGpu } from "../../gpu/device.ts";
import { poolOf } from "../../gpu/pool.ts";
import { dawn, testGpu, withLimits } from "../../gpu/testing.ts";
import type { OpenSource } from "../build/block-factory.ts";
import { checkGraph } from "../graph/check-graph.ts";
import { type GraphOptions, type GraphStep, runGraph } from "./run-graph.ts";
import { testGraph, timeless } from "../graph/graph.testing.ts";
import { holdingBlocks, TEST_BLOCKS } from "../graph/made-up-blocks.testing.ts";

/** Gives 0, 1, 2, … in chunks of 7 items, with a tag at every second chunk and one gap. */
const counting =
  (count: number): OpenSource =>
  async (_, { type }, from) => {
    let next = from;
    return {
      port: type,
      async read() {
        if (next >= count) return undefined;
        const first = next;
        next = Math.min(count, next + 7);
        const items = Float32Array.from({ length: next - first }, (_, i) => first + i);
        const tags = first % 14 === 0 ? [{ sample: first - from, key: "mark", value: first }] : [];
        return { items, tags, dropped: first === 35 ? 3 : 0 };
      },
      close() {
        next = count;
      },
    };
  };

type Parts = Parameters<typeof testGraph>;

async function start(parts: Parts, options: Partial<GraphOptions> = {}, blocks = TEST_BLOCKS) {
  const checked = checkGraph(testGraph(...parts), blocks);
  expect(checked.problems).toEqual([]);
  return runGraph(await testGpu(), checked, { page: 32, open: counting(100), ...options });
}

async function run(parts: Parts, options?: Partial<GraphOptions>, blocks = TEST_BLOCKS) {
  const steps: GraphStep[] = [];
  for await (const step of (await start(parts, options, blocks)).steps) steps.push(step);
  return { steps, items: (block: string) => steps.flatMap((step) => itemsOf(step, block)) };
}

const itemsOf = ({ reports }: GraphStep, sink: string) =>
  reports.flatMap(({ block, report }) => (block === sink && report.kind === "items" ? [...report.items] : []));

const feed: Parts = [
  { feed: ["feed"], gain: ["gain", { gain: 2 }], end: ["list"] },
  ["feed.out gain.in", "gain.out end.in"],
];

describe("flow/run-graph", () => {
  it("runs a source through all kinds of blocks to sinks, for any page size, fused or not", async () => {
    const parts: Parts = [
      {
        feed: ["feed", { hz: 1000 }],
        double: ["gain", { gain: 2 }],
        late: ["late"],
        smooth: ["smooth"],
        sum: ["sum"],
        half: ["rate", { down: 2 }],
        one: ["list"],
        two: ["list"],
      },
      [
        "feed.out double.in",
        "double.out late.in",
        "late.out smooth.in",
        "double.out sum.a",
        "smooth.out sum.b",
        "sum.out half.in",
        "half.out one.in",
        "sum.out two.in",
      ],
    ];
    const double = Array.from({ length: 100 }, (_, n) => 2 * n);
    const late = double.map((_, n) => double[n - 3] ?? 0);
    const sum = double.map((x, n) => x + late[n] + (late[n - 1] ?? 0) / 2);
    for (const [page, isFused] of [
      [32, true],
      [10, false],
      [1000, true],
    ] as const) {
      const { steps, items } = await run(parts, { page, isFused });
      expect(items("two")).toEqual(sum);
      expect(items("one")).toEqual(sum.filter((_, n) => n % 2 === 0));
      expect(steps.map((step) => step.items)).toEqual(
        Array.from({ length: Math.ceil(100 / page) }, (_, i) => Math.min(page, 100 - i * page)),
      );
      expect(steps.map(({ isLast }) => isLast)).toEqual(steps.map((_, i) => i === steps.length - 1));
      expect(steps.flatMap(({ dropped }) => dropped)).toEqual([{ block: "feed", items: 3 }]);
    }
  });

  it("passes tags with rate and delay, each in its page, and once where paths meet", async () => {
    const parts: Parts = [
      {
        feed: ["feed"],
        late: ["late"],
        gain: ["gain"],
        sum: ["sum"],
        half: ["rate", { down: 2 }],
        end: ["list"],
        all: ["list"],
      },
      [
        "feed.out late.in",
        "late.out gain.in",
        "late.out sum.a",
        "gain.out sum.b",
        "sum.out half.in",
        "half.out end.in",
        "feed.out all.in",
      ],
    ];
    const { steps } = await run(parts, { page: 16 });
    const tagsOf = (sink: string) =>
      steps.flatMap(({ page, reports }) =>
        reports.flatMap(({ block, report }) =>
          block === sink && report.kind === "items"
            ? report.tags.map(({ sample, value }) => [page, sample, value])
            : [],
        ),
      );
    const marks = Array.from({ length: 8 }, (_, i) => 14 * i);
    expect(tagsOf("all")).toEqual(marks.map((mark) => [Math.floor(mark / 16), mark, mark]));
    // The last tag is later than the last item.
    expect(tagsOf("end")).toEqual(
      marks.map((mark) => [Math.min(6, Math.floor((mark + 3) / 16)), (mark + 3) / 2, mark]),
    );
  });

  it("computes feedback, and pages as long as its delay", async () => {
    const parts: Parts = [
      { feed: ["feed"], y: ["sum"], half: ["gain", { gain: 0.5 }], z: ["wait", { items: 10 }], end: ["list"] },
      ["feed.out y.a", "z.out y.b", "y.out half.in", "half.out z.in", "y.out end.in"],
    ];
    const y: number[] = [];
    for (let n = 0; n < 100; n++) y.push(n + (y[n - 10] ?? 0) / 2);
    for (const [page, used] of [
      [4, 4],
      [1000, 10],
    ]) {
      const { steps, items } = await run(parts, { page });
      expect(items("end")).toEqual(y);
      expect(steps[0].items).toBe(used);
    }
  });

  it("hands on counts that the GPU decides", async () => {
    const parts: Parts = [
      { feed: ["feed"], pick: ["pick", { level: 49 }], gain: ["gain", { gain: 2 }], end: ["list"] },
      ["feed.out pick.in", "pick.out gain.in", "gain.out end.in"],
    ];
    const { items } = await run(parts, { page: 30 });
    expect(items("end")).toEqual(Array.from({ length: 50 }, (_, i) => 2 * (i + 50)));
  });

  it("gathers whole firings of items whose number the GPU decides, for any page size", async () => {
    const parts: Parts = [
      {
        feed: ["feed"],
        pick: ["pick", { level: 13 }],
        rate: ["rate", { up: 2, down: 3, multiple: 2 }],
        gain: ["gain", { gain: 2 }],
        half: ["rate", { down: 2 }],
        end: ["list"],
        slow: ["list"],
      },
      [
        "feed.out pick.in",
        "pick.out rate.in",
        "rate.out gain.in",
        "gain.out end.in",
        "gain.out half.in",
        "half.out slow.in",
      ],
    ];
    // Of 86 items, 84 make multiples of two firings.
    const expected = Array.from({ length: 56 }, (_, n) => 2 * (14 + 3 * Math.floor(n / 2)));
    for (const page of [4, 30, 100]) {
      const { items } = await run(parts, { page });
      expect(items("end")).toEqual(expected);
      expect(items("slow")).toEqual(expected.filter((_, n) => n % 2 === 0));
    }
  });

  it("gives zeros to a block that holds items, also where the GPU decides their number", async () => {
    const parts: Parts = [
      { feed: ["feed"], pick: ["pick", { level: 13 }], rate: ["rate"], end: ["list"] },
      ["feed.out pick.in", "pick.out rate.in", "rate.out end.in"],
    ];
    for (const page of [4, 30, 100]) {
      const { items } = await run(parts, { page }, holdingBlocks("rate", 45));
      expect(items("end")).toEqual(Array.from({ length: 86 + 45 }, (_, n) => (n < 86 ? 14 + n : 0)));
    }
  });

  describe("behind counts that the GPU decides", () => {
    /** Items above 13, and blocks behind them that take pages of a fixed size; “again” gives another such count. */
    const parts: Parts = [
      {
        feed: ["feed"],
        pick: ["pick", { level: 13 }],
        gain: ["gain", { gain: 2 }],
        smooth: ["smooth"],
        sum: ["sum"],
        made: ["counter"],
        both: ["sum"],
        again: ["pick", { level: 100 }],
        late: ["late"],
        slow: ["rate", { down: 2 }],
        ...Object.fromEntries(["sums", "boths", "lates", "slows", "gains"].map((id) => [id, ["list"] as const])),
      },
      [
        "feed.out pick.in",
        "pick.out gain.in",
        "pick.out smooth.in",
        "gain.out sum.a",
        "smooth.out sum.b",
        "gain.out gains.in",
        "sum.out sums.in",
        "made.out both.a",
        "smooth.out both.b",
        "both.out boths.in",
        "sum.out again.in",
        "again.out late.in",
        "late.out lates.in",
        "again.out slow.in",
        "slow.out slows.in",
      ],
    ];
    const picked = Array.from({ length: 86 }, (_, i) => 14 + i);
    const smooth = picked.map((x, n) => x + (picked[n - 1] ?? 0) / 2);
    const sums = smooth.map((x, n) => 2 * picked[n] + x);
    const again = sums.filter((x) => x > 100);
    const expected = {
      gains: picked.map((x) => 2 * x),
      sums,
      boths: smooth.map((x, n) => x + n),
      lates: again.map((_, n) => again[n - 3] ?? 0),
      slows: again.filter((_, n) => n % 2 === 0).slice(0, Math.floor(again.length / 2)),
    };

    it("gathers pages of a fixed size, for any page size, fused or not", async () => {
      for (const page of [4, 30, 100, 1000]) {
        for (const isFused of [true, false]) {
          const { steps, items } = await run(parts, { page, isFused });
          for (const [sink, wanted] of Object.entries(expected)) expect([sink, items(sink)]).toEqual([sink, wanted]);
          expect(steps.map(({ isLast }) => isLast)).toEqual(steps.map((_, i) => i === steps.length - 1));
        }
      }
    });

    it("gives the items of whole pages when the run ends before the signal, and measures each kernel", async () => {
      const { steps, items } = await run(parts, { page: 10, pages: 5, timed: true });
      for (const [sink, wanted] of Object.entries(expected))
        expect(items(sink)).toEqual(wanted.slice(0, items(sink).length));
      expect(items("gains")).toHaveLength(36);
      expect(items("sums")).toHaveLength(36);
      const measured = new Set(steps.flatMap(({ times = [] }) => times.flatMap(({ blocks }) => blocks)));
      for (const block of ["pick", "gain", "smooth", "sum", "late"]) expect(measured).toContain(block);
    });

    it("gives zeros to a block that holds items, for any page size", async () => {
      const graph: Parts = [
        { feed: ["feed"], pick: ["pick", { level: 13 }], smooth: ["smooth"], end: ["list"] },
        ["feed.out pick.in", "pick.out smooth.in", "smooth.out end.in"],
      ];
      for (const page of [4, 30, 100]) {
        const { items } = await run(graph, { page }, holdingBlocks("smooth", 45));
        expect(items("end")).toEqual([...smooth, 99 / 2, ...Array<number>(44).fill(0)]);
      }
    });

    it("keeps rings within the bindings of a device, and names the block that needs more", async () => {
      const { device } = await testGpu();
      const small = { device: withLimits(device, { maxStorageBufferBindingSize: 256 }) };
      const graph = (vector: number) =>
        checkGraph(
          testGraph(
            {
              feed: ["feed"],
              pick: ["pick", { level: 13 }],
              smooth: ["smooth"],
              rate: ["rate", { down: vector }],
              end: ["list"],
            },
            ["feed.out pick.in", "pick.out smooth.in", "smooth.out rate.in", "rate.out end.in"],
          ),
          TEST_BLOCKS,
        );
      const found: number[] = [];
      for await (const step of runGraph(small, graph(1), { page: 1000, open: counting(100) }).steps) {
        // A ring of 64 items holds a page of 16 items, and three pages in flight.
        if (!step.isLast) expect(step.items).toBe(16);
        found.push(...itemsOf(step, "end"));
      }
      expect(found).toEqual(smooth);
      const { steps } = runGraph(small, graph(70), { page: 8, open: counting(0) });
      await expect(steps.next()).rejects.toThrow(expect.objectContaining({ name: "BlockError", block: "pick" }));
    });

    it("ends at once after an abort", async () => {
      const controller = new AbortController();
      const { steps } = await start(parts, { page: 4, signal: controller.signal });
      expect((await steps.next()).done).toBe(false);
      controller.abort();
      expect((await steps.next()).done).toBe(true);
    });

    it("ends a part with its own signal, and takes parameters while it runs", async () => {
      const graph: Parts = [
        {
          feed: ["feed"],
          pick: ["pick", { level: 13 }],
          made: ["counter", { ends: 20 }],
          sum: ["sum"],
          gain: ["gain"],
          end: ["list"],
          all: ["list"],
        },
        [
          "feed.out pick.in",
          "pick.out sum.a",
          "made.out sum.b",
          "sum.out gain.in",
          "gain.out end.in",
          "feed.out all.in",
        ],
      ];
      const { items } = await run(graph, { page: 10 });
      expect(items("end")).toEqual(Array.from({ length: 20 }, (_, n) => 14 + 2 * n));
      expect(items("all")).toHaveLength(100);
      const running = await start(graph, { page: 10 });
      running.set("gain", { gain: 3 });
      const found: number[] = [];
      for await (const step of running.steps) found.push(...itemsOf(step, "end"));
      expect(found).toEqual(items("end").map((x) => 3 * x));
    });
  });

  it("turns items into vectors within a generated kernel, and leaves signals out that go nowhere", async () => {
    const parts: Parts = [
      { feed: ["feed"], pair: ["pair"], parts: ["parts"], vectors: ["vectors"], unused: ["gain"], end: ["list"] },
      [
        "feed.out pair.a",
        "feed.out pair.b",
        "pair.out parts.in",
        "parts.b end.in",
        "feed.out vectors.in",
        "feed.out unused.in",
      ],
    ];
    const { items } = await run(parts, { page: 30 });
    expect(items("end")).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  it("ends with the shortest signal: a source, or a block's own end", async () => {
    const sum: Parts[1] = ["a.out sum.a", "b.out sum.b", "sum.out end.in"];
    const { items } = await run([{ a: ["feed"], b: ["counter", { ends: 40 }], sum: ["sum"], end: ["list"] }, sum], {
      page: 8,
    });
    expect(items("end")).toEqual(Array.from({ length: 40 }, (_, n) => 2 * n));
    const short = await run([{ a: ["feed"], b: ["counter", { ends: 400 }], sum: ["sum"], end: ["list"] }, sum], {
      page: 50,
    });
    expect(short.items("end")).toEqual(Array.from({ length: 100 }, (_, n) => n + (n % 97)));
    expect(short.steps.map(({ isLast }) => isLast)).toEqual([false, true]);
  });

  it("runs unconnected parts to their own ends, also where the GPU decides the number of items, and works no longer on them", async () => {
    const parts: Parts = [
      {
        feed: ["feed"],
        pick: ["pick", { level: 13 }],
        smooth: ["smooth"],
        end: ["list"],
        short: ["counter", { ends: 7 }],
        gain: ["gain", { gain: 2 }],
        few: ["list"],
        endless: ["counter"],
        all: ["list"],
      },
      [
        "feed.out pick.in",
        "pick.out smooth.in",
        "smooth.out end.in",
        "short.out gain.in",
        "gain.out few.in",
        "endless.out all.in",
      ],
    ];
    const picked = Array.from({ length: 86 }, (_, i) => 14 + i);
    for (const page of [8, 33]) {
      const { steps, items } = await run(parts, { page, pages: 20, timed: true });
      expect(items("few")).toEqual([0, 2, 4, 6, 8, 10, 12]);
      expect(items("end")).toEqual(picked.map((x, n) => x + (picked[n - 1] ?? 0) / 2));
      expect(items("all")).toEqual(Array.from({ length: 20 * page }, (_, n) => n % 97));
      const lastOf = (sink: string) => steps.findLastIndex((step) => itemsOf(step, sink).length > 0);
      expect(lastOf("few")).toBe(0);
      // The end of the feed is known with its page, and the pages in flight finish before.
      expect(lastOf("end")).toBeLessThanOrEqual(Math.ceil(100 / page) + 1);
      const busy = new Set(steps.slice(-3).flatMap(({ times = [] }) => times.flatMap(({ blocks }) => blocks)));
      expect([...busy]).toEqual(["endless"]);
    }
    const { steps, items } = await run(
      [{ a: ["feed"], b: ["counter", { ends: 390 }], x: ["list"], y: ["list"] }, ["a.out x.in", "b.out y.in"]],
      {},
    );
    expect([items("x").length, items("y").length]).toEqual([100, 390]);
    expect(steps.map(({ isLast }) => isLast)).toEqual(steps.map((_, i) => i === 12));
  });

  it("gives zeros after the end to blocks that hold items, and their signal to the sinks behind them", async () => {
    const parts: Parts = [
      { feed: ["feed"], smooth: ["smooth"], a: ["list"], b: ["list"] },
      ["feed.out smooth.in", "smooth.out a.in", "feed.out b.in"],
    ];
    const x = Array.from({ length: 100 }, (_, n) => n);
    for (const page of [30, 100]) {
      const { steps, items } = await run(parts, { page }, holdingBlocks("smooth", 45));
      expect(items("b")).toEqual(x);
      expect(items("a")).toEqual(Array.from({ length: 145 }, (_, n) => (x[n] ?? 0) + (x[n - 1] ?? 0) / 2));
      expect(steps.map(({ isLast }) => isLast)).toEqual(steps.map((_, i) => i === Math.ceil(145 / page) - 1));
    }
  });

  it("changes parameters from the next page on", async () => {
    const work = await start(feed, { page: 10 });
    expect(() => work.set("gone", {})).toThrow('the graph has no block "gone"');
    const found: number[] = [];
    for await (const step of work.steps) {
      found.push(...itemsOf(step, "end").map((value, i) => value / (step.page * 10 + i)));
      if (step.page === 2) work.set("gain", { gain: 5 });
    }
    const changed = found.indexOf(5);
    expect(changed % 10).toBe(0);
    expect(changed).toBeLessThanOrEqual(60);
    expect(found.slice(1)).toEqual(found.slice(1).map((_, i) => (i + 1 < changed ? 2 : 5)));
    // A prompt run has no page in flight: the very next one has the change.
    const prompt = await start(feed, { page: 10, isPrompt: true });
    const factors: number[] = [];
    const ends: boolean[] = [];
    for await (const step of prompt.steps) {
      factors.push((itemsOf(step, "end")[9] ?? NaN) / (step.page * 10 + 9));
      ends.push(step.isLast);
      prompt.set("gain", { gain: step.page });
    }
    expect(factors).toEqual([2, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(ends.map((isLast, page) => isLast === (page === 9))).not.toContain(false);
    const wrong = await start(feed, { page: 10 });
    wrong.set("end", {});
    await expect(wrong.steps.next()).rejects.toThrow(expect.objectContaining({ block: "end" }));
  });

  it("reads ahead only as far as pages are taken", async () => {
    let read = 0;
    const open: OpenSource = async (...place) => {
      const source = await counting(1e6)(...place);
      return { ...source, read: () => (read++, source.read()) };
    };
    const { steps } = await start(feed, { page: 7, open });
    await steps.next();
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(read).toBeLessThanOrEqual(4);
    await steps.return();
  });

  it("gives a page of a live source as soon as the next one has begun its work", async () => {
    const waiting: ((count: number) => void)[] = [];
    const open: OpenSource = async (_, { type }) => ({
      port: type,
      read: async () => {
        const count = await new Promise<number>((resolve) => waiting.push(resolve));
        return { items: new Float32Array(count), tags: [], dropped: 0 };
      },
      close() {},
    });
    const { steps } = await start(feed, { page: 10, open });
    const first = steps.next();
    for (let chunk = 0; chunk < 2; chunk++) {
      await vi.waitUntil(() => waiting.length > chunk, { timeout: 10_000 });
      waiting[chunk](10);
    }
    expect((await first).value).toMatchObject({ page: 0, isLast: false });
    await steps.return();
  });

  it("stops at once on an abort, also while a source waits, and releases everything", async () => {
    const { device } = await testGpu();
    const before = poolOf(device).statistics.liveBytes;
    const controller = new AbortController();
    let closed = 0;
    const open: OpenSource = async (_, { type }) => ({
      port: type,
      read: () => new Promise(() => {}),
      close: () => void closed++,
    });
    const { steps } = await start(feed, { open, signal: controller.signal });
    const next = steps.next();
    setTimeout(() => controller.abort(), 10);
    expect(await next).toEqual({ done: true, value: undefined });
    expect(closed).toBe(1);
    const limited = await run(feed, { page: 10, pages: 3 });
    expect(limited.steps.map(({ isLast }) => isLast)).toEqual([false, false, true]);
    expect(poolOf(device).statistics.liveBytes).toBe(before);
  });

  it("submits short pages of made signals together, and the short last page alone", async () => {
    const { device } = await testGpu();
    const submit = vi.spyOn(device.queue, "submit");
    const parts: Parts = [
      { x: ["counter", { ends: 395 }], smooth: ["smooth"], end: ["list"] },
      ["x.out smooth.in", "smooth.out end.in"],
    ];
    const { steps, items } = await timeless(() => run(parts, { page: 10 }));
    // The cleared history, 1 + 1 + 1 + 1 + 2 + 4 + 8 + 8 + 8 + 5 whole pages, and the short one.
    expect(submit).toHaveBeenCalledTimes(12);
    submit.mockRestore();
    const x = Array.from({ length: 395 }, (_, n) => n % 97);
    expect(items("end")).toEqual(x.map((value, n) => value + (x[n - 1] ?? 0) / 2));
    expect(steps.map(({ page }) => page)).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect(steps.map(({ isLast }) => isLast)).toEqual(steps.map(({ page }) => page === 39));
  });

  it("measures each kernel", async () => {
    const { steps } = await run(feed, { timed: true });
    for (const { times } of steps) expect(times).toEqual([{ blocks: ["gain"], ms: expect.any(Number) as number }]);
  });

  it("names the block that fails, and releases everything", async () => {
    const { device } = await testGpu();
    const before = poolOf(device).statistics.liveBytes;
    const faulty = (when: number): Parts => [
      { feed: ["feed"], bad: ["faulty", { when }], end: ["list"] },
      ["feed.out bad.in", "bad.out end.in"],
    ];
    for (const when of [2, 3]) {
      const failure = expect.objectContaining({
        name: "BlockError",
        block: "bad",
        message: `it fails at ${when}`,
      }) as Error;
      await expect(run(faulty(when))).rejects.toThrow(failure);
    }
    const gone: OpenSource = () => Promise.reject(new Error("the file is gone"));
    await expect(run(feed, { open: gone })).rejects.toThrow(
      expect.objectContaining({ block: "feed", message: "the file is gone" }),
    );
    const bits: OpenSource = async (...place) => ({ ...(await counting(9)(...place)), port: "bits" });
    await expect(run(feed, { open: bits })).rejects.toThrow("the source must give real samples, but it gives bits");
    const unchecked = checkGraph(testGraph({ end: ["list"] }, []), TEST_BLOCKS);
    const { steps } = runGraph({ device }, unchecked, { page: 8, open: gone });
    await expect(steps.next()).rejects.toThrow(expect.objectContaining({ block: "end" }));
    expect(poolOf(device).statistics.liveBytes).toBe(before);
  });

  it("uses shorter pages on a device with small bindings, and names the block that needs more", async () => {
    const { device } = await testGpu();
    const checked = checkGraph(testGraph(...feed), TEST_BLOCKS);
    const small = { device: withLimits(device, { maxStorageBufferBindingSize: 256 }) };
    const { value } = await runGraph(small, checked, { page: 1000, open: counting(100) }).steps.next();
    expect(value?.items).toBe(64);
    // Buffered items fill whole firings: 13 of them take 65 items.
    const gathering = checkGraph(
      testGraph({ feed: ["feed"], pick: ["pick"], rate: ["rate", { down: 5 }], end: ["list"] }, [
        "feed.out pick.in",
        "pick.out rate.in",
        "rate.out end.in",
      ]),
      TEST_BLOCKS,
    );
    const buffered = await runGraph(small, gathering, { page: 1000, open: counting(100) }).steps.next();
    expect(buffered.value?.items).toBe(60);
    const wide = checkGraph(
      testGraph({ x: ["counter"], up: ["rate", { up: 100 }], end: ["list"] }, ["x.out up.in", "up.out end.in"]),
      TEST_BLOCKS,
    );
    const { steps } = runGraph(small, wide, { page: 8, open: counting(0) });
    await expect(steps.next()).rejects.toThrow(expect.objectContaining({ name: "BlockError", block: "up" }));
  });

  it("reports a lost device, and continues on another one after the last finished page", async () => {
    const first = await openGpu(await dawn());
    const checked = checkGraph(testGraph(...feed), TEST_BLOCKS);
    const found: number[] = [];
    let finished = -1;
    const lost = (async () => {
      for await (const step of runGraph(first, checked, { page: 10, open: counting(100) }).steps) {
        found.push(...itemsOf(step, "end"));
        finished = step.page;
        if (finished === 2) first.close();
      }
    })();
    await expect(lost).rejects.toThrow(expect.objectContaining({ name: "DeviceLostError" }));
    for await (const step of runGraph(await testGpu(), checked, { page: 10, open: counting(100), from: finished + 1 })
      .steps) {
      found.push(...itemsOf(step, "end"));
    }
    expect(found).toEqual(Array.from({ length: 100 }, (_, n) => 2 * n));
  });
});
