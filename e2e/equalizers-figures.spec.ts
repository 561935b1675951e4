import { expect, type Page, test } from "@playwright/test";
import {
  card,
  contents,
  csvOf,
  drop,
  expectAccessible,
  exported,
  openLab,
  pick,
  score,
  scoreOf,
  settled,
} from "./lab.ts";
import stages from "../src/ui/labs/equalizers/stages.json" with { type: "json" };

const NEW_FIGURES = [
  "Spectrogram",
  "Taps",
  "Responses",
  "CMA convergence",
  "Eye diagrams",
  "Loop phase",
  "Errors along the packet",
  "Solve for the taps",
];

test.describe.serial("the equalizers lab's figures of the receiver", () => {
  let page: Page;
  const complaints: string[] = [];

  test.beforeAll(async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL });
    page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    await openLab(page, "&channel=2&ebn0=10&equalizers=none,mmse,cma,fde2,lms,dfe");
    await page.getByLabel("Close the hint").click();
  });
  test.afterAll(() => page.context().close());

  test("agree: equal errors, a falling descent, a unit tap without an equalizer", async () => {
    const places = await csvOf(page, "Errors along the packet");
    const sum = (name: string) =>
      places
        .filter((row) => row.equalizer === name && Number(row["from bit"]) >= 192)
        .reduce((total, row) => total + Number(row.errors), 0);
    for (const [key, name] of [
      ["none", "No EQ"],
      ["mmse", "MMSE"],
      ["fde2", "FDE2"],
      ["lms", "LMS"],
      ["dfe", "DFE"],
    ]) {
      const rate = sum(key) / (4 * 6144);
      expect(Math.abs((await scoreOf(page, name)) / rate - 1), name).toBeLessThan(0.05);
    }
    const costs = (await csvOf(page, "CMA convergence")).map((row) => Number(row["J, median"]));
    expect(costs).toHaveLength(13);
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    const taps = await csvOf(page, "Taps");
    expect(taps).toHaveLength(6 * 186);
    expect(taps.filter((row) => row.equalizer === "none" && Number(row["|c|"]) > 1e-6)).toHaveLength(1);
    expect(Number(taps[186 + 60]["tap (samples)"])).toBe(0);
    const responses = await csvOf(page, "Responses");
    for (const row of responses) {
      const [h, c, both] = ["|H|² (dB)", "|C|² (dB)", "|H·C|² (dB)"].map((name) => Number(row[name]));
      expect(both).toBeCloseTo(h + c, 3);
    }
    expect(await csvOf(page, "Loop phase")).toHaveLength(6 * 99);
    // DFE has no eye: its feedback has values at the bits only.
    expect(await csvOf(page, "Eye diagrams")).toHaveLength(5 * 96 * 33);
    expect(await csvOf(page, "Spectrogram")).toHaveLength(256 * 128);
  });

  test("compare the solvers: errors below the condition number allows, times on request", async () => {
    const solvers = card(page, "Solve for the taps");
    await solvers.getByRole("button", { name: "Compare solvers" }).click();
    await expect(solvers.getByRole("button", { name: "Run again" })).toBeVisible({ timeout: 120_000 });
    const rows = await csvOf(page, "Solve for the taps");
    expect(rows).toHaveLength(4 * 2 * 4 + 4);
    for (const row of rows.slice(0, 32)) {
      const bound = 20 * Math.log10(Number(row["condition number"]) * 2 ** -24);
      expect(Number(row["error (dB)"])).toBeLessThan(bound);
      expect(row.ms).toBe("");
    }
    for (const row of rows.slice(33)) expect(Number(row["from direct (dB)"])).toBeLessThan(-90);
    await expect(solvers.getByRole("row", { name: "Schur" }).getByRole("cell").first()).toHaveText("–");
    await solvers.getByRole("button", { name: "Show the times anyway" }).click();
    await expect(solvers.getByRole("row", { name: "Schur" }).getByRole("cell").first()).toHaveText(/^\d/);
    await expect(solvers).toContainText("a page of 4 packets scaled to 3104; a software adapter");
  });

  test("show what two GPUs took beside their model, as the file of bench-stages has it", async () => {
    const devices = card(page, "Several GPUs");
    const rows = await csvOf(page, "Several GPUs");
    const measured = rows.filter(({ what }) => what.endsWith("(measured)"));
    expect(measured.map((row) => ["batch", "start (ms)", "end (ms)"].map((column) => Number(row[column])))).toEqual(
      stages.steps.map(({ batch, start, end }) => [batch + 1, start, end]),
    );
    expect(rows.filter(({ what }) => what.endsWith("(model)"))).toHaveLength(measured.length);
    for (const [name, split] of [
      ["Stages", "stages"],
      ["Packets", "packets"],
      ["One GPU", "one device"],
    ] as const) {
      const times = stages.runs.map((run) => run[split]).toSorted((a, b) => a - b);
      const shown = (await devices.getByRole("row", { name }).getByRole("cell").first().textContent())!;
      const [median, least, most] = shown.match(/[\d.]+/g)!.map(Number);
      // Two decimals.
      expect(least / times[0]).toBeCloseTo(1, 2);
      expect(most / times.at(-1)!).toBeCloseTo(1, 2);
      const half = (times.length - 1) / 2;
      expect((2 * median) / (times[Math.floor(half)] + times[Math.ceil(half)])).toBeCloseTo(1, 2);
    }
    await devices.getByLabel("Times of").selectOption("the thesis");
    await devices.getByLabel("GPUs", { exact: true }).selectOption("8");
    await expect(devices.getByRole("table")).toBeHidden();
    await expect(devices.locator(".caveat")).toContainText("Packets on 8 GPUs: 296 ms per batch, 8 times as fast");
  });

  test("export as pictures", async () => {
    for (const title of NEW_FIGURES) {
      await card(page, title).scrollIntoViewIfNeeded();
      const svg = (await exported(page, title, "SVG")).toString();
      expect(svg, title).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      const png = await exported(page, title, "PNG");
      expect(png.subarray(1, 4).toString(), title).toBe("PNG");
    }
  });

  test("explain themselves", async () => {
    for (const title of NEW_FIGURES) {
      await pick(page, title, "What would change this?");
      const dialog = page.getByRole("dialog", { name: `${title}: what would change this?` });
      await expect(dialog.getByRole("term")).not.toHaveCount(0);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }
  });

  test("read panels and points from the keyboard", async () => {
    const clouds = card(page, "Constellations").getByRole("group", { name: /^Constellations/ });
    await clouds.focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    const readout = card(page, "Constellations").locator(".panel-readout");
    await expect(readout).toHaveText(/^MMSE, [\d.]+ %: \d+ points$/);
    await expect(score(page, "CMA")).toHaveAttribute("data-faded");
    await expect(score(page, "MMSE")).not.toHaveAttribute("data-faded");
    const points = (await csvOf(page, "Constellations")).filter((row) => row.panel === "MMSE");
    const read = (value: string) => Number(value).toFixed(2).replace("-", "−");
    await clouds.focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "End", "PageUp"]) await page.keyboard.press(key);
    const at = points.length - 11;
    await expect(readout).toHaveText(
      new RegExp(`^MMSE, .* point ${at + 1} of ${points.length}: I ${read(points[at].I)}, Q ${read(points[at].Q)}$`),
    );
    await expect(clouds.locator("circle.cursor")).toHaveCount(1);

    const eyes = card(page, "Eye diagrams").getByRole("group", { name: /^Eye diagrams/ });
    await eyes.focus();
    await expect(clouds.locator("circle.cursor")).toHaveCount(0);
    const traces = await csvOf(page, "Eye diagrams");
    const trace = traces.filter((row) => row.equalizer === traces[0].equalizer && row.trace === "1");
    await eyes.focus();
    for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await expect(card(page, "Eye diagrams").locator(".panel-readout")).toHaveText(
      new RegExp(`trace 2 of 96: I ${read(trace[16].I)}; Q ${read(trace[8].Q)} .*, ${read(trace[24].Q)} after$`),
    );
    await page.keyboard.press("Tab");
  });

  test("highlight one algorithm everywhere while the pointer is on it", async () => {
    const phase = card(page, "Loop phase");
    await phase.scrollIntoViewIfNeeded();
    await expect(phase.locator(".plot")).toHaveAttribute("data-state", "ready");
    await phase.getByRole("listitem").filter({ hasText: "CMA" }).hover();
    await expect(score(page, "MMSE")).toHaveAttribute("data-faded");
    await expect(score(page, "CMA")).not.toHaveAttribute("data-faded");
    await expect(phase.locator(".trace-1")).toHaveCSS("opacity", "0.15");
    await expect(phase.locator(".trace-2")).toHaveCSS("opacity", "1");
    await expect(card(page, "Eye diagrams").locator("svg.eye").nth(1)).toHaveAttribute("data-faded", "true");
    await expect(card(page, "Constellations").locator("svg.constellation").nth(2)).toHaveAttribute(
      "data-faded",
      "true",
    );
    await card(page, "Spectrogram").getByRole("heading").hover();
    await expect(score(page, "MMSE")).not.toHaveAttribute("data-faded");
  });

  test("are read by keyboard", async () => {
    const map = card(page, "Spectrogram").getByRole("group", { name: /^Spectrogram\. / });
    await map.press("ArrowUp");
    await expect(map.locator("[aria-live]")).toHaveText(/^1\.\d\d ms, 0\.2 MHz: −[\d.]+ dB$/);
    const plot = card(page, "Taps").getByRole("group", { name: /^Taps of / });
    await plot.press("Home");
    await expect(plot.locator("[aria-live]")).toHaveText(/^tap −60, MMSE \|c\| /);
    await card(page, "Taps").getByRole("button", { name: "FDE2" }).click();
    await expect(card(page, "Taps").getByRole("group", { name: /^Taps of Frequency domain, SOQPSK/ })).toBeVisible();
  });

  test("fold in groups, and the link stores that", async () => {
    await page.getByRole("button", { name: "Decisions", expanded: true }).click();
    await expect(card(page, "Loop phase")).toBeHidden();
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/&fold=decisions$/);
    await page
      .getByRole("navigation", { name: "Groups of figures" })
      .getByRole("button", { name: "Decisions" })
      .click();
    await expect(card(page, "Loop phase")).toBeVisible();
    await expect.poll(() => page.evaluate(() => location.hash)).not.toContain("fold");
    await page.evaluate(() => (location.hash += "&fold=speed,channel"));
    await expect(card(page, "Kernel timings")).toBeHidden();
    // The link was read again: results being recomputed are dimmed meanwhile.
    await settled(page);
    await expectAccessible(page);
    await page.evaluate(() => (location.hash = location.hash.replace(/&fold=.*/, "")));
    await expect(card(page, "Kernel timings")).toBeVisible();
  });

  test("say that a receiver is off", async () => {
    await score(page, "CMA").click();
    await expect(card(page, "CMA convergence")).toContainText("CMA is off.");
    await settled(page);
    await card(page, "CMA convergence").getByRole("button", { name: "Switch CMA on" }).click();
    await settled(page);
  });

  test("a run is saved, dropped and shown again; the script belongs to the scenario", async () => {
    await page.getByText("Save and open").click();
    const [run] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save run as JSON" }).click(),
    ]);
    const bytes = await contents(run);
    const file = JSON.parse(bytes.toString());
    expect(file).toMatchObject({
      format: "threeray run",
      version: 2,
      scenario: { channel: "2", ebn0: 10, packets: 4 },
    });
    expect(file.errors).toHaveLength(6);
    expect(file.adapter.software).toBe(true);
    const before = await page.evaluate(() => location.hash);
    await page.getByRole("combobox", { name: "Channel", exact: true }).selectOption("none");
    await settled(page);
    await drop(page, [{ name: run.suggestedFilename(), bytes }]);
    await expect(page.getByText("Opened the run in threeray-channel-2.json.")).toBeVisible();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(before);
    await settled(page);
    await drop(page, [{ name: "other.json", bytes: Buffer.from('{"format":"<b>"}') }]);
    await expect(page.getByText('run: format must be "threeray run", got "<b>"')).toBeVisible();
    const [script] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as NumPy script" }).click(),
    ]);
    const text = (await contents(script)).toString();
    expect(text).toContain('CHANNEL = "2"\nEBN0_DB = 10\nPACKETS = 4\n');
    expect(text).not.toContain("= ...");
  });

  test("are accessible and fit a phone, in both themes, without browser errors", async () => {
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
  });
});
