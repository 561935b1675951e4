import { expect, type Page, test } from "@playwright/test";
import { answerAtOnce, answers, quiet, redraws } from "./at-once.ts";
import { card, follow, openLab, settled } from "./lab.ts";

/** Figures of the receiver, and the names of their redraw measures. */
const FIGURES = [
  ["Spectrum"],
  ["Channel estimate"],
  ["Taps"],
  ["Responses"],
  ["CMA convergence"],
  ["Loop phase"],
  ["Errors along the packet", "Errors"],
] as const;
const STEPS = 8;
/** It shows counts: if they stay equal, it is not drawn again. */
const COUNTS = "Errors along the packet";

test.describe.serial("figures while a value is stepped", () => {
  let page: Page;
  test.beforeAll(async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
    page = await context.newPage();
    await answerAtOnce(page);
    // All figures are visible at the same time, so none waits to be drawn.
    await page.setViewportSize({ width: 1280, height: 5200 });
    // With two packets a software adapter needs no quick look before the answer.
    await openLab(page, "&equalizers=none,mmse,cma&packets=2");
    await card(page, "Kernel timings").getByRole("button", { name: "Show the times anyway" }).click();
    await card(page, "Kernel timings").getByRole("button", { name: "Measure" }).click();
    for (const title of [...FIGURES.map(([title]) => title), "Kernel timings", "Bit error rate"]) {
      await expect(card(page, title).locator(".plot"), title).toHaveAttribute("data-state", "ready");
    }
    await settled(page);
    await quiet(page);
  });
  test.afterAll(() => page.context().close());

  const ebn0 = () => page.getByRole("spinbutton", { name: "Eb/N0", exact: true });

  /** Changes the figures, and waits for their last redraw. */
  async function redrawn(act: () => Promise<unknown>): Promise<void> {
    const before = await Promise.all(FIGURES.map(([title, name = title]) => redraws(page, name)));
    await act();
    for (const [i, [title, name = title]] of FIGURES.entries()) {
      if (title !== COUNTS) await expect.poll(() => redraws(page, name), title).toBeGreaterThan(before[i]);
    }
    await settled(page);
    await quiet(page);
  }

  test("follow each answer on fixed axes; other figures stay unchanged", async () => {
    const others = ["Kernel timings", "Bit error rate"];
    const before = await Promise.all(others.map((name) => redraws(page, name)));
    const answered = await answers(page);
    await page.evaluate(() => {
      const moves: Record<string, number> = Object.assign(window, { moves: {} }).moves;
      for (const root of document.querySelectorAll(".plot-root")) {
        const title = root.closest(".card")!.querySelector("h2, h3")!.textContent;
        new MutationObserver((list) => {
          const axis = list.some(({ target }) => (target as Element).closest(".ytick") !== null);
          moves[title] = (moves[title] ?? 0) + Number(axis);
        }).observe(root, { subtree: true, attributes: true });
      }
    });
    for (let step = 0; step < STEPS; step++) {
      await redrawn(() => ebn0().press(step % 2 ? "ArrowDown" : "ArrowUp"));
    }
    expect(await answers(page)).toBe(answered + STEPS);
    const moves = await page.evaluate(() => (window as unknown as { moves: Record<string, number> }).moves);
    for (const [title] of FIGURES) expect.soft(moves[title], title).toBeLessThan(STEPS / 4);
    expect(await Promise.all(others.map((name) => redraws(page, name)))).toEqual(before);
    expect(Math.min(...before)).toBeGreaterThan(0);
  });

  test("look like newly drawn figures", async () => {
    test.slow();
    // One image at a time: each scrolls its card into view.
    const pictures = async () => {
      const taken: Buffer[] = [];
      for (const [title] of FIGURES) {
        taken.push(await card(page, title).locator(".plot-root").screenshot({ animations: "disabled" }));
      }
      return taken;
    };
    // A wrong redraw differs every time; edges between two pixels differ only sometimes.
    let different = FIGURES.map(([title]) => title);
    for (const value of ["20", "18", "16"]) {
      await redrawn(() => ebn0().fill(value));
      const renewed = await pictures();
      await redrawn(() => page.emulateMedia({ colorScheme: "dark" }));
      const dark = await pictures();
      // Another theme has other colours, so everything is drawn again.
      await redrawn(() => page.emulateMedia({ colorScheme: "light" }));
      const anew = await pictures();
      const differs = (one: Buffer[], title: string) => {
        const i = FIGURES.findIndex(([name]) => name === title);
        return !one[i].equals(anew[i]);
      };
      for (const [title] of FIGURES) expect.soft(differs(dark, title), title).toBe(true);
      different = different.filter((title) => differs(renewed, title));
      if (different.length === 0) break;
    }
    expect(different).toEqual([]);
  });
});

test("unchanged figures are neither drawn nor computed again", async ({ page }) => {
  test.slow();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await openLab(page, "&equalizers=mmse");
  // Keys read a figure that is not drawn yet, and the focus leaves it.
  const undrawn = page.locator(".plot[data-state=loading]").last();
  await undrawn.evaluate((plot: HTMLElement) => plot.focus({ preventScroll: true }));
  await page.keyboard.press("ArrowRight");
  await expect(undrawn.locator("[aria-live]")).toHaveText(/\d/);
  await undrawn.evaluate((plot: HTMLElement) => plot.blur());
  expect(errors).toEqual([]);
  /** Counts changes within an element from now on. */
  const watch = (selector: string, options: MutationObserverInit) =>
    page.evaluate(
      ([selector, options]) => {
        const counter = Object.assign(window, { changes: 0 }) as Window & {
          changes: number;
          watcher?: MutationObserver;
        };
        counter.watcher?.disconnect();
        counter.watcher = new MutationObserver((list) => (counter.changes += list.length));
        counter.watcher.observe(document.querySelector(selector)!, options);
      },
      [selector, options] as const,
    );
  const changes = () => page.evaluate(() => (window as unknown as { changes: number }).changes);

  await watch("#ber .plot-root", { subtree: true, childList: true, attributes: true });
  await page.getByRole("slider", { name: "Eb/N0" }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await settled(page);
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("ebn0=");
  expect(await changes()).toBe(0);

  await watch("#spectrum", { attributes: true });
  const link = await page.evaluate(() => location.hash);
  const [head, ...fields] = link.split(/[?&]/);
  const others = `${head}?${[...fields.toReversed(), "sweep=7:1:9"].join("&")}`;
  await follow(page, others);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe(`${link}&sweep=7:1:9`);
  await expect(page.getByRole("contentinfo").getByRole("status")).toHaveText("Ready");
  expect(await changes()).toBe(0);

  await test.step("twelve steps of a sweep do not increase the page's heap", async () => {
    await follow(page, "#equalizers?v=1&packets=1&equalizers=mmse&sweep=0:1:11");
    await settled(page);
    const cdp = await page.context().newCDPSession(page);
    const heap = async () => {
      await cdp.send("HeapProfiler.collectGarbage");
      return (await cdp.send("Runtime.getHeapUsage")).usedSize;
    };
    const run = async (name: string) => {
      await page.getByRole("form", { name: "Scenario" }).getByRole("button", { name }).click();
      await expect(page.getByRole("contentinfo").getByRole("progressbar")).toBeVisible();
      await settled(page);
      return heap();
    };
    await run("Run sweep");
    // What a run keeps grows with each of them. What is made only once, or is not yet collected, does not.
    const sizes = [await run("Run again"), await run("Run again"), await run("Run again")];
    const grown = sizes.slice(1).map((size, i) => size - sizes[i]);
    expect(Math.min(...grown), sizes.join(", ")).toBeLessThan(4e5);
  });
});
