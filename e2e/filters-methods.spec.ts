import { expect, test } from "@playwright/test";
import { filtered, link } from "./filters.ts";
import { card, csvOf, expectAccessibleInThemes } from "./lab.ts";

test("methods: errors, refusals, crossover, pages", async ({ page }) => {
  const elliptic = { type: "elliptic", order: 4, cutoff: 0.3, ripple: 0.5, attenuation: 60 };
  await page.goto(`./${link("&samples=4096", elliptic)}`);
  await filtered(page);
  const ways = card(page, "Time and error");

  await test.step("every method is correct, a refusal has a reason, and times of a software adapter are hidden", async () => {
    await ways.getByRole("button", { name: "Compare" }).click();
    await expect(ways.getByRole("button", { name: "Run again" })).toBeVisible();
    const rows = await csvOf(page, "Time and error");
    expect(rows.map(({ way }) => way)).toHaveLength(5);
    const right = rows.filter((row) => row.wrong !== "");
    expect(right).toHaveLength(4);
    for (const row of right) {
      expect(row.wrong).toBe("no");
      expect(Number(row["error (dB)"])).toBeLessThan(-60);
    }
    await expect(ways).toContainText("One pole cannot compute this filter: must have one pole");
    await expect(ways).toContainText("The filter is stable");
    expect(Object.keys(rows[0])).not.toContain("time (ms)");
    await ways.getByRole("button", { name: "Show the times anyway" }).click();
    expect(Object.keys((await csvOf(page, "Time and error"))[0])).toContain("time (ms)");
  });

  await test.step("another filter: the old result is marked as outdated", async () => {
    await page.getByRole("button", { name: "Anti-alias, 4 to 1" }).click();
    await expect(ways).toContainText("These results are for another filter.");
    await ways.getByRole("button", { name: "Compare" }).click();
    await expect(ways.getByRole("button", { name: "Run again" })).toBeVisible();
    await expect(ways).toContainText("A filter with taps only");
    const rows = await csvOf(page, "Time and error");
    expect(rows).toHaveLength(5);
    for (const row of rows) expect(Number(row["error (dB)"])).toBeLessThan(-60);
  });

  await test.step("sums and transforms over taps: a stop keeps the results, and the run resumes", async () => {
    const taps = card(page, "Direct sum or FFT");
    await taps.getByRole("button", { name: "Measure" }).click();
    await expect
      .poll(async () => Number(await taps.getByRole("progressbar").getAttribute("value")))
      .toBeGreaterThan(0.1);
    await taps.getByRole("button", { name: "Stop" }).click();
    await expect(taps.getByRole("button", { name: "Resume" })).toBeVisible();
    await expect(taps).toContainText(/Stopped at \d+ %\. The results so far are kept\./);
    await taps.getByRole("button", { name: "Resume" }).click();
    await expect(taps.getByRole("button", { name: "Run again" })).toBeVisible({ timeout: 90_000 });
    const rows = await csvOf(page, "Direct sum or FFT");
    expect(rows).toHaveLength(50);
    for (const row of rows.filter((one) => one["largest error"] !== "")) {
      expect(Number(row["largest error"])).toBeLessThan(1e-3);
    }
  });

  await test.step("pages: throughput and latency", async () => {
    const pages = card(page, "Page size");
    await pages.getByRole("button", { name: "Measure" }).click();
    await expect(pages.getByRole("button", { name: "Run again" })).toBeVisible({ timeout: 90_000 });
    const rows = await csvOf(page, "Page size");
    expect(rows.map((row) => Number(row["page (samples)"]))).toEqual([256, 1024, 4096, 16_384, 65_536]);
    for (const row of rows) expect(Number(row["latency (ms)"])).toBeGreaterThan(0);
    await expect(pages).toContainText(/Pages of .* at least 80 % of the highest/);
  });

  await test.step("no accessibility violations in both themes", async () => {
    await expectAccessibleInThemes(page);
  });
});
