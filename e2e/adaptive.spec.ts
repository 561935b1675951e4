import { expect, type Page, test } from "@playwright/test";
import { card, csvOf, edit, expectLive, exported, runSweep, settled } from "./lab.ts";
import { expectAccessibleEverywhere } from "./layout.ts";

/** Short packets and few of them: a software GPU equalizes them in seconds. */
const TINY =
  "#adaptive?v=1&ebn0=4:4:12&equalizers=mmse,dfe,lms,mlse&forwardTaps=15&training=200&symbols=400&packets=12&mu=0.03&at=12";

const strip = (page: Page) => page.getByRole("group", { name: "Equalizers" }).getByRole("button");
const hash = (page: Page) => page.evaluate(() => location.hash);
const rail = (page: Page) => page.getByRole("complementary", { name: "Scenario" });

test("the lab of adaptive equalizers: one packet before and after, learning curves, error rates beside theory", async ({
  page,
}) => {
  await page.goto(`./${TINY}`);
  await settled(page);

  await test.step("shows one packet and the learning curves on the first visit", async () => {
    await expect(strip(page)).toHaveCount(4);
    await expect(card(page, "Constellations").getByText(/\d+ wrong/)).toHaveCount(4);
    await expect(card(page, "Learning curves")).toContainText("Means over 12 packets at 12.0 dB.");
    await expect(card(page, "Learning curves")).toContainText("MLSE gives decisions only, so it has no curve.");
    const curves = await csvOf(page, "Learning curves");
    const of = (name: string) => curves.filter(({ curve }) => curve === name).map(({ MSE }) => Number(MSE));
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value / values.length, 0);
    // Proakis B at 15 dB per sample: decision feedback halves the error of a linear equalizer more than once.
    expect(mean(of("dfe"))).toBeLessThan(mean(of("mmse")) / 2);
    // The taps of LMS begin at 0.
    expect(of("lms")[0]).toBeGreaterThan(of("lms").at(-1)!);
    const zeros = await csvOf(page, "Zeros of the channel");
    expect(Number(zeros[0].real) * Number(zeros[1].real)).toBeCloseTo(1, 9);
    expect((await exported(page, "Responses", "SVG")).toString()).toContain("channel");
    // The panel under the menu is not highlighted, and the others are not faded.
    expect((await exported(page, "Constellations", "SVG")).toString()).not.toContain("opacity: 0.25");
  });

  await test.step("runs live on request", () => expectLive(page, card(page, "Learning curves")));

  await test.step("counts errors beside theory, and a link reproduces the counts", async () => {
    await runSweep(page);
    const rows = await csvOf(page, "Bit error rate");
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(Number(row.bits)).toBe(2 * 200 * 12);
    const at12 = (name: string) =>
      Number(rows.find((row) => row.equalizer === name && row["Eb/N0 (dB)"] === "12")!.BER);
    expect(at12("mlse")).toBeLessThan(at12("dfe"));
    expect(at12("dfe")).toBeLessThan(at12("mmse"));
    const drawn = (await exported(page, "Bit error rate", "SVG")).toString();
    expect(drawn).toContain("MLSE, union bound");
    await page.goto("about:blank");
    await page.goto(`./${TINY}`);
    await settled(page);
    await runSweep(page);
    expect(await csvOf(page, "Bit error rate")).toEqual(rows);
  });

  await test.step("shows the taps of the equalizer that the strip selects", async () => {
    await edit(page, () => strip(page).nth(1).click());
    expect(await hash(page)).toContain("shown=1");
    const taps = await csvOf(page, "Taps");
    expect(taps.filter(({ kind }) => kind === "b")).toHaveLength(2);
    await edit(page, () => strip(page).nth(3).click());
    await expect(card(page, "Taps")).toContainText("MLSE has no taps to show.");
  });

  await test.step("a step size redraws the curves, and one that diverges is named", async () => {
    await edit(page, () => rail(page).getByRole("spinbutton", { name: "Step size" }).fill("0.5"));
    await page.keyboard.press("Enter");
    await expect(card(page, "Learning curves")).toContainText("LMS diverged in 12 packets");
  });

  await test.step("says beside a control what the core refuses", async () => {
    const list = rail(page).getByRole("group", { name: "Equalizers to compare" });
    await edit(page, () => rail(page).getByLabel("Channel").selectOption("proakis-a"));
    await expect(list).toContainText("supports at most 1024 states, got 1048576");
    await expect(list.getByRole("checkbox", { name: "MLSE" })).toBeDisabled();
    await settled(page);
    await expect(strip(page)).toHaveCount(3);
    await edit(page, () => rail(page).getByLabel("Channel").selectOption("rays"));
    await expect(rail(page).getByLabel("Rays")).toHaveValue("0,0,0;-1.94,143.2,1.3");
    await edit(page, () => rail(page).getByLabel("Channel").selectOption("exponential"));
    // Packets of 400 symbols become whole blocks of 64.
    await edit(page, () => list.getByRole("checkbox", { name: /^FDE$/ }).check());
    await expect(page.getByText("Packets now have 448 symbols")).toBeVisible();
    await settled(page);
    await expect(card(page, "Learning curves")).toContainText("theory has no single J");
    await rail(page).getByRole("spinbutton", { name: "Training", exact: true }).fill("900");
    await expect(rail(page).getByRole("alert")).toContainText("training must be at most the 448 symbols");
    await page.keyboard.press("Escape");
  });

  await test.step("presets show the figures of their subject", async () => {
    const preset = (title: string) =>
      edit(page, () =>
        rail(page)
          .getByLabel("Preset")
          .selectOption(title)
          .then(() => undefined),
      );
    await preset("Decision feedback and its bursts");
    await edit(page, () => rail(page).getByRole("spinbutton", { name: "Symbols", exact: true }).fill("512"));
    await page.keyboard.press("Enter");
    await settled(page);
    await expect(card(page, "Error bursts")).toContainText(/DFE: \d+ wrong in \d+ bursts?/);
    await expect(card(page, "Trellis of MLSE").locator("path.decided")).toHaveCount(1);
    await preset("LMS in the error bowl");
    await settled(page);
    await expect(card(page, "Error bowl")).toContainText("Best taps (1.049, −0.458), J = 0.100");
    await expect(card(page, "Eye diagrams").getByText(/^\d+ %$/)).toHaveCount(4);
    await edit(page, () => rail(page).getByRole("spinbutton", { name: "Packets", exact: true }).fill("4"));
    await page.keyboard.press("Enter");
    const study = card(page, "Misadjustment over the step");
    await study.getByRole("button", { name: "Run study" }).click();
    await expect(study.getByRole("button", { name: "Run again" })).toBeVisible();
    const rows = await csvOf(page, "Misadjustment over the step");
    expect(rows).toHaveLength(8);
    expect(Number(rows.at(-1)!.misadjustment)).toBeGreaterThan(Number(rows[3].misadjustment));
    await preset("Single carrier and OFDM");
    await settled(page);
    const carriers = await csvOf(page, "SNR and bits per carrier");
    expect(carriers.reduce((sum, { bits }) => sum + Number(bits), 0)).toBe(128);
  });

  await test.step("shows how MAP and a decoder exchange what they know", async () => {
    await page.goto("about:blank");
    await page.goto(
      "./#adaptive?v=1&modulation=bpsk&ebn0=5&equalizers=mmse,map&training=0&code=convolutional:5,7&information=500&outer=1,2&packets=4&at=5",
    );
    await settled(page);
    await expect(rail(page)).toContainText("1004 symbols: the training, then the coded bits.");
    const rows = await csvOf(page, "EXIT chart");
    const measured = rows.filter(({ inputs, part }) => inputs === "measured" && part === "equalizer");
    expect(measured).toHaveLength(2);
    const [first, second] = measured.map((row) => Number(row["output (bits per bit)"]));
    expect(second).toBeGreaterThan(first);
    await runSweep(page);
    const rates = await csvOf(page, "Bit error rate");
    expect(rates.map((row) => `${row.equalizer} ${row["outer iteration"]}`)).toEqual(["mmse 1", "map 1", "map 2"]);
    for (const row of rates) expect(Number(row.bits)).toBe(4 * 500);
  });

  await test.step("is accessible in both themes and on a phone", async () => {
    await page.goto(`./${TINY}&forgetting=0.98`);
    await settled(page);
    await expectAccessibleEverywhere(page);
  });
});

test("figures that could not be computed say so, and one of them says why", async ({ page }) => {
  await page.route(/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    // Creating a linear equalizer fails.
    const failing = '(()=>{throw new Error("out of taps")})()';
    const body = (await response.text()).replace(/(["'`])adaptive\/linear\1/g, failing);
    await route.fulfill({ response, body });
  });
  await page.goto(`./${TINY}`);
  await expect(card(page, "Constellations").getByRole("alert")).toContainText("out of taps");
  await expect(card(page, "Taps")).toContainText("No results yet.");
  await expect(page.getByRole("main")).not.toContainText("Computing");
  // The page fetches further files after its first figures. A fetch must not outlive the test.
  await page.unrouteAll({ behavior: "wait" });
});
