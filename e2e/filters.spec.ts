import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { card, contents, csvOf, edit, expectAccessible, exported, follow, inWorker, predict, settled } from "./lab.ts";
import { expectAccessibleEverywhere } from "./layout.ts";

const fact = (page: Page, name: string) =>
  page.getByLabel("Filter summary").locator(".strip-item").filter({ hasText: name });
const design = (page: Page) =>
  page.evaluate(() => {
    const given = /[?&]design=([^&]*)/.exec(location.hash)?.[1];
    return given ? (JSON.parse(decodeURIComponent(given)) as Record<string, unknown>) : undefined;
  });

/** Drags from the middle of an element by a number of pixels. */
async function drag(page: Page, element: Locator, dx: number, dy: number): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await element.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + dx / 2, y + height / 2 + dy / 2);
  await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 4 });
  await page.mouse.up();
}

async function open(page: Page, link = ""): Promise<void> {
  await page.goto(`./#filters?v=1${link}`);
  await expect(fact(page, "Filter")).toContainText(/order|taps/);
  await settled(page);
}

test("the Filters lab: a mask, points, coefficients", async ({ page }) => {
  test.slow();
  await open(page, "&samples=4096");

  await test.step("names the filter, and says whether it is stable and keeps its mask", async () => {
    await expect(fact(page, "Filter")).toContainText("Elliptic low-pass order 7");
    await expect(fact(page, "Stability")).toContainText("stable 0.022 inside");
    await expect(fact(page, "Mask")).toContainText("kept");
    await expect(card(page, "Magnitude")).toContainText("The mask is kept, in the pass band exactly");
  });

  await test.step("disables the methods that do not support the filter, with the reason", async () => {
    const method = page.getByLabel("Computed by");
    await expect(method.locator("option[value=scan]")).toBeEnabled();
    const refused = method.locator("option[value=one-pole]");
    await expect(refused).toBeDisabled();
    await expect(refused).toHaveText(/^One pole, prefix sum \(must have one pole/);
  });

  await test.step("the mask follows the pointer, and the smallest filter follows the mask; undo reverts a whole drag", async () => {
    const stop = card(page, "Magnitude").getByRole("slider", { name: "Stops from" });
    await drag(page, stop, 60, 40);
    await expect.poll(async () => Number((await design(page))?.stop)).toBeGreaterThan(8500);
    expect(Number((await design(page))?.attenuation)).toBeGreaterThan(65);
    await expect(fact(page, "Filter")).toContainText("order 6");
    await expect(fact(page, "Mask")).toContainText("kept");
    await page.keyboard.press("Control+z");
    await expect.poll(() => design(page)).toBeUndefined();
    await expect(fact(page, "Filter")).toContainText("order 7");
  });

  await test.step("keys move it, Shift ten times as far; the close-up shows the ripple", async () => {
    const pass = card(page, "Magnitude").getByRole("slider", { name: "Passes to", exact: true });
    await pass.focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(async () => (await design(page))?.pass).toBe(5890);
    const close = card(page, "Magnitude").getByRole("slider", { name: "Passes to, close-up" });
    await close.focus();
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(async () => (await design(page))?.ripple).toBe(1);
    await expect(close).toHaveAttribute("aria-valuetext", "5.89 kHz, ripple 1 dB");
    const chart = card(page, "Magnitude").getByRole("group", { name: "Gain over frequency" });
    await chart.focus();
    await page.keyboard.press("End");
    await expect(card(page, "Magnitude")).toContainText(/24 kHz: .* dB, delay/);
  });

  await test.step("invalid input is refused", async () => {
    const rail = page.getByRole("complementary", { name: "Scenario" });
    await rail.getByLabel("Passes to").fill("8 kHz");
    await expect(rail.getByRole("alert")).toContainText("The edges must keep their order");
    for (const end of ["0", "24k"]) {
      await rail.getByLabel("Passes to").fill(end);
      await expect(rail.getByRole("alert")).toContainText("Enter a number above 0 and below 24000 Hz.");
    }
    // Keys are checked as typing is.
    await rail.getByLabel("Passes to").fill("7450");
    await expect(rail.getByRole("alert")).toBeHidden();
    await rail.getByLabel("Passes to").press("PageUp");
    await expect(rail.getByRole("alert")).toContainText("The edges must keep their order");
    await rail.getByLabel("Passes to").fill("7500");
    await expect(rail.getByRole("alert")).toContainText("Two edges are equal");
    await expect(rail.getByRole("alert")).toContainText("Kept 7450 Hz");
    await rail.getByLabel("Passes to").fill("7.2k");
    await expect(rail.getByRole("alert")).toBeHidden();
    await expect.poll(async () => (await design(page))?.pass).toBe(7200);
    await rail.getByLabel("Band", { exact: true }).selectOption("bandpass");
    await expect(fact(page, "Filter")).toContainText("Elliptic band-pass");
    await rail.getByLabel("Type").selectOption("remez");
    await expect(fact(page, "Stability")).toContainText("no poles");
    await expect(fact(page, "Mask")).toContainText("kept");
  });

  await test.step("a pole is dragged out of the circle, and the page reports it", async () => {
    await page.getByRole("button", { name: "Crossover, 2 kHz" }).click();
    await expect(fact(page, "Filter")).toContainText("Butterworth low-pass order 4");
    const plane = card(page, "Zeros and poles");
    await drag(page, plane.getByRole("slider", { name: "Pole 2" }), 40, -30);
    await expect(fact(page, "Filter")).toContainText("Zeros and poles");
    await expect(fact(page, "Stability")).toContainText("unstable");
    await expect(plane).toContainText("lies outside the unit circle");
    await expect(plane.getByLabel("Radius")).toBeVisible();
    await plane.getByLabel("Radius").fill("0.9");
    await plane.getByLabel("Frequency").fill("3k");
    await expect(fact(page, "Stability")).toContainText("stable");
    const rows = await csvOf(page, "Zeros and poles");
    const placed = rows.filter((row) => row.kind === "pole" && Math.abs(Number(row.radius) - 0.9) < 1e-6);
    expect(placed.map((row) => Math.abs(Number(row["angle (°)"])).toFixed(4))).toEqual(["22.5000", "22.5000"]);
    await plane.getByRole("slider", { name: "Pole 2" }).focus();
    await edit(page, () => page.keyboard.press("Shift+ArrowUp"));
    await expect(plane.getByLabel("Radius")).toHaveValue("0.92");
    await edit(page, () => plane.getByRole("button", { name: "Add zeros" }).click());
    await expect(plane.getByRole("slider", { name: "Zero 5" })).toBeVisible();
    await edit(page, () => page.keyboard.press("Control+z"));
    await expect(plane.getByRole("slider", { name: "Zero 5" })).toBeHidden();
    await expect(fact(page, "Filter")).toContainText("Zeros and poles");
  });

  await test.step("a link reproduces it", async () => {
    await expect.poll(async () => (await design(page))?.type).toBe("zeros-poles");
    await settled(page);
    const hash = await page.evaluate(() => location.hash);
    const before = await csvOf(page, "Coefficients");
    await page.goto("about:blank");
    await page.goto(`./${hash}`);
    await expect(fact(page, "Filter")).toContainText("Zeros and poles");
    await settled(page);
    expect(await csvOf(page, "Coefficients")).toEqual(before);
  });

  await test.step("figures and files: the numbers agree", async () => {
    await follow(page, "#filters?v=1&samples=4096");
    await expect(fact(page, "Filter")).toContainText("Elliptic low-pass order 7");
    const gains = await csvOf(page, "Magnitude");
    const at = (f: number) => gains.find((row) => Number(row["frequency (Hz)"]) >= f)!;
    expect(Number(at(7500)["gain (dB)"])).toBeLessThan(-59.999);
    expect(Number(at(6000)["gain (dB)"])).toBeCloseTo(-0.5, 6);
    expect(await csvOf(page, "Coefficients")).toHaveLength(4);
    for (const title of ["Magnitude", "Zeros and poles", "Phase and group delay", "Impulse and step"]) {
      expect((await exported(page, title, "SVG")).toString()).toContain("<svg");
    }
    const save = async (name: string) => {
      const saving = page.waitForEvent("download");
      await page
        .getByRole("group", { name: "The filter as a file" })
        .getByRole("button", { name, exact: true })
        .click();
      return saving;
    };
    const json = await save("JSON");
    expect(json.suggestedFilename()).toBe("elliptic-low-pass-7.json");
    expect(JSON.parse((await contents(json)).toString()).sections).toHaveLength(4);
    expect((await contents(await save("C"))).toString()).toContain("#define SECTIONS 4");
    expect((await contents(await save("NumPy"))).toString()).toContain("import numpy as np");
    const script = join(mkdtempSync(join(tmpdir(), "filters-")), "filter.py");
    writeFileSync(script, await contents(await save("SciPy")));
    const { status, stdout } = spawnSync("python3", [script], { encoding: "utf8" });
    // Without SciPy the script cannot run; export.test.ts then reports a skipped test.
    if (status === 0) expect(stdout).toMatch(/largest difference from SciPy's design: \de-1\d|\d\.\de-1\d/);
  });

  await test.step("folds groups, and stores them in the link", async () => {
    await page.getByRole("region", { name: "Design: figures" }).getByRole("button", { name: "Design" }).click();
    await expect(card(page, "Magnitude")).toBeHidden();
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("fold=design");
    await page
      .getByRole("region", { name: "Design: figures" })
      .getByRole("button", { name: /^Design/ })
      .click();
  });

  await test.step("is accessible in both themes and on a phone", async () => {
    await expectAccessibleEverywhere(page);
  });
});

/** Steps of lectures, with the strip's text for their filters. */
const TAUGHT: readonly (readonly [lecture: string, step: number, facts: readonly string[]])[] = [
  ["what-a-mask-costs", 1, ["order 32", "Multiplications per sample80"]],
  ["what-a-mask-costs", 2, ["order 12", "88"]],
  ["what-a-mask-costs", 3, ["order 7", "Multiplications per sample20"]],
  ["what-a-mask-costs", 4, ["75 taps", "37 samples"]],
  ["zeros-and-poles", 2, ["0.01 inside"]],
  ["zeros-and-poles", 3, ["unstable", "0.0041 outside"]],
  ["narrow-and-slow", 1, ["−97 dB"]],
  ["narrow-and-slow", 2, ["497 samples, ≤ 62.2 ms", "−86 dB"]],
  ["straight-phase", 1, ["6.8 … 44.5"]],
  ["straight-phase", 2, ["8.7 … 8.92"]],
  ["a-high-rate-is-hard", 1, ["0.001 inside", "−63 dB"]],
  ["a-high-rate-is-hard", 2, ["0.01 inside", "−93 dB", "Multiplications per sample10"]],
  ["a-high-rate-is-hard", 3, ["0.095 inside", "−122 dB"]],
  ["other-filters", 1, ["63 taps", "31 samples"]],
  ["other-filters", 2, ["14.5 samples"]],
];

test("a mask with many taps: progress, stop, resume, replacement, refusal", async ({ page }) => {
  await open(page, "&samples=4096");
  const many = { type: "remez", pass: 9600, stop: 9800, ripple: 0.1, attenuation: 80, rate: 96_000 };
  const ask = (spec: object) =>
    page.evaluate(
      (json) => (location.hash = `#filters?v=1&samples=4096&design=${encodeURIComponent(json)}`),
      JSON.stringify(spec),
    );
  const magnitude = card(page, "Magnitude");
  const foot = page.getByRole("contentinfo").getByRole("status");

  await test.step("shows how many taps it tries, in the figure and in the status line, and stops", async () => {
    await ask(many);
    await expect(magnitude).toContainText(/Searching for the shortest filter: trying 1\d\d\d taps/);
    await expect(foot).toContainText("Designing the filter: trying 1");
    await magnitude.getByRole("button", { name: "Stop" }).click();
    await expect(magnitude).toContainText("The design was stopped. The figure shows the last filter.");
    await expect(foot).toContainText("Stopped");
    await expect(fact(page, "Filter")).toContainText("Elliptic low-pass order 7");
    await expectAccessible(page);
  });

  await test.step("a newer design replaces it at once", async () => {
    await magnitude.getByRole("button", { name: "Design the filter" }).click();
    await expect(magnitude).toContainText("trying 1");
    await page.getByRole("button", { name: "Comb" }).click();
    await expect(fact(page, "Filter")).toContainText("9 taps");
    await expect(magnitude).not.toContainText("trying");
    await expect(magnitude).not.toContainText("stopped");
  });

  await test.step("offers advice for a mask with too many taps, and follows it", async () => {
    await ask({ ...many, stop: 9620 });
    await expect(magnitude.getByRole("alert")).toContainText(
      "at most 2047 taps, but needs about 16000; make the transition 8 times as wide, or use a recursive filter",
    );
    await magnitude.getByRole("button", { name: "Use an elliptic filter" }).click();
    await expect(fact(page, "Filter")).toContainText("Elliptic low-pass order 21");
    await expect(fact(page, "Mask")).toContainText("kept");
  });
});

test("a changed filter aborts computations with the old one, and restarts them", async ({ page }) => {
  const foot = page.getByRole("contentinfo").getByRole("status");
  const link = (samples: number, page: number) => `#filters?v=1&samples=${samples}&page=${page}`;

  await test.step("the signal in progress", async () => {
    // Thousands of pages, so that no device has finished before the next line.
    await page.goto(`./${link(2 ** 22, 512)}`);
    await expect(foot).toContainText("Filtering the signal");
    await expect(fact(page, "Filter")).toContainText("order 7");
    await page.getByRole("button", { name: "Comb" }).click();
    await page.evaluate((hash) => (location.hash = hash), link(8192, 8192));
    await expect(card(page, "Spectrum, before and after")).toContainText(/8.192 samples of tones/);
    await settled(page);
  });

  await test.step("the comparison of the methods", async () => {
    const ways = card(page, "Time and error");
    await ways.getByRole("button", { name: "Compare" }).click();
    await expect(foot).toContainText("Comparing the methods");
    await page.getByRole("button", { name: "Comb" }).click();
    await expect(ways.getByRole("button", { name: "Run again" })).toBeVisible();
    const rows = await csvOf(page, "Time and error");
    expect(rows.map((row) => row.size)).toEqual(Array(5).fill("9"));
    await expect(ways).not.toContainText("These results are for another filter");
  });
});

test("without a GPU: a lecture's filters agree with its text, and the page explains what cannot be designed", async ({
  page,
}) => {
  await inWorker(page, 'Object.defineProperty(navigator, "gpu", { value: undefined });');
  await page.goto("./#filters?v=1");
  await expect(page.getByRole("contentinfo")).toContainText("No GPU available");
  for (const [lecture, step, facts] of TAUGHT) {
    await page.evaluate((link) => (location.hash = link), `#filters?lecture=${lecture}&step=${step}`);
    await expect(page.getByRole("region", { name: /^Lecture: / })).toContainText(`Step ${step} of`);
    const figure = page.locator("[data-focus]");
    if ((await figure.count()) > 0 && (await figure.locator(".covered").count()) > 0) {
      // The strip could tell the answer.
      await expect(page.getByLabel("Filter summary")).toContainText("after your prediction");
    }
    await predict(page);
    for (const text of facts) await expect(page.getByLabel("Filter summary")).toContainText(text);
  }
  await page.evaluate(() => (location.hash = "#filters?lecture=straight-phase&step=2"));
  await predict(page);
  await expect(card(page, "Impulse and step")).toContainText("The step response overshoots by 1.1 %");
  await page.evaluate(() => (location.hash = "#filters?lecture=zeros-and-poles&step=2"));
  await predict(page);
  await expect(card(page, "Impulse and step")).toContainText("After 456 samples");
  await page.evaluate(() => (location.hash = "#filters?v=1"));
  await expect(fact(page, "Filter")).toContainText("Elliptic low-pass");
  await page.getByRole("button", { name: "Comb" }).click();
  await expect(fact(page, "Filter")).toContainText("9 taps");
  // No number of taps keeps this mask: the last filter stays, and the page gives the reason.
  const hopeless = { type: "window", window: "rectangular", pass: 0.2, stop: 0.3, ripple: 0.01, attenuation: 90 };
  await page.evaluate(
    (spec) => (location.hash = `#filters?v=1&design=${encodeURIComponent(JSON.stringify(spec))}`),
    hopeless,
  );
  await expect(card(page, "Magnitude").getByRole("alert")).toContainText("the rectangular window may not reach it");
  await expect(fact(page, "Filter")).toContainText("9 taps");
  await expectAccessible(page);
});
