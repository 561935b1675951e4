import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { card, csvOf, drop, expectAccessible, exported, follow, settled, sha512, untar } from "./lab.ts";
import { expectLayout } from "./layout.ts";
import { dragFrom, middleOf, openExample, readout, saved, selectSamples, waterfall } from "./recording-page.ts";

// One page for all tests, as a person would use it.
test.describe.serial("the recordings lab", () => {
  let page: Page;
  test.beforeAll(async ({ browser, baseURL }) => {
    page = await (await browser.newContext({ baseURL })).newPage();
  });
  test.afterAll(() => page.context().close());

  test("shows an example from a link: waterfall, spectrum, annotations, metadata", async () => {
    await openExample(page, "tone-and-chirps");
    // No broadcast is there, so no station's band lies over the signal until someone tunes.
    await expect(waterfall(page).locator(".station")).toHaveCount(0);
    await page.getByRole("button", { name: "Tune", exact: true }).click();
    await expect(waterfall(page).locator(".station")).toBeVisible();
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await expect(waterfall(page).locator(".station")).toHaveCount(0);
    const rows = await csvOf(page, "Waterfall");
    expect(rows.length).toBeGreaterThan(400);
    const inChirps = rows.filter((row) => Number(row["first sample"]) > 7000 && Number(row["first sample"]) < 25_000);
    const frequencies = inChirps.map((row) => Number.parseFloat(row["strongest at"]));
    expect(Math.min(...frequencies)).toBeGreaterThan(433.5);
    expect(Math.max(...frequencies)).toBeLessThan(433.9);
    expect(Number.parseFloat(rows[10]["strongest at"])).toBeCloseTo(434.04, 2);

    const spectrum = await csvOf(page, "Spectrum");
    const power = (row: Record<string, string>) => Number(row["power per bin (dB)"]);
    const tone = spectrum.filter((row) => Math.abs(Number(row["frequency (MHz)"]) - 434.04) < 0.02);
    expect(Math.max(...tone.map(power))).toBeGreaterThan(-25);
    expect(await csvOf(page, "Annotations")).toMatchObject([{ label: "chirps" }, { label: "FSK" }, { label: "noise" }]);
    const facts = card(page, "Metadata");
    for (const text of ["1 MS/s", "433.92 MHz", "2026-01-01T00:00:00Z", "core:sha512", "scripts/examples.mjs"]) {
      await expect(facts).toContainText(text);
    }
    await facts.getByRole("button", { name: "Check the hash" }).click();
    await expect(facts.getByRole("status")).toHaveText("The samples match the hash in the file.");
    const svg = (await exported(page, "Waterfall", "SVG")).toString();
    expect(svg).toMatch(/^<svg[^>]*xmlns[^>]*><rect [^>]*fill="(?:rgb|#)[^>]*\/><image href="data:image\/png;base64,/);
    // Labels have a dark edge behind their letters, in the page's type.
    expect(svg).toMatch(/<text[^>]*paint-order: stroke[^>]*font-family: system-ui[^>]*>chirps</);
    // The file has the colour bar, which the page has under the map.
    const bar = /<g class="colour-bar".*?<\/g>/.exec(svg)?.[0] ?? "";
    expect(bar).toMatch(/>dB<\/text>$|>dB<\/text><\/g>$/);
    const ends = [...bar.matchAll(/ x="([\d.]+)"/g)].map(([, x]) => Number(x));
    expect(Math.max(...ends)).toBeLessThan(Number(/^<svg[^>]* width="(\d+)"/.exec(svg)?.[1]));
    expect((await exported(page, "Waterfall", "PNG")).subarray(1, 4).toString()).toBe("PNG");
    await expectAccessible(page);
  });

  test("shows every tick label of its waterfall completely, also the last one at the edge", async () => {
    const before = await page.evaluate(() => location.hash);
    await follow(page, "#recordings?v=1&example=tone-and-chirps&from=29900&count=100");
    const last = waterfall(page).locator(".grid text", { hasText: /^30\.00$/ });
    await expect(last).toBeVisible();
    const beyond = await waterfall(page).evaluate((figure) => {
      const { left, right } = figure.getBoundingClientRect();
      const texts = [...figure.querySelectorAll(".grid text")].map((text) => text.getBoundingClientRect());
      return Math.max(...texts.map((text) => Math.max(text.right - right, left - text.left)));
    });
    expect(beyond).toBeLessThanOrEqual(0);
    // A link without a part shows the whole recording again.
    await follow(page, before);
    await expect(waterfall(page).locator(".grid text", { hasText: /^0$/ })).toBeVisible();
    await settled(page);
  });

  test("measures and annotates by keyboard alone", async () => {
    const figure = waterfall(page);
    await figure.focus();
    await page.keyboard.press("ArrowRight");
    await expect(readout(page)).toHaveText(/ms · sample 33\s\d+ · 433\.92 MHz · −[\d.]+ dB/);
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await settled(page);
    for (const key of ["Shift+ArrowRight", "Shift+ArrowRight"]) await page.keyboard.press(key);
    // A time alone is selected in the whole band. As the box grows, other labs are still offered.
    await expect(readout(page)).toContainText("Δf 1 MHz");
    await page.keyboard.press("Shift+ArrowUp");
    await expect(page.locator(".panel").getByRole("group", { name: "Open the band in a lab" })).toBeVisible();
    await expect(readout(page)).toHaveText(
      /Δt 328 µs \(328 samples, 1\/Δt 3\.049 kHz\) · Δf 15\.6\d kHz · −\d+\.\d dB in the box/,
    );

    const annotations = card(page, "Annotations");
    await annotations.getByRole("button", { name: "Annotate the selection" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Annotate the selection" });
    await expect(dialog.getByLabel("Label")).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel("Label").fill(`mine <b> ${"W".repeat(200)}`);
    await dialog.getByLabel("Comment").press("Enter");
    await expect(annotations.getByRole("row")).toHaveCount(5);
    // A long label leaves the other columns in sight.
    const right = (box: { x: number; width: number } | null) => box!.x + box!.width;
    const remove = annotations.getByRole("button", { name: "Delete mine <b>" });
    expect(right(await remove.boundingBox())).toBeLessThan(right(await annotations.boundingBox()));
    await annotations.getByRole("button", { name: "Edit mine <b>" }).press("Enter");
    await page.getByRole("dialog", { name: "Edit the annotation" }).getByLabel("Label").fill("theirs");
    await page.keyboard.press("Enter");
    await annotations.getByRole("button", { name: "Delete noise" }).press("Enter");
    await page.getByRole("button", { name: "Undo", exact: true }).last().press("Enter");
    await annotations.getByRole("button", { name: "Delete noise" }).press("Enter");
    await annotations.getByRole("button", { name: "theirs", exact: true }).press("Enter");
    expect((await csvOf(page, "Annotations")).map(({ label }) => label)).toEqual(["chirps", "theirs", "FSK"]);
    await figure.focus();
    await page.keyboard.press("Escape");
    await expect(readout(page)).not.toContainText("Δt");
    await page.keyboard.press("0");
    await settled(page);
  });

  test("zooms and pans by mouse and wheel, down to single samples", async () => {
    const figure = waterfall(page);
    await page.mouse.click(...(await middleOf(figure)));
    for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -600);
    // A busy browser gives turns of the wheel to the page after the next click, which takes the focus from the figure.
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/&from=3\d{4}&count=4$/);
    await settled(page);
    await expect(figure.locator(".wave-i.dots")).toHaveCount(1);
    expect((await csvOf(page, "Waterfall")).at(-1)?.["first sample"]).toMatch(/^3\d{4}$/);
    const link = await page.evaluate(() => location.hash);

    await page.getByRole("button", { name: "Fit all" }).click();
    await settled(page);
    await dragFrom(page, await middleOf(figure), 120, 80);
    await expect(readout(page)).toContainText("dB in the box");
    await page.getByRole("button", { name: "Fit selection" }).click();
    await page.getByRole("button", { name: "Pan", exact: true }).click();
    await settled(page);
    const before = await page.evaluate(() => location.hash);
    await dragFrom(page, await middleOf(figure), 90, 0);
    await expect.poll(() => page.evaluate(() => location.hash)).not.toBe(before);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await follow(page, link);
    await expect(figure.locator(".wave-i.dots")).toHaveCount(1);
  });

  test("zooms in frequency by keys, wheel and button, and stores it in the link", async () => {
    const figure = waterfall(page);
    const band = async () => {
      const [, low, high] = /&band=(-?[\d.]+):(-?[\d.]+)/.exec(await page.evaluate(() => location.hash)) ?? [];
      return low === undefined ? [-0.5, 0.5] : [Number(low), Number(high)];
    };
    await figure.focus();
    await page.keyboard.press("0");
    await page.keyboard.press("*");
    await expect.poll(async () => (await band())[1] - (await band())[0]).toBeCloseTo(0.5, 5);
    await page.getByRole("button", { name: "Narrow the frequency range" }).click();
    await expect.poll(async () => (await band())[1] - (await band())[0]).toBeCloseTo(0.25, 5);
    const [x, y] = await middleOf(figure);
    await figure.focus();
    await page.mouse.move(x, y);
    await page.keyboard.down("Alt");
    await page.mouse.wheel(0, -200);
    await page.keyboard.up("Alt");
    await expect.poll(async () => (await band())[1] - (await band())[0]).toBeLessThan(0.2);
    await settled(page);
    // The strongest visible value, measured with a finer resolution.
    const [low, high] = await band();
    const places = (await csvOf(page, "Waterfall")).map((row) => Number(row["strongest at"].replace(" MHz", "")));
    const rate = 1e6;
    for (const place of places) {
      expect(place * 1e6).toBeGreaterThanOrEqual(433.92e6 + low * rate - 2000);
      expect(place * 1e6).toBeLessThanOrEqual(433.92e6 + high * rate + 2000);
    }
    const zoomed = await page.evaluate(() => location.hash);
    await figure.focus();
    await page.keyboard.press("0");
    await expect.poll(band).toEqual([-0.5, 0.5]);
    await follow(page, zoomed);
    await expect(figure).toHaveAccessibleName(/MHz to .* MHz/);
    await page.getByRole("button", { name: "Widen the frequency range" }).click();
    await figure.focus();
    await page.keyboard.press("0");
    await settled(page);
  });

  test("cuts the selection out as SigMF and WAV, which read back as the same samples", async () => {
    const original = readFileSync("public/examples/tone-and-chirps.sigmf-data");
    await selectSamples(page, 5000, 30_000);
    const files = untar(await saved(page, "sigmf"));
    const [meta, data] = ["meta", "data"].map((kind) => files[`tone-and-chirps-5000-30000.sigmf-${kind}`]);
    const { global, captures, annotations } = JSON.parse(meta.toString());
    expect(global["core:sha512"]).toBe(sha512(data));
    expect(global["threeray:origin"]).toEqual({ title: "tone-and-chirps", start: 5000, channel: 0 });
    expect(captures).toMatchObject([{ "core:frequency": 433.92e6, "core:datetime": "2026-01-01T00:00:00.005Z" }]);
    expect(annotations).toMatchObject([
      { "core:sample_start": 1000, "core:sample_count": 20_480, "core:label": "chirps" },
      { "core:label": "theirs" },
      { "core:sample_start": 29_000, "core:sample_count": 1000, "core:label": "FSK" },
    ]);
    expect(data).toHaveLength(30_000 * 8);
    const numbers = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
    const expected = Float32Array.from({ length: 60_000 }, (_, i) => original.readInt16LE(20_000 + 2 * i) / 32_768);
    expect(numbers).toEqual(expected);

    const float = await saved(page, "wav-f32");
    expect(float.toString("latin1", 0, 4)).toBe("RIFF");
    expect(float.subarray(-data.length).equals(data)).toBe(true);
    const integers = await saved(page, "wav-i16");
    expect(integers.subarray(-120_000).equals(original.subarray(20_000, 140_000))).toBe(true);

    // A part of the band is mixed to 0 Hz, filtered and decimated.
    await page.getByRole("spinbutton", { name: "From frequency" }).fill("434.02");
    await page.getByRole("spinbutton", { name: "From frequency" }).press("Enter");
    await page.getByRole("spinbutton", { name: "To frequency" }).fill("434.06");
    await page.getByRole("spinbutton", { name: "To frequency" }).press("Enter");
    const band = untar(await saved(page, "sigmf"));
    const [name] = Object.keys(band).filter((path) => path.endsWith("meta"));
    expect(name).toContain("tone-and-chirps-5ms-434.04MHz");
    expect(JSON.parse(band[name].toString())).toMatchObject({
      global: {
        "core:sample_rate": 200_000,
        "threeray:origin": { title: "tone-and-chirps", start: 5000, decimation: 5 },
      },
      captures: [{ "core:frequency": 434.04e6 }],
    });
    // Edited annotations of which only a part was saved are not lost without a question.
    const notice = page.getByText("The annotations of “tone-and-chirps” were edited and are not saved.");
    await drop(page, [{ name: "cut.wav", bytes: integers }]);
    await expect(notice).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    expect((await csvOf(page, "Annotations")).map(({ label }) => label)).toContain("theirs");
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const leaving = await asked;
    expect(leaving.type()).toBe("beforeunload");
    await leaving.dismiss();
    await drop(page, [{ name: "cut.wav", bytes: integers }]);
    await page.getByRole("button", { name: "Discard changes and open" }).click();
    await expect(notice).toBeHidden();
    await expect(card(page, "Metadata")).toContainText("cut (WAV, ci16_le)");
    await expect(card(page, "Metadata")).toContainText("433.92 MHz");
    await settled(page);
  });

  test("zooms by a pinch", async () => {
    await openExample(page, "tone-and-chirps");
    const [x, y] = await middleOf(waterfall(page));
    const whole = await page.evaluate(() => location.hash);
    const session = await page.context().newCDPSession(page);
    // A busy page may miss the first touch. Each try begins with the whole recording.
    await expect(async () => {
      await follow(page, whole);
      await settled(page);
      for (const [type, apart] of [
        ["touchStart", 40],
        ["touchMove", 80],
        ["touchMove", 160],
      ] as const) {
        const touchPoints = [-1, 1].map((side, id) => ({ x: x + side * apart, y, id }));
        await session.send("Input.dispatchTouchEvent", { type, touchPoints });
      }
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      // The fingers are four times as far apart, so a quarter of the recording is visible.
      await expect.poll(() => page.evaluate(() => location.hash), { timeout: 10_000 }).toMatch(/&count=16\d{3}$/);
    }).toPass();
    await settled(page);
  });

  test("fits a phone, and is accessible in both themes", async () => {
    await openExample(page, "two-packets");
    await page.getByLabel("Theme: system setting").click();
    await expectAccessible(page);
    await page.getByLabel("Theme: light").click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectLayout(page);
    await expectAccessible(page);
  });
});
