import { expect, type Page, test } from "@playwright/test";
import {
  card,
  contents,
  csvOf,
  drop,
  expectAccessible,
  exported,
  follow,
  openLab,
  pick,
  score,
  scoreOf,
  settled,
  sha512,
  untar,
} from "./lab.ts";
import { expectLayout } from "./layout.ts";
import { LABS } from "../src/ui/labs/registry.ts";

const BITS = 4 * 6144;
const EQUALIZERS = ["No EQ", "ZF", "MMSE", "CMA", "FDE1", "FDE2"];

// One page for all tests: a software GPU needs seconds to compile the kernels, and a person would not reload either.
test.describe.serial("the equalizers lab", () => {
  let page: Page;

  test.beforeAll(async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, permissions: ["clipboard-read", "clipboard-write"] });
    page = await context.newPage();
    await openLab(page);
  });
  test.afterAll(() => page.context().close());

  test("opens with a running scenario and a hint that can be closed", async () => {
    await expect(page.getByRole("navigation", { name: "Labs" }).getByRole("link")).toHaveText([
      ...Object.values(LABS).map(({ title }) => title),
      "Course",
    ]);
    await expect(page.getByText("software adapter: timings hidden")).toBeVisible();
    const hint = page.getByRole("complementary", { name: "How to begin" });
    await expect(hint.getByRole("listitem")).toHaveCount(3);
    await hint.getByLabel("Close the hint").click();
    await expect(hint).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem("threeray.hint-seen"))).toBe("1");
  });

  test("shows consistent channel, estimate, constellations, packets and errors", async () => {
    const spectrum = await csvOf(page, "Spectrum");
    const dip = spectrum.filter((row) => Math.abs(Number(row["frequency (MHz)"])) < 5);
    const deepest = dip.reduce((a, b) => (Number(a["channel (dB)"]) < Number(b["channel (dB)"]) ? a : b));
    // Rays of 0 and −1.5 dB in opposite phase leave 20·log10(1 − 0.841) = −16 dB, within the tolerance of the third
    // ray's −20 dB.
    expect(Number(deepest["channel (dB)"])).toBeGreaterThan(-24);
    expect(Number(deepest["channel (dB)"])).toBeLessThan(-12);
    expect(Math.abs(Number(deepest["frequency (MHz)"]))).toBeLessThan(1);
    await expect(card(page, "Spectrum")).toContainText(/The channel has a null of −\d+ dB at/);

    const packets = await csvOf(page, "Packets");
    expect(packets).toHaveLength(4);
    for (const [i, packet] of packets.entries()) {
      expect(Math.abs(Number(packet["start (sample)"]) - 256 - 12_672 * i)).toBeLessThanOrEqual(4);
      expect(Number(packet["frequency offset (rad/sample)"])).toBeCloseTo(0.01, 2);
    }
    const taps = await csvOf(page, "Channel estimate");
    expect(taps.map((row) => Number(row["tap (samples)"]))).toEqual(Array.from({ length: 38 }, (_, i) => i - 12));
    await expect(card(page, "Channel estimate")).toContainText(/Error −1\d\.\d dB/);

    const points = await csvOf(page, "Constellations");
    for (const name of EQUALIZERS) {
      const mine = points.filter((row) => row.panel === name);
      const size = mine.reduce((sum, row) => sum + Math.abs(Number(row.I)), 0) / mine.length;
      expect(size).toBeGreaterThan(0.9);
      expect(size).toBeLessThan(1.1);
    }
    for (const name of EQUALIZERS.slice(1))
      expect(await scoreOf(page, name)).toBeLessThan(await scoreOf(page, "No EQ"));
  });

  test("moves the null when a ray is typed, stepped and dragged", async () => {
    const nullAt = async () => {
      const text = await card(page, "Spectrum").textContent();
      return Number(/null of −\d+ dB at (−?[\d.]+) MHz/.exec(text ?? "")?.[1].replace("−", "-"));
    };
    // Two rays τ apart in phase φ cancel where 2πfτ = φ + π: at 50 ns and 120°, f = −60°/360°/50 ns = −3.33 MHz.
    await page.getByLabel("Ray 2 phase").fill("120 deg");
    await expect(page.getByRole("combobox", { name: "Channel", exact: true })).toHaveValue("custom");
    await expect.poll(nullAt).toBeCloseTo(-3.3, 0);
    await page.getByLabel("Ray 2 phase").fill("180");
    await page.getByLabel("Ray 2 phase").press("Enter");

    const head = page.getByRole("slider", { name: "Ray 3", exact: true });
    await head.focus();
    await head.press("ArrowRight");
    await expect(head).toHaveAttribute("aria-valuenow", "156");
    await head.press("Shift+ArrowUp");
    await expect(page.getByLabel("Ray 3 phase")).toHaveValue("95");

    const turned = page.getByRole("slider", { name: "Phase of ray 3" });
    await turned.focus();
    await turned.press("ArrowUp");
    await turned.press("Shift+ArrowLeft");
    await expect(page.getByLabel("Ray 3 phase")).toHaveValue("99");

    const second = page.getByRole("slider", { name: "Ray 2", exact: true });
    const box = await second.boundingBox();
    const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 60, { steps: 8 });
    await page.mouse.up();
    expect(Number(await page.getByLabel("Ray 2 delay").inputValue())).toBeGreaterThan(60);
    expect(Number(await page.getByLabel("Ray 2 attenuation").inputValue())).toBeGreaterThan(5);
    await settled(page);
    expect(await scoreOf(page, "No EQ")).toBeLessThan(0.03);
    await page.getByRole("button", { name: "Remove ray 3" }).press("Enter");
    await expect(page.getByRole("button", { name: "Remove ray 2" })).toBeFocused();
    await page.getByRole("button", { name: "Add a ray" }).click();
    await expect(page.getByRole("slider", { name: /^Ray/ })).toHaveCount(3);
  });

  test("reads quantities as people write them, and explains a refusal", async () => {
    const ebn0 = page.getByRole("spinbutton", { name: "Eb/N0", exact: true });
    await page.getByLabel("Ray 2 delay").fill("0.05 µs");
    await page.getByLabel("Ray 2 delay").press("Enter");
    await expect(page.getByLabel("Ray 2 delay")).toHaveValue("50");
    await ebn0.fill("loud");
    await expect(page.getByRole("alert")).toHaveText("“loud” is not a number. Kept 14 dB");
    await ebn0.blur();
    await expect(ebn0).toHaveValue("14");
    await ebn0.press("ArrowUp");
    await expect(ebn0).toHaveValue("14.5");
    await ebn0.hover();
    await page.mouse.wheel(0, 100);
    await expect(ebn0).toHaveValue("14");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("adds and removes algorithms by key and click, but never the last", async () => {
    await page.getByRole("main").focus();
    for (const key of ["2", "4", "5", "6"]) await page.keyboard.press(key);
    await expect(score(page, "ZF")).toContainText("off");
    await settled(page);
    await expect(card(page, "Constellations").locator("figcaption")).toHaveText([/Received/, /No EQ/, /MMSE/]);
    await score(page, "No EQ").click();
    await score(page, "MMSE").click();
    await expect(score(page, "MMSE")).toHaveAttribute("aria-pressed", "true");
    await score(page, "No EQ").click();
    await settled(page);
  });

  test("runs live on request: errors add up over draws, and the seed’s own draw comes back", async () => {
    await settled(page);
    const note = page.locator(".score-note");
    const own = { note: await note.textContent(), mmse: await scoreOf(page, "MMSE"), url: page.url() };
    const live = page.getByRole("button", { name: "Live" });
    await expect(live).toHaveAttribute("aria-pressed", "false");
    await expect(live).toHaveAttribute("title", /software adapter/);
    await page.locator("body").press("l");
    await expect(live).toHaveAttribute("aria-pressed", "true");
    await expect(note).toContainText(/of \d+ live draws, growing/);
    await expect(async () => {
      const [, draws] = /of (\d+) live draws/.exec((await note.textContent()) ?? "") ?? [];
      const text = await page.getByRole("group", { name: "Algorithms" }).locator(".unseen").textContent();
      const [, bits] = /MMSE: wrong are [\d\s]+ of ([\d\s]+) bits/.exec(text ?? "") ?? [];
      expect(Number(bits.replaceAll(/\s/g, ""))).toBe(Number(draws) * BITS);
    }).toPass();
    expect(page.url()).toBe(own.url);
    await live.click();
    await expect(note).toHaveText(own.note ?? "");
    expect(await scoreOf(page, "MMSE")).toEqual(own.mmse);
  });

  test("has an address that reproduces the figures, number by number", async ({ browser, baseURL }) => {
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("equalizers=none,mmse");
    await page.getByRole("button", { name: "Copy a link to this scenario" }).click();
    await expect(page.getByText("The link to this scenario is in the clipboard.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await browser.newPage({ baseURL });
    await other.goto(link);
    await expect(score(other, "MMSE")).toContainText(/ of .* bits/, { timeout: 90_000 });
    await settled(other);
    expect(await csvOf(other, "Packets")).toEqual(await csvOf(page, "Packets"));
    expect(await csvOf(other, "Constellations")).toEqual(await csvOf(page, "Constellations"));
    for (const name of ["No EQ", "MMSE"]) expect(await scoreOf(other, name)).toBe(await scoreOf(page, name));
    await other.close();
  });

  test("keeps an invalid link in the address, and the scenario on the page", async () => {
    await page.evaluate(() => (location.hash = "#equalizers?v=1&ebn0=loud"));
    const refusal = page.getByText("This link cannot be shown: ebn0 must be a number");
    await expect(refusal).toBeVisible();
    expect(await page.evaluate(() => location.hash)).toBe("#equalizers?v=1&ebn0=loud");
    await expect(score(page, "ZF")).toHaveAttribute("aria-pressed", "false");
    await follow(page, "#equalizers?v=1&packets=4&equalizers=none,zf,mmse");
    await expect(score(page, "ZF")).toContainText(/ of .* bits/);
    await expect(refusal).toBeHidden();
    await settled(page);
  });

  test("sweeps, stops, resumes and ends with the counts of an uninterrupted run", async () => {
    await page.getByLabel("Eb/N0 range").fill("8:3:17");
    const ber = card(page, "Bit error rate");
    await ber.getByRole("button", { name: "Run sweep" }).click();
    await page.getByRole("main").focus();
    // One of the four points is counted, and more. The page looks in every frame: later the sweep may have ended.
    await page.waitForFunction(() => {
      const bar = document.querySelector<HTMLProgressElement>("progress[aria-label='Sweeping Eb/N0']");
      return (bar?.value ?? 0) > 0.26;
    });
    await page.keyboard.press("Space");
    await expect(ber.getByRole("button", { name: "Resume" })).toBeVisible();
    const part = await csvOf(page, "Bit error rate");
    expect(part.length).toBeLessThan(12);
    await ber.getByRole("button", { name: "Resume" }).click();
    await expect(ber.getByRole("button", { name: "Run again" })).toBeVisible();

    const rows = await csvOf(page, "Bit error rate");
    expect(rows).toHaveLength(12);
    expect(rows.slice(0, part.length)).toEqual(part);
    for (const row of rows) {
      expect(Number(row.bits)).toBe(BITS);
      expect(Number(row.BER)).toBeCloseTo(Number(row.errors) / BITS, 12);
      expect(Number(row["95 % from"])).toBeLessThanOrEqual(Number(row.BER));
      expect(Number(row["95 % to"])).toBeGreaterThan(Number(row.BER));
    }
    const curve = (name: string) => rows.filter((row) => row.equalizer === name).map((row) => Number(row.errors));
    expect(curve("mmse")).toEqual(curve("mmse").toSorted((a, b) => b - a));
    expect(curve("mmse")[3]).toBeLessThan(curve("none")[3] / 10);
    // The sweep and the figures use the same samples: both have a point at 14 dB.
    const [, , mmse] = [8, 11, 14].map((ebn0) =>
      rows.find((row) => Number(row["Eb/N0 (dB)"]) === ebn0 && row.equalizer === "mmse"),
    );
    expect(await scoreOf(page, "MMSE")).toBeCloseTo(Number(mmse?.BER), 4);

    await page.getByRole("spinbutton", { name: "Eb/N0", exact: true }).press("ArrowUp");
    await settled(page);
    await expect(ber).not.toContainText("earlier scenario");
    await page.getByRole("combobox", { name: "Channel", exact: true }).selectOption("3");
    await expect(ber).toContainText("These points belong to an earlier scenario");
    await page.getByRole("combobox", { name: "Channel", exact: true }).selectOption("1");
    await page.getByRole("spinbutton", { name: "Eb/N0", exact: true }).press("ArrowDown");
    await settled(page);
  });

  test("hides timings of a software adapter until requested, then names it and the method", async () => {
    const timings = card(page, "Kernel timings");
    await expect(timings).toContainText("its timings say nothing about a GPU");
    await timings.getByRole("button", { name: "Show the times anyway" }).click();
    await timings.getByRole("button", { name: "Measure" }).click();
    await expect(timings).toContainText(
      /WebGPU, (timestamp query|wall clock), one run of 4 packets; a software adapter/,
    );
    await expect(timings).toContainText("× real time");
    const stages = await csvOf(page, "Kernel timings");
    expect(stages.some((row) => row.stage === "equalizer/mmse")).toBe(true);
    const ms = stages.map((row) => Number(row["time for 4 packets (ms)"]));
    for (const one of ms) expect(one).toBeGreaterThanOrEqual(0);
    // Like the shares, the speed counts the receiver alone.
    const receiver = ms
      .filter((_, i) => !/^(soqpsk|channel)\//.test(stages[i].stage))
      .reduce((sum, one) => sum + one, 0);
    expect(receiver).toBeLessThan(ms.reduce((sum, one) => sum + one, 0));
    const speed = Number(await timings.locator(".speed strong").textContent());
    expect(speed / ((4 * 12_672) / 20_625 / receiver)).toBeCloseTo(1, 2);
  });

  test("exports pictures and tables of every kind of figure", async () => {
    for (const title of ["Channel", "Spectrum", "Constellations", "Bit error rate", "Channel estimate"]) {
      const svg = (await exported(page, title, "SVG")).toString();
      expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      const png = await exported(page, title, "PNG");
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect(png.readUInt32BE(16)).toBeGreaterThan(600);
    }
    await pick(page, "Bit error rate", "Data table");
    const dialog = page.getByRole("dialog", { name: "Bit error rate: data" });
    await expect(dialog.getByRole("row")).toHaveCount(13);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  test("reads plots aloud to the keyboard, and enlarges figures", async () => {
    const plot = card(page, "Spectrum").getByRole("group", { name: /^Spectrum\. / });
    await plot.press("End");
    await plot.press("ArrowLeft");
    await expect(plot.locator("[aria-live]")).toHaveText(/^10\.\d+ MHz, sent −[\d.]+ dB, received −[\d.]+ dB, channel/);
    await page.getByLabel("Enlarge Spectrum").click();
    await expect(card(page, "Channel")).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(card(page, "Channel")).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Threeray" })).toContainText("1 … 9");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  test("saves the scenario's recording and receives it again: equal errors, equal bits in every format", async () => {
    const recording = card(page, "Recording");
    const saving = page.waitForEvent("download");
    await recording.getByRole("button", { name: "Save this scenario as SigMF" }).click();
    const archive = await contents(await saving);
    const files = untar(archive);
    const [meta, data] = ["meta", "data"].map((kind) =>
      Object.keys(files).find((name) => name.endsWith(`.sigmf-${kind}`))!,
    );
    const { global } = JSON.parse(files[meta].toString());
    expect(global["core:datatype"]).toBe("cf32_le");
    expect(global["core:sha512"]).toBe(sha512(files[data]));
    expect(global["threeray:scenario"]).toMatchObject({ channel: "1", packets: 4, ebn0: 14 });

    const receive = async () => {
      await recording.getByRole("button", { name: "Run the receiver" }).click();
      await expect(recording).toContainText(/4 packets found in/);
      const saved = page.waitForEvent("download");
      await recording.getByRole("button", { name: "Save the bits of MMSE" }).click();
      return contents(await saved);
    };
    await drop(page, [{ name: "link.sigmf", bytes: archive }]);
    await expect(recording).toContainText("made by Threeray; its bits are known");
    await expect(recording).toContainText("20.625 MS/s");
    const bits = await receive();
    expect(bits).toHaveLength(BITS);
    const row = recording.locator("[data-equalizer=mmse] td");
    const errors = Number(await row.nth(1).textContent());
    expect(errors / BITS).toBeCloseTo(await scoreOf(page, "MMSE"), 4);
    await expect(recording.getByRole("region", { name: "Packets of the recording" }).getByRole("row")).toHaveCount(5);

    await drop(
      page,
      [meta, data].map((name) => ({ name, bytes: files[name] })),
    );
    await expect(recording.getByRole("button", { name: "Run the receiver" })).toBeVisible();
    expect((await receive()).equals(bits)).toBe(true);

    await drop(page, [{ name: "link_20625k.cf32", bytes: files[data] }]);
    await expect(recording).toContainText("link_20625k (raw, cf32_le)");
    expect((await receive()).equals(bits)).toBe(true);
    await expect(recording.getByRole("columnheader", { name: "Errors" })).toHaveCount(0);
  });

  test("refuses a file that is no recording, says what it found, and keeps the open recording", async () => {
    const recording = card(page, "Recording");
    await drop(page, [{ name: "photo.jpg", bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]) }]);
    await expect(recording.getByRole("alert")).toContainText("photo.jpg: is a JPEG image, expected a recording");
    // Longer than any progress report takes, so that nothing still says “reading”.
    await page.waitForTimeout(500);
    await expect(recording.getByText(/^Reading /)).toHaveCount(0);
    await drop(page, [{ name: "lonely.sigmf-data", bytes: Buffer.alloc(64) }]);
    await expect(recording.getByRole("alert")).toContainText("its description, lonely.sigmf-meta, was not given");
    await expect(recording).toContainText("link_20625k (raw, cf32_le)");
  });

  test("is accessible in both themes and on a phone", async () => {
    await page.getByLabel("Theme: system setting").click();
    await expectAccessible(page);
    await page.getByLabel("Theme: light").click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Scenario", exact: true }).click();
    await expect(page.getByLabel("Ray 1 delay")).toBeVisible();
    await expectAccessible(page);
    await expectLayout(page);
    await page.keyboard.press("Escape");
    await page.getByLabel("Theme: dark").click();
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test("recovers after the GPU process dies during a sweep, with the same counts", async ({ browser }) => {
    const before = await csvOf(page, "Bit error rate");
    const ber = card(page, "Bit error rate");
    await ber.getByRole("button", { name: "Run again" }).click();
    await expect
      .poll(() =>
        page.getByRole("progressbar", { name: "Sweeping Eb/N0" }).evaluate((bar: HTMLProgressElement) => bar.value),
      )
      .toBeGreaterThan(0.1);
    const session = await browser.newBrowserCDPSession();
    // The browser loses the answer with its GPU process, so the test does not wait for it.
    session.send("Browser.crashGpuProcess").catch(() => {});
    await expect(page.getByText(/The GPU was lost/)).toBeVisible();
    await expect(ber.getByRole("button", { name: "Run again" })).toBeVisible({ timeout: 90_000 });
    expect(await csvOf(page, "Bit error rate")).toEqual(before);
  });
});
