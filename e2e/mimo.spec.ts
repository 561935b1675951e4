import { expect, type Page, test } from "@playwright/test";
import {
  card,
  csvOf,
  cutTexts,
  drop,
  expectAccessible,
  expectLive,
  exported,
  follow,
  predict,
  runSweep,
  settled,
  stopWhenCounting,
} from "./lab.ts";
import { expectLayout } from "./layout.ts";

/** Two antennas, 4-QAM and few frames: a software GPU detects them in seconds. */
const TINY = "#mimo?v=1&antennas=2&qam=4&snr=2:4:10&detectors=zf,mtt&code=wimax-576-1/2&frames=8&at=6";

const TRELLIS = "Multi-pass trellis traversal";
const detectors = (page: Page) => page.getByRole("group", { name: "Detectors" });
const hash = (page: Page) => page.evaluate(() => location.hash);

test("the MIMO lab: detectors side by side, a trellis step by step", async ({ page }) => {
  await page.goto(`./${TINY}`);
  await settled(page);

  await test.step("draws a batch and a vector on the first visit; a software adapter does not start the sweep", async () => {
    await expect(page.getByRole("navigation", { name: "Labs" }).getByRole("link", { name: "MIMO" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(card(page, TRELLIS)).toContainText("After H = QR the last row of R involves stream 2 only");
    await expect(card(page, "Received and equalized points")).toContainText("Stream 2");
    await expect(card(page, "Distribution of LLRs")).toContainText("% wrong");
    await expect(card(page, "Bit error rate")).toContainText("Run sweep");
    await expect(card(page, "Throughput")).toContainText("its timings say nothing about a GPU");
  });

  await test.step("runs live on request", () => expectLive(page, card(page, "Received and equalized points")));

  await test.step("steps through the trellis from the keyboard; two streams are exact", async () => {
    const trellis = card(page, TRELLIS);
    const chart = trellis.getByRole("group", { name: "Trellis of 2 streams" });
    const entries = await page.evaluate(() => history.length);
    await chart.focus();
    await page.keyboard.press("ArrowRight");
    await expect(trellis.locator("output")).toHaveText("List of stream 2: extension to stream 1 2 of 6");
    await page.keyboard.press("ArrowRight");
    await expect(trellis.getByRole("table")).toContainText("Bits of stream 2");
    await page.keyboard.press("ArrowDown");
    await expect(chart.locator(".traversal-readout")).toContainText(/00 of stream 2.*N0/);
    await page.keyboard.press("End");
    await expect(trellis).toContainText("The exhaustive search gives the same LLRs.");
    await page.keyboard.press("Home");
    await trellis.getByRole("button", { name: "Step" }).click();
    await trellis.getByRole("button", { name: "Play" }).click();
    await expect(trellis.locator("output")).toContainText("3 of 6");
    await trellis.getByRole("button", { name: "Pause" }).click();
    await expect.poll(() => hash(page)).toContain("&scene=2");
    await trellis.getByRole("button", { name: "Next vector" }).click();
    await expect.poll(() => hash(page)).toContain("use=1");
    await page.getByRole("main").press("Control+z");
    await expect.poll(() => hash(page)).not.toContain("use=1");
    expect(await hash(page)).toContain("&scene=2");
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await settled(page);
    const bits = await csvOf(page, TRELLIS);
    expect(bits).toHaveLength(4);
    for (const row of bits) {
      const difference = Number(row["distance of 0 (N0)"]) - Number(row["distance of 1 (N0)"]);
      expect(Number(row.LLR)).toBeCloseTo(difference, 6);
      expect(Number(row["exhaustive LLR"])).toBeCloseTo(Number(row.LLR), 6);
    }
    expect((await exported(page, TRELLIS, "SVG")).toString()).toContain("stream 2");
    await follow(page, TINY);
    await settled(page);
  });

  let rows: Record<string, string>[] = [];
  await test.step("counts errors, and its exports contain the same counts", async () => {
    await runSweep(page);
    rows = await csvOf(page, "Bit error rate");
    expect(rows.map((row) => `${row["SNR (dB)"]} ${row.detector}`)).toEqual([
      "2 zf",
      "2 mtt",
      "6 zf",
      "6 mtt",
      "10 zf",
      "10 mtt",
    ]);
    for (const row of rows) {
      expect(Number(row.bits)).toBe(288 * 8);
      expect(Number(row["coded bits"])).toBe(576 * 8);
      expect(Number(row.BER)).toBeCloseTo(Number(row["bit errors"]) / Number(row.bits), 12);
    }
    expect(Number(rows[0]["BER before the decoder"])).toBeGreaterThan(Number(rows[5]["BER before the decoder"]));
    expect((await exported(page, "Frame error rate", "SVG")).toString()).toContain("Frame error rate");
    const llrs = await csvOf(page, "Distribution of LLRs");
    expect(new Set(llrs.map((row) => row.detector))).toEqual(new Set(["zf", "mtt"]));
    expect(await cutTexts(page, "Distribution of LLRs")).toEqual([]);
    const costs = await csvOf(page, "Work and loss");
    for (const row of costs) expect(row["loss (dB)"] !== "" || row["why not"] !== "").toBe(true);
  });

  await test.step("draws its own CSV over SNR in the same place after a drop, and shifts curves over Eb/N0", async () => {
    const ber = card(page, "Bit error rate");
    const bytes = await exported(page, "Bit error rate", "CSV");
    await drop(page, [{ name: "mine.csv", bytes }]);
    const curves = ber.getByRole("list", { name: "Added curves" });
    await expect(curves).toContainText("mine.csv: zf");
    await expect(curves).toContainText("mine.csv: mtt");
    await expect(ber).not.toContainText("Added curves over Eb/N0");
    for (const title of ["Bit error rate", "Frame error rate", "Bit error rate before the decoder"]) {
      expect((await exported(page, title, "SVG")).toString(), title).toContain("mine.csv: zf");
    }
    await drop(page, [{ name: "other.csv", bytes: Buffer.from("ebn0,ber\n0,0.1\n4,0.01") }]);
    await expect(ber).toContainText("Added curves over Eb/N0 are shifted by");
    for (const name of ["mine.csv: zf", "mine.csv: mtt", "other.csv"]) {
      await curves.getByRole("button", { name: `Remove ${name}` }).click();
    }
  });

  await test.step("adds and removes detectors, and names the sizes that they refuse", async () => {
    await page.getByRole("main").focus();
    await page.keyboard.press("2");
    await expect.poll(() => hash(page)).toContain("detectors=zf,mmse,mtt");
    await expect(card(page, "Bit error rate")).toContainText("These points are from earlier settings.");
    const rail = page.getByRole("complementary", { name: "Scenario" });
    await rail.getByLabel("Antennas", { exact: true }).fill("9");
    await expect(rail.getByRole("alert")).toBeVisible();
    await rail.getByLabel("Antennas", { exact: true }).fill("5");
    await expect(rail).toContainText("antennas must be 1 to 4, got 5");
    await expect(detectors(page).getByRole("button", { name: /^MTT/ })).toHaveAttribute("aria-disabled", "true");
    await expect(card(page, TRELLIS)).toContainText("No trellis for these sizes");
    await settled(page);
  });

  await test.step("stops and resumes, with the counts of an uninterrupted run", async () => {
    await follow(page, TINY.replace("frames=8", "frames=75").replace("2:4:10", "2:2:8"));
    await settled(page);
    const ber = card(page, "Bit error rate");
    await page.getByRole("main").focus();
    await page.keyboard.press(" ");
    await stopWhenCounting(page);
    await expect(ber).toContainText("The results so far are kept.");
    const [stopped] = await csvOf(page, "Bit error rate");
    expect(Number(stopped.frames)).toBeGreaterThan(0);
    await ber.getByRole("button", { name: "Resume" }).click();
    await expect(ber.getByRole("button", { name: "Run again" })).toBeVisible();
    const inParts = await csvOf(page, "Bit error rate");
    expect(inParts.map((row) => row.frames)).toEqual(Array(8).fill("75"));
    await runSweep(page);
    expect(await csvOf(page, "Bit error rate")).toEqual(inParts);
  });

  await test.step("teaches: a lecture's numbers agree with its figures", async () => {
    await page.goto("about:blank");
    await page.goto("./#mimo?lecture=mtt&step=4");
    await settled(page);
    await predict(page);
    await expect(page.getByRole("region", { name: "Lecture: MTT: both hypotheses for every bit" })).toContainText(
      "up to 1.88",
    );
    await expect(card(page, TRELLIS)).toContainText("The exhaustive search gives LLRs that differ by up to 1.88");
    // The step before has the same scenario and another step of the traversal.
    await page.getByRole("main").press("[");
    await predict(page);
    await expect(card(page, TRELLIS).locator("output")).toContainText("Edge reduction to stream 3");
    await expect.poll(() => hash(page)).toMatch(/&scene=5&lecture=mtt&step=3$/);
  });

  await test.step("is accessible in both themes and on a phone", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("slider", { name: "Step of the traversal" }).fill("4");
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectLayout(page);
  });
});

test("the MIMO lab: outer iterations between detector and decoder", async ({ page }) => {
  const frame = card(page, "One frame from outside in");
  const rail = page.getByRole("complementary", { name: "Scenario" });
  await page.goto("./#mimo?v=1&antennas=2&qam=16&code=wimax-576-1/2&detectors=mmse&snr=8,11&frames=8&at=10");
  await settled(page);

  await test.step("a button adds them, and all figures follow", async () => {
    await card(page, "EXIT chart").getByRole("button", { name: "Use MMSE-PIC with three outer iterations" }).click();
    await expect.poll(() => hash(page)).toContain("detectors=mmse,mmse-pic&code=wimax-576-1/2&outer=1,2,3");
    await expect(card(page, "EXIT chart")).toContainText("At 10.0 dB, 8 frames");
    await expect(card(page, "Distribution of LLRs")).toContainText("% wrong");
    await settled(page);
    const passes = await csvOf(page, "EXIT chart");
    const measured = passes.filter((row) => row.part === "mmse-pic" && row.inputs === "measured");
    expect(measured.map((row) => row["outer iteration"])).toEqual(["1", "2", "3"]);
    await frame.getByRole("button", { name: "Step" }).press("Enter");
    await frame.getByRole("button", { name: "Step" }).press("Enter");
    await expect(frame.locator("output")).toContainText("After detector 2");
    await expect.poll(() => hash(page)).toContain("&pass=2");
  });

  await test.step("the sweep counts the errors of each", async () => {
    await runSweep(page);
    const rows = await csvOf(page, "Frame error rate");
    expect(rows.map((row) => `${row["SNR (dB)"]} ${row.detector} ${row["outer iterations"]}`)).toEqual(
      ["8", "11"].flatMap((db) => [`${db} mmse 1`, ...[1, 2, 3].map((outer) => `${db} mmse-pic ${outer}`)]),
    );
    // Without priors MMSE-PIC is MMSE.
    expect(rows[1]["bit errors"]).toBe(rows[0]["bit errors"]);
  });

  await test.step("a link restores controls and figures", async () => {
    const link = await hash(page);
    await page.goto("about:blank");
    await page.goto(`./${link}`);
    await settled(page);
    await expect(frame.locator("output")).toContainText("After detector 2");
    await expect(rail.getByRole("textbox", { name: "Outer iterations" })).toHaveValue("1,2,3");
  });

  await test.step("the panel chooses an early stop, other codes and the axis", async () => {
    const stop = rail.getByRole("combobox", { name: "Early stop" });
    await stop.selectOption({ label: "all checks hold" });
    await expect.poll(() => hash(page)).toContain("stop=checks");
    await rail.getByRole("combobox", { name: "Code", exact: true }).selectOption({ label: "LTE Turbo, rate 1/3" });
    await expect.poll(() => hash(page)).toContain("code=lte-");
    // Turbo codes have no checks; a stop by CRC brings the CRC.
    await expect(stop.getByRole("option")).toHaveText(["none", "CRC holds"]);
    await expect(stop).toHaveValue("none");
    await stop.selectOption({ label: "CRC holds" });
    await expect.poll(() => hash(page)).toContain("crc=24A&outer=1,2,3&stop=crc");
    await rail.getByRole("combobox", { name: "Axis" }).selectOption("Eb/N0");
    await expect.poll(() => hash(page)).toContain("ebn0=");
    await expect(rail.getByRole("textbox", { name: "Eb/N0" })).toBeVisible();
    await settled(page);
    await expectAccessible(page);
  });
});
