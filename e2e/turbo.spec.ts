import { expect, type Page, test } from "@playwright/test";
import {
  card,
  csvOf,
  drop,
  expectLive,
  exported,
  follow,
  pick,
  predict,
  runSweep,
  settled,
  stopWhenCounting,
} from "./lab.ts";
import { expectAccessibleEverywhere } from "./layout.ts";

/** Short codewords and few of them: a software GPU decodes them in seconds. */
const TINY = "#turbo?v=1&length=104&ebn0=0:1:2&codewords=24&at=1";

const decoders = (page: Page) => page.getByRole("group", { name: "Decoders" }).getByRole("button");
const hash = (page: Page) => page.evaluate(() => location.hash);

test("the Turbo lab: decoders side by side, one codeword bit by bit", async ({ page }) => {
  await page.goto(`./${TINY}`);
  await settled(page);

  await test.step("decodes a codeword on the first visit; a software adapter does not start the sweep", async () => {
    await expect(page.getByRole("navigation", { name: "Labs" }).getByRole("link", { name: "Turbo" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(card(page, "One codeword, bit by bit")).toContainText("largest difference from the float64 decoder");
    await expect(card(page, "Bit error rate")).toContainText("Run sweep");
    await expect(card(page, "Throughput")).toContainText("its timings say nothing about a GPU");
    await expect(card(page, "Trellis").getByRole("img")).toContainText("bit 3");
  });

  await test.step("runs live on request", () => expectLive(page, card(page, "One codeword, bit by bit")));

  let rows: Record<string, string>[] = [];
  await test.step("counts errors, and its exports contain the same counts", async () => {
    await runSweep(page);
    rows = await csvOf(page, "Bit error rate");
    expect(rows.map((row) => row["Eb/N0 (dB)"])).toEqual(["0", "1", "2"]);
    for (const row of rows) {
      expect(Number(row.bits)).toBe(104 * 24);
      expect(Number(row.BER)).toBeCloseTo(Number(row["bit errors"]) / Number(row.bits), 12);
      expect(Number(row.BER)).toBeGreaterThanOrEqual(Number(row["BER 95 % from"]));
    }
    expect(Number(rows[0].BER)).toBeGreaterThan(Number(rows[2].BER));
    expect((await exported(page, "Frame error rate", "SVG")).toString()).toContain("Frame error rate");
    expect((await exported(page, "Trellis", "SVG")).toString()).toContain("β");
  });

  await test.step("draws pasted and dropped curves, and explains what cannot be drawn", async () => {
    const curves = card(page, "Bit error rate").getByRole("list", { name: "Added curves" });
    await pick(page, "Bit error rate", "Add a curve");
    const dialog = page.getByRole("dialog", { name: "Add a curve" });
    await dialog.getByLabel("The curve").fill("Es/N0,BER\n0,0.1");
    await dialog.getByRole("button", { name: "Draw it" }).click();
    await expect(dialog.getByRole("alert")).toContainText("no column Eb/N0");
    await dialog
      .getByLabel("The curve")
      .fill("# title: From a thesis\nebn0,ber,fer\n0,0.1,0.9\n1,0.01,0.5\n2,1e-4,0.02");
    await dialog.getByRole("button", { name: "Draw it" }).click();
    await expect(curves).toContainText("From a thesis");
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "# Eb/N0 | BER\n 0.00 || 1.4e-01\n 1.00 || 3.2e-02\n");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await expect(curves).toContainText("pasted");
    const bytes = await exported(page, "Bit error rate", "CSV");
    await drop(page, [{ name: "mine.txt", bytes }]);
    await expect(curves).toContainText("mine.txt");
    expect((await exported(page, "Frame error rate", "SVG")).toString()).toContain("From a thesis");
    await drop(page, [{ name: "mimo.csv", bytes: Buffer.from("SNR,ber\n0,0.1") }]);
    await expect(page.getByText("these rates are over SNR, but this lab’s figures are over Eb/N0")).toBeVisible();
    await curves.getByRole("button", { name: "Remove From a thesis" }).click();
    await expect(curves).not.toContainText("From a thesis");
  });

  await test.step("steps through the iterations, zooms and reads bits from the keyboard", async () => {
    const codeword = card(page, "One codeword, bit by bit");
    const bits = await csvOf(page, "One codeword, bit by bit");
    // One dB is enough for this codeword: every LLR has the sign of its bit.
    expect(bits.every((row) => Number(row["LLR after 6"]) > 0 === (row.sent === "1"))).toBe(true);
    expect(bits).toHaveLength(104);
    await codeword.getByRole("slider", { name: "Iteration" }).fill("6");
    await expect(codeword.locator("output")).toContainText("Iteration 6 of 6");
    const chart = codeword.getByRole("group", { name: "LLRs of a codeword's bits" });
    await chart.focus();
    await page.keyboard.press("ArrowRight");
    await expect(codeword).toContainText("Bit 0, window 1: sent");
    await page.keyboard.press("+");
    await expect.poll(() => hash(page)).toMatch(/iteration=6&bits=\d+-\d+$/);
    await codeword.getByRole("button", { name: "All bits" }).click();
    await expect(codeword.getByRole("button", { name: "All bits" })).toBeHidden();
  });

  await test.step("stops and resumes, with the counts of an uninterrupted run", async () => {
    await follow(page, TINY.replace("0:1:2&codewords=24", "0:0.25:1&codewords=200"));
    const ber = card(page, "Bit error rate");
    await expect(ber).toContainText("These points are from earlier settings.");
    await settled(page);
    await page.getByRole("main").focus();
    await page.keyboard.press(" ");
    await stopWhenCounting(page);
    await expect(ber).toContainText("The results so far are kept.");
    const [stopped] = await csvOf(page, "Bit error rate");
    expect(Number(stopped.frames)).toBeGreaterThan(0);
    await ber.getByRole("button", { name: "Resume" }).click();
    await expect(ber.getByRole("button", { name: "Run again" })).toBeVisible();
    const inParts = await csvOf(page, "Bit error rate");
    expect(inParts.map((row) => row.frames)).toEqual(Array(5).fill("200"));
    await runSweep(page);
    expect(await csvOf(page, "Bit error rate")).toEqual(inParts);
  });

  await test.step("compares windows: advice, loss, refusals", async () => {
    await follow(page, TINY);
    const rail = page.getByRole("complementary", { name: "Scenario" });
    await expect(rail).toContainText("P may be 1, 2, 4, 8, 13, 26, 52, 104; or type W");
    await rail.getByLabel("Windows P").fill("3");
    await expect(rail.getByRole("alert")).toContainText("windows must divide K = 104");
    await rail.getByLabel("Length K").fill("105");
    await expect(rail.getByRole("alert").first()).toContainText("The nearest are 104 and 112");
    await page.keyboard.press("Escape");
    await rail.getByLabel("Windows P").fill("1,W8");
    await page.getByRole("main").focus();
    await page.keyboard.press("2");
    await expect(decoders(page)).toHaveCount(4);
    await card(page, "Loss by windows").getByLabel("BER").selectOption("0.1");
    await expect.poll(() => hash(page)).toContain("algorithm=max-log,log-map&windows=1,13");
    await runSweep(page);
    const losses = await csvOf(page, "Loss by windows");
    expect(losses.map((row) => `${row.algorithm} ${row.windows}`)).toEqual([
      "max-log 1",
      "max-log 13",
      "log-map 1",
      "log-map 13",
    ]);
    for (const row of losses) expect(row["loss (dB)"] !== "" || row["why not"] !== "").toBe(true);
    await decoders(page).nth(3).click();
    await expect.poll(() => hash(page)).toContain("decoder=3");
  });

  await test.step("a link reproduces the run", async () => {
    await page.goto("about:blank");
    await page.goto(`./${TINY}`);
    await settled(page);
    await runSweep(page);
    expect(await csvOf(page, "Bit error rate")).toEqual(rows);
  });

  await test.step("teaches: a lecture's numbers agree with its figures", async () => {
    await page.goto("about:blank");
    await page.goto("./#turbo?lecture=two-decoders-that-talk&step=2");
    await settled(page);
    await predict(page);
    await expect(page.getByRole("region", { name: "Lecture: Two decoders that exchange information" })).toContainText(
      "35 bits are wrong after the first iteration, then 3, then 5, and none from the fourth on",
    );
    await expect(card(page, "One codeword, bit by bit")).toContainText(
      "94 after 0, 35 after 1, 3 after 2, 5 after 3, 0 after 4",
    );
  });

  await test.step("is accessible in both themes and on a phone", async () => {
    await expectAccessibleEverywhere(page);
    // The widest screen: four full columns in each row, and a larger font.
    await page.setViewportSize({ width: 3840, height: 2160 });
    const columns = (selector: string) =>
      page.locator(selector).evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(" ").length);
    expect(await columns(".figures")).toBe(4);
    const [first, last] = [card(page, "EXIT chart"), card(page, "Throughput")];
    const [from, to] = await Promise.all([first.boundingBox(), last.boundingBox()]);
    expect(to!.y).toBe(from!.y);
    await expect(page.getByRole("main").locator(".look").first()).toHaveCSS("font-size", "15.6px");
  });
});
