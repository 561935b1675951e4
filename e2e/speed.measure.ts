import { expect, type Page, test } from "@playwright/test";
import { answerAtOnce, quiet } from "./at-once.ts";
import { card, openLab, settled } from "./lab.ts";

/**
 * Times of the page's main thread, relative to two reference tasks on the same machine at the same time: a fixed piece
 * of JavaScript, and Plotly's own redraw of a plain line. The limits are about twice the measured values.
 */
const LIMITS = {
  /** From the request until a person can use the page, in JavaScript reference tasks. */
  usable: 80,
  /** Longest task while the page loads, and during a sweep. */
  loading: 12,
  sweeping: 6,
  /** A figure's redraw, in plain redraws. */
  redraw: 1.1,
  /** Longest task while figures are redrawn, in JavaScript reference tasks. */
  stepping: 4.5,
};

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Start time, and duration by the wall clock and by the thread's clock, µs. */
  ts: number;
  dur?: number;
  tdur?: number;
}

/**
 * Returns the tasks of the page's main thread during `work`, longest first, and the tasks with measures, by name: ms of thread
 * time. Wall time would include the time in which a software GPU has the processor.
 */
async function traced(page: Page, work: () => Promise<void>) {
  const events: TraceEvent[] = [];
  const cdp = await page.context().newCDPSession(page);
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ["disabled-by-default-devtools.timeline", "blink.user_timing"];
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories, recordMode: "recordAsMuchAsPossible" },
  });
  await work();
  await page.evaluate(() => performance.mark("own thread"));
  const complete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.end");
  await complete;
  await cdp.detach();
  const thread = events.find(({ name }) => name === "own thread");
  const own = events.filter(({ pid, tid }) => pid === thread?.pid && tid === thread.tid);
  const tasks = own.filter(({ name }) => name.endsWith("RunTask"));
  const measured = own
    .filter(({ ph }) => ph === "e")
    .map(({ name, ts }) => {
      const task = tasks.find((one) => one.ts <= ts && ts <= one.ts + (one.dur ?? 0));
      return { name, ms: (task?.tdur ?? Infinity) / 1000 };
    });
  return { tasks: tasks.map(({ tdur = 0 }) => tdur / 1000).toSorted((a, b) => b - a), measured };
}

/** Returns the first quartile: some tasks also contain other work. */
const quarter = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)];

/** Changes of the scenario per figure. A task that each of them causes is also the third longest; a collection of garbage is not. */
const STEPS = 16;

const FIGURES = [
  ["Spectrum"],
  ["Channel estimate"],
  ["Taps"],
  ["Responses"],
  ["CMA convergence"],
  ["Loop phase"],
  ["Errors along the packet", "Errors"],
] as const;

/** Measures ms of a fixed piece of JavaScript, by the thread's clock and by the wall, and of Plotly's redraw of a plain line. */
async function yardsticks(page: Page) {
  await page.goto("about:blank");
  await page.setContent('<div id="plot" style="width: 560px; height: 300px"></div>');
  await page.addScriptTag({ path: "node_modules/plotly.js/dist/plotly-basic.min.js" });
  let walls: number[] = [];
  const { measured } = await traced(page, async () => {
    walls = await page.evaluate(async () => {
      const rest = () => new Promise((resolve) => setTimeout(resolve, 30));
      const walls: number[] = [];
      for (let turn = 0; turn < 16; turn++) {
        await rest();
        const start = performance.now();
        const words = Array.from({ length: 20_000 }, (_, i) => ((i * 48_271) % 0x7fffffff).toString(36));
        words.sort();
        const places = new Map(words.map((word, i) => [word, { word, i }]));
        performance.measure(places.size ? "script" : "", { start });
        walls.push(performance.now() - start);
      }
      type Plotly = { react(root: Element, data: object[], layout: object): Promise<unknown> };
      const { Plotly } = window as unknown as { Plotly: Plotly };
      const root = document.querySelector("#plot")!;
      const x = Float32Array.from({ length: 512 }, (_, i) => i);
      for (let turn = 0; turn < 16; turn++) {
        await rest();
        const start = performance.now();
        await Plotly.react(root, [{ x, y: x.map((i) => Math.sin(i / 20 + turn)) }], {});
        performance.measure("plain", { start });
      }
      return walls;
    });
  });
  const [script, plain] = ["script", "plain"].map((name) =>
    quarter(measured.filter((one) => one.name === name).map(({ ms }) => ms)),
  );
  return { script, plain, wall: quarter(walls) };
}

test("speed", async ({ browser, baseURL }) => {
  test.slow();
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const page = await context.newPage();
  const { script, plain, wall } = await yardsticks(page);
  console.log(`reference tasks: JavaScript ${script.toFixed(1)} ms, a plain redraw ${plain.toFixed(1)} ms`);
  /** Prints a time as a multiple of its reference task, and compares it with the limit. */
  const judge = (what: string, ms: number, yardstick: number, limit: number) => {
    const ratio = ms / yardstick;
    console.log(`${what}: ${ms.toFixed(1)} ms, ${ratio.toFixed(2)} × (limit ${limit} ×)`);
    expect.soft(ratio, what).toBeLessThan(limit);
  };

  await answerAtOnce(page);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(".rail input:enabled")) return;
      performance.mark("usable");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  // From the first byte on. Plotly's first drawing, before its code is compiled, is the longest task, and is cut into
  // steps.
  const {
    tasks: [loading],
  } = await traced(page, () => openLab(page, "&sweep=8:1:12"));
  judge("longest task of loading", loading, script, LIMITS.loading);

  const {
    tasks: [sweeping],
  } = await traced(page, async () => {
    await page.getByRole("button", { name: "Run sweep" }).click();
    await expect(page.getByRole("contentinfo").getByRole("progressbar")).toBeVisible();
    await settled(page);
  });
  judge("longest task of a sweep", sweeping, script, LIMITS.sweeping);

  for (const [title, name = title] of FIGURES) {
    await card(page, title).scrollIntoViewIfNeeded();
    await expect(card(page, title).locator(".plot")).toHaveAttribute("data-state", "ready");
    await quiet(page);
    const { tasks, measured } = await traced(page, async () => {
      for (let step = 0; step < STEPS; step++) {
        const key = step % 2 ? "ArrowDown" : "ArrowUp";
        await page.getByRole("spinbutton", { name: "Eb/N0", exact: true }).press(key);
        await page.waitForTimeout(100);
      }
      await quiet(page);
    });
    const ms = measured.filter((one) => one.name.startsWith(`redraw ${name}`)).map((one) => one.ms);
    expect.soft(ms.length, title).toBeGreaterThanOrEqual(8);
    judge(`${title}, a redraw of ${ms.length}`, quarter(ms), plain, LIMITS.redraw);
    judge(`${title}, third longest task`, tasks[2], script, LIMITS.stepping);
  }

  const usable: number[] = [];
  for (let visit = 0; visit < 3; visit++) {
    await page.reload();
    const mark = () => performance.getEntriesByName("usable")[0]?.startTime;
    await page.waitForFunction(mark);
    usable.push(await page.evaluate(mark));
  }
  judge("usable after", Math.min(...usable), wall, LIMITS.usable);
  await context.close();
});
