import { expect, type Page, test } from "@playwright/test";
import { METHODS } from "../src/core/convolution/experiment/comparison.ts";
import { card, csvOf, exported, settled } from "./lab.ts";
import { expectAccessibleEverywhere } from "./layout.ts";

async function run(page: Page, title: string): Promise<void> {
  await card(page, title).getByRole("button", { name: /^Run/ }).click();
  await expect(card(page, title).getByRole("button", { name: "Run again" })).toBeVisible();
  await settled(page);
}

test("the convolution lab: all methods timed, counted and checked side by side", async ({ page }) => {
  await page.goto("./#convolution?v=1&signal=300&batch=3&methods=cpu-direct,direct&sweep=filter&range=5,20");
  await settled(page);
  const labs = page.getByRole("navigation", { name: "Labs" });
  await expect(labs.getByRole("link", { name: "Convolution" })).toHaveAttribute("aria-current", "page");
  await expect(card(page, "Time")).toContainText("its timings say nothing about a GPU");

  await test.step("checks each result against float64, and hides times", async () => {
    await run(page, "Time");
    await expect(card(page, "Error")).toContainText("4 results checked against float64, all correct");
    const errors = await csvOf(page, "Error");
    expect(errors.map((row) => [row.method, row.filter])).toEqual([
      ["cpu-direct", "5"],
      ["direct", "5"],
      ["cpu-direct", "20"],
      ["direct", "20"],
    ]);
    for (const row of errors) expect(Number(row["largest error"])).toBeLessThan(1e-5);
  });

  await test.step("shows a software adapter's times on request", async () => {
    await page.getByRole("button", { name: "Show the times anyway" }).first().click();
    await expect(card(page, "Time")).toContainText("a software adapter");
    for (const row of await csvOf(page, "Time")) expect(Number(row["time (ms)"])).toBeGreaterThan(0);
    const svg = (await exported(page, "Time", "SVG")).toString();
    expect(svg).toContain("Filter length (taps)");
    await expect(card(page, "Time")).toContainText("taps alone: not measured yet.");
    await card(page, "Time").getByRole("button", { name: "Time it" }).click();
    await expect(card(page, "Time")).toContainText(/taps alone: [\d.]+ ms \(99 % within [\d.]+ ms\)/);
  });

  await test.step("adds and removes methods, sweeps another size, and explains what cannot be swept", async () => {
    const rail = page.getByRole("complementary", { name: "Scenario" });
    await page.getByRole("main").focus();
    await page.keyboard.press("2");
    await expect(rail.getByLabel("CPU, one FFT (PFFFT)")).toBeChecked();
    await page.keyboard.press("4");
    await expect(card(page, "Time")).toContainText("These times belong to earlier sizes.");
    await rail.getByLabel("Sweep", { exact: true }).selectOption("batch");
    await rail.getByLabel("Values").fill("1,70000");
    await expect(rail.getByRole("alert")).toContainText("batch must be a whole number from 1 to 65535, got 70000");
    await rail.getByLabel("Values").fill("1,2");
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("sweep=batch&range=1,2");
    await page.keyboard.press("Escape");
    await run(page, "Time");
    expect((await csvOf(page, "Time")).map((row) => row.batch)).toEqual(["1", "1", "2", "2"]);
  });

  await test.step("measures one size, and the usual filter lengths on request", async () => {
    const rail = page.getByRole("complementary", { name: "Scenario" });
    await rail.getByLabel("Sweep", { exact: true }).selectOption("none");
    await run(page, "Time");
    expect((await csvOf(page, "Time")).map((row) => row.filter)).toEqual(["186", "186"]);
    await card(page, "Time").getByRole("button", { name: "Compare filter lengths" }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("sweep=filter");
    await expect(card(page, "Time").getByRole("button", { name: "Run again" })).toBeVisible();
    expect(new Set((await csvOf(page, "Time")).map((row) => row.filter)).size).toBe(7);
  });

  await test.step("sweeps workgroup sizes and records the timeline", async () => {
    await run(page, "Workgroup size");
    const sizes = await csvOf(page, "Workgroup size");
    expect(new Set(sizes.map((row) => row.kernel))).toEqual(
      new Set(["copy", "direct-global", "direct", "overlap-save"]),
    );
    for (const row of sizes) expect([row.wrong, Number(row["largest error"]) < 1e-5]).toEqual(["no", true]);
    expect(sizes.some((row) => row.invocations === "256")).toBe(true);
    await run(page, "Timeline");
    const events = await csvOf(page, "Timeline");
    expect(new Set(events.map((row) => row.buffers))).toEqual(new Set(["1", "2", "3"]));
  });

  await test.step("slides a short convolution, output by output and block by block, and keeps the step in the link", async () => {
    const sliding = card(page, "A convolution slides");
    await expect(sliding.getByRole("status")).toHaveText(/^y\[9\] = 2\.55: the sum of 4 products/);
    await sliding.getByRole("button", { name: "Step" }).click();
    await expect(sliding.getByRole("status")).toHaveText(/^y\[10\] = 2\.80: the sum of 5 products/);
    await sliding.getByRole("combobox", { name: "View" }).selectOption("blocks");
    await sliding.getByRole("slider", { name: "Block" }).fill("3");
    await expect(sliding.getByRole("status")).toHaveText(/^Block 4 of 4: 12 samples give y\[24\] to y\[27\]/);
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("slide=rectangle,decay,blocks,3");
  });

  await test.step("is accessible in both themes and on a phone", async () => {
    await expectAccessibleEverywhere(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step("has links to all methods and to the other lab", async () => {
    await labs.getByRole("link", { name: "Equalizers" }).click();
    await expect(page).toHaveTitle("Threeray: Equalizers on WebGPU");
    await labs.getByRole("link", { name: "Convolution" }).click();
    await expect(page.getByRole("group", { name: "Methods" }).getByRole("button")).toHaveCount(METHODS.length);
  });
});
