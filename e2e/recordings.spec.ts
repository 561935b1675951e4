import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { card, contents, csvOf, drop, expectAccessible, exported, settled, sha512, untar } from "./lab.ts";
import { expectLayout } from "./layout.ts";
import { riddleNamed } from "../src/ui/kit/recording/riddles.ts";

const waterfall = (page: Page) => page.getByRole("group", { name: /^Waterfall of / });
const readout = (page: Page) => page.locator(".waterfall-readout");

async function openExample(page: Page, name: string, fields = ""): Promise<void> {
  await page.goto(`./#recordings?v=1&example=${name}${fields}`);
  await expect(waterfall(page)).toBeVisible();
  await settled(page);
}

/** Saves the selection in one of the rail's formats. */
async function saved(page: Page, format: string): Promise<Buffer> {
  await page.getByRole("combobox", { name: "Save as" }).selectOption(format);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Save the (selection|recording)$/ }).click();
  return contents(await saving);
}

/** Returns a point in the upper half of a figure that has been scrolled into view. */
async function middleOf(figure: Locator): Promise<[x: number, y: number]> {
  await figure.scrollIntoViewIfNeeded();
  const { x, y, width } = (await figure.boundingBox())!;
  return [x + width / 2, y + 120];
}

async function dragFrom(page: Page, [x, y]: readonly [number, number], right: number, down: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 5 });
  await page.mouse.up();
}

/** Enters the selection in the rail. */
async function selectSamples(page: Page, first: number, count: number): Promise<void> {
  const box = page.getByRole("group", { name: "Selection" }).or(page.locator("form"));
  await page.getByRole("button", { name: "All", exact: true }).click();
  for (const [name, value] of [
    ["Samples", count],
    ["First sample", first],
    ["Samples", count],
  ] as const) {
    await box.getByRole("spinbutton", { name, exact: true }).fill(String(value));
    await box.getByRole("spinbutton", { name, exact: true }).press("Enter");
  }
}

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
    expect(svg).toMatch(/^<svg[^>]*xmlns[^>]*><image href="data:image\/png;base64,/);
    expect((await exported(page, "Waterfall", "PNG")).subarray(1, 4).toString()).toBe("PNG");
    await expectAccessible(page);
  });

  test("shows every tick label of its waterfall completely, also the last one at the edge", async () => {
    const before = await page.evaluate(() => location.hash);
    await page.evaluate(() => (location.hash = "#recordings?v=1&example=tone-and-chirps&from=29900&count=100"));
    const last = waterfall(page).locator(".grid text", { hasText: /^30\.00$/ });
    await expect(last).toBeVisible();
    const beyond = await waterfall(page).evaluate((figure) => {
      const { left, right } = figure.getBoundingClientRect();
      const texts = [...figure.querySelectorAll(".grid text")].map((text) => text.getBoundingClientRect());
      return Math.max(...texts.map((text) => Math.max(text.right - right, left - text.left)));
    });
    expect(beyond).toBeLessThanOrEqual(0);
    // A link without a part shows the whole recording again.
    await page.evaluate((hash) => (location.hash = hash), before);
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
    for (const key of ["Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowUp"]) await page.keyboard.press(key);
    await expect(readout(page)).toHaveText(
      /Δt 328 µs \(328 samples, 1\/Δt 3\.049 kHz\) · Δf 15\.6\d kHz · −\d+\.\d dB in the box/,
    );

    const annotations = card(page, "Annotations");
    await annotations.getByRole("button", { name: "Annotate the selection" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Annotate the selection" });
    await expectAccessible(page);
    await dialog.getByLabel("Label").fill("mine <b>");
    await dialog.getByLabel("Comment").press("Enter");
    await expect(annotations.getByRole("row")).toHaveCount(5);
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
    await settled(page);
    await expect.poll(async () => (await csvOf(page, "Waterfall")).at(-1)?.["first sample"]).toMatch(/^3\d{4}$/);
    await expect(figure.locator(".wave-i.dots")).toHaveCount(1);
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/&from=3\d{4}&count=\d{1,2}$/);
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
    await page.evaluate((hash) => (location.hash = hash), link);
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
    await page.evaluate((hash) => (location.hash = hash), zoomed);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(zoomed);
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

  test("finds the signals, shows what it measured of one, and keeps it as an annotation", async () => {
    await openExample(page, "fsk-burst", "&find=recording");
    const signals = card(page, "Signals");
    await signals.getByRole("button", { name: "Find signals" }).click();
    await expect(signals.getByRole("status")).toContainText(/^[1-9]\d* signals? in/, { timeout: 90_000 });
    await settled(page);
    await expect(signals.getByRole("combobox", { name: "In" })).toHaveValue("recording");
    expect(page.url()).toContain("example=fsk-burst&find=recording");
    const rows = await csvOf(page, "Signals");
    expect(rows).toHaveLength(1);
    const [burst] = rows;
    expect(burst.class).toBe("2-FSK");
    expect(Number(burst["symbol rate (Bd)"])).toBeGreaterThan(1000);
    await signals.getByRole("button", { name: "Show the strongest" }).click();
    const signal = page.locator("#signal");
    await expect(signal.getByRole("heading", { level: 2 })).toHaveText(/^Signal \d+: 2-FSK$/);
    await expect(signal).toContainText("Eye");
    const bits = page.locator("#bits .look");
    await expect(bits).toContainText("sliced bits");
    // Another symbol rate gives another number of bits, until it is as measured again.
    const all = (await bits.innerText()).split(".")[0];
    const symbols = page.locator("#symbols");
    const rate = symbols.getByRole("spinbutton", { name: "Symbol rate" });
    await rate.fill(String(Number(await rate.inputValue()) / 2));
    await rate.press("Enter");
    await expect(bits).not.toContainText(all);
    await expect(signal).toContainText("follow the values that were entered in “Symbols”");
    await symbols.getByRole("button", { name: "As measured" }).click();
    await expect(bits).toContainText(all);
    // Octets are aligned by hand, or after a sync word.
    const bitsCard = page.locator("#bits");
    const cut = bitsCard.getByRole("combobox", { name: "Line code" }).evaluate((list: HTMLElement) => {
      const free = list.cloneNode(true) as HTMLElement;
      free.style.cssText = "position: absolute; width: auto";
      list.after(free);
      const missing = free.offsetWidth - list.offsetWidth;
      free.remove();
      return missing;
    });
    // The list shows the whole text of its choice.
    expect(await cut).toBeLessThanOrEqual(1);
    const text = (await bitsCard.getByRole("region", { name: "Bits" }).innerText()).replaceAll(" ", "");
    await bitsCard.getByRole("textbox", { name: "Sync word" }).fill(`0b${text.slice(5, 37)}`);
    await bitsCard.getByRole("textbox", { name: "Sync word" }).press("Enter");
    await bitsCard.getByRole("button", { name: "Begin octets after it" }).click();
    await expect(bitsCard.getByRole("spinbutton", { name: "Octets from bit" })).toHaveValue("37");
    const octet = Number.parseInt(text.slice(37, 45), 2).toString(16).padStart(2, "0");
    await expect(bitsCard.getByRole("region", { name: "Hex" })).toHaveText(new RegExp(`^${octet} `));
    // The symbols are decided later, and each is listed with its bit.
    const first = symbols.getByText(/^The first symbol is at/);
    const before = await first.innerText();
    const offset = symbols.getByRole("spinbutton", { name: "Timing offset" });
    await offset.fill("0.25");
    await offset.press("Enter");
    await expect(first).not.toHaveText(before);
    await expect(symbols.getByRole("row").nth(1)).toContainText(/^0[01]/);
    await symbols.getByRole("button", { name: "As measured" }).click();
    await expect(first).toHaveText(before);
    await expect(waterfall(page).locator(".signal-boxes[data-family=frequency] text")).not.toHaveCount(0);
    await signal.getByRole("button", { name: "Annotate" }).click();
    // The whole recording is saved with the annotation and what was measured.
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    const files = untar(await saved(page, "sigmf"));
    const { annotations } = JSON.parse(files["fsk-burst.sigmf-meta"].toString());
    expect(annotations).toContainEqual(
      expect.objectContaining({ "core:label": "2-FSK", class: "2-FSK", confidence: expect.any(Number) }),
    );
    await signals.getByRole("region").press("ArrowDown");
    await signals.getByRole("region").press("Delete");
    await expect(signals).toContainText("No signal is in the list.");
    // A box around the burst is enough. It is a selection, and not in the list.
    const [x, y] = await middleOf(waterfall(page));
    const { height, width } = (await waterfall(page).boundingBox())!;
    await dragFrom(page, [x - 0.32 * width, y - 0.02 * height], 0.6 * width, 0.28 * height);
    await expect(signal.getByRole("heading", { level: 2 })).toHaveText(/^Selected signal: /);
    await expect(signals).toContainText("No signal is in the list.");
    // Other labs take it, or say why they do not.
    const labs = signal.getByRole("group", { name: "Open the band in a lab" });
    await expect(labs.getByRole("button", { name: "Wi-Fi" })).toBeDisabled();
    await expect(labs).toContainText("Not in Wi-Fi: 802.11 frames are OFDM, and this signal is probably 2-FSK.");
    await labs.getByRole("button", { name: "Filters" }).click();
    await expect(page.locator(".cut-note")).toContainText("Cut from fsk-burst, from sample");
    await expect(card(page, "Spectrum, before and after")).toContainText("complex samples of fsk-burst-");
    await page.goBack();
    await expect(signal.getByRole("heading", { level: 2 })).toHaveText("Signal");
    await settled(page);

    const frames = card(page, "Decoded frames");
    await frames.getByRole("button", { name: "Decode the recording" }).click();
    await expect(frames.getByRole("status")).toContainText(/^\d+ frames? in .* fsk/, { timeout: 90_000 });
  });

  test("receives the file and the selection, counts errors if the bits are known, and gives the same bits from a WAV file", async () => {
    await openExample(page, "two-packets");
    const receiver = card(page, "Telemetry receiver");
    await receiver.getByRole("button", { name: "Run the receiver" }).click();
    await expect(receiver).toContainText("2 packets found in", { timeout: 90_000 });
    const row = receiver.locator("[data-equalizer=mmse] td");
    await expect(row.first()).toHaveText("12 288");
    const errors = Number(await row.nth(1).textContent());
    expect(errors).toBeLessThan(300);
    const bitsOf = async () => {
      const saving = page.waitForEvent("download");
      await receiver.getByRole("button", { name: "Save the bits of MMSE" }).click();
      return contents(await saving);
    };
    const bits = await bitsOf();
    expect(bits).toHaveLength(2 * 6144);
    const wav = await saved(page, "wav-f32");

    await selectSamples(page, 12_800, 13_056);
    await receiver.getByRole("button", { name: "Run on the selection" }).click();
    await expect(receiver).toContainText("1 packet found");
    await expect(row.first()).toHaveText("6 144");
    const second = await bitsOf();
    const different = second.filter((bit, i) => bit !== bits[6144 + i]).length;
    // The chain of packets and its estimates restart there.
    expect(different).toBeLessThan(30);

    // The saved and opened cut is received like the selection: its bits are still known.
    const counted = await row.allTextContents();
    const cut = await saved(page, "sigmf");
    await drop(page, [{ name: "cut.sigmf", bytes: cut }]);
    await expect(card(page, "Metadata")).toContainText("two-packets-12800-13056");
    await receiver.getByRole("button", { name: "Run the receiver" }).click();
    await expect(receiver).toContainText("1 packet found");
    expect(await row.allTextContents()).toEqual(counted);

    await drop(page, [{ name: "link.wav", bytes: wav }]);
    await expect(card(page, "Metadata")).toContainText("link (WAV, cf32_le)");
    await receiver.getByRole("button", { name: "Run the receiver" }).click();
    await expect(receiver).toContainText("2 packets found in");
    await expect(receiver.getByRole("columnheader", { name: "Errors" })).toHaveCount(0);
    expect((await bitsOf()).equals(bits)).toBe(true);
  });

  test("asks about a guessed sample type, and reads the samples as the person chooses", async () => {
    const bytes = readFileSync("public/examples/tone-and-chirps.sigmf-data");
    const [main, rail] = [page.getByRole("main"), page.locator(".rail")];
    for (const scrolled of [main, rail]) await scrolled.evaluate((element) => element.scrollTo(0, 500));
    await drop(page, [{ name: "found.iq", bytes }]);
    // The new file takes the old one's place, from the top.
    await expect(rail.locator(".group").first()).toContainText(/found65\s536 samples/);
    for (const scrolled of [main, rail]) expect(await scrolled.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await expect(rail.getByRole("button", { name: "An FM station in stereo" })).toBeHidden();
    await expect(rail.getByText("No files yet")).toHaveCount(0);
    const dialog = page.getByRole("dialog", { name: "Sample format of found" });
    await expect(dialog).toContainText("Judging by the numbers, Threeray reads it as ci16_le");
    await expectAccessible(page);
    await dialog.getByLabel("Sample type").selectOption("ci8");
    await expect(dialog).toContainText("131 072 samples as ci8");
    await dialog.getByLabel("Sample type").selectOption("ci16_le");
    await dialog.getByLabel("Sample rate").fill("1");
    await dialog.getByLabel("Centre frequency").fill("433.92");
    await dialog.getByLabel("Centre frequency").press("Enter");
    await dialog.getByRole("button", { name: "Use this format" }).click();
    for (const given of ["1 MS/s", "433.92 MHz"]) await expect(card(page, "Metadata")).toContainText(given);
    await settled(page);
  });

  const meta = (global: object, rest = {}) =>
    Buffer.from(
      JSON.stringify({
        global: { "core:datatype": "ci8", "core:version": "1.2.6", ...global },
        captures: [],
        annotations: [],
        ...rest,
      }),
    );
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1]);
  const data = Buffer.alloc(64, 1);
  for (const { bad, files, message } of [
    { bad: "an empty file", files: { "a.cf32": Buffer.alloc(0) }, message: /a.cf32: holds no samples: found 0 bytes/ },
    {
      bad: "a truncated tar",
      files: { "a.sigmf": Buffer.alloc(300) },
      message: /a.sigmf: 300 bytes, too few for a tar/,
    },
    {
      bad: "meta without data",
      files: { "a.sigmf-meta": meta({}) },
      message: /its samples, a.sigmf-data, were not given/,
    },
    {
      bad: "data without meta",
      files: { "a.sigmf-data": data },
      message: /its description, a.sigmf-meta, was not given/,
    },
    {
      bad: "a wrong datatype",
      files: { "a.sigmf-meta": meta({ "core:datatype": "complex" }), "a.sigmf-data": data },
      message: /the sample type "complex" is unknown. Expected c or r/,
    },
    {
      bad: "2^53 as a sample",
      files: {
        "a.sigmf-meta": meta({}, { captures: [{ "core:sample_start": 2 ** 53 }] }),
        "a.sigmf-data": data,
      },
      message: /core:sample_start must be a whole number from 0 to 2\^53 − 1, found 9007199254740992/,
    },
    { bad: "a JPEG", files: { "photo.jpg": jpeg }, message: /photo.jpg: is a JPEG image, expected a recording/ },
    { bad: "a JPEG called samples", files: { "photo.iq": jpeg }, message: /photo.iq: looks like a JPEG image/ },
  ]) {
    test(`refuses ${bad}, and leaves the page as it was`, async () => {
      await drop(
        page,
        Object.entries(files).map(([name, bytes]) => ({ name, bytes })),
      );
      await expect(page.getByRole("alert")).toContainText(message);
      await expect(card(page, "Metadata")).toContainText("found (raw, ci16_le)");
    });
  }

  test("accepts correctable files with a note: a rate of 0 Hz, inconsistent sizes, NaN, HTML as text", async () => {
    const html = "<img src=x onerror=document.title='hacked'>";
    const samples = Buffer.from(new Float32Array(2001).fill(0.5).fill(Number.NaN, 10, 12).buffer);
    const text = meta(
      { "core:datatype": "cf32_le", "core:sample_rate": 0, "core:description": html },
      {
        captures: [{ "core:sample_start": 0 }, { "core:sample_start": 1e6 }],
        annotations: [{ "core:sample_start": 3, "core:sample_count": 2 ** 53, "core:label": html }],
      },
    );
    await drop(page, [
      { name: "odd.sigmf-meta", bytes: text },
      { name: "odd.sigmf-data", bytes: samples },
    ]);
    const facts = card(page, "Metadata");
    for (const said of [
      html,
      "core:sample_rate must be a number above 0 and at most 10^12 Hz, found 0; left out.",
      "1 of 2 captures start past the end of the samples",
      "The last 4 bytes are not a whole sample",
    ]) {
      await expect(facts).toContainText(said);
    }
    await expect(card(page, "Spectrum")).toContainText("1 of 1 000 samples examined are not numbers");
    await expect(card(page, "Annotations")).toContainText(html);
    await expect(page).toHaveTitle(/Threeray/);
    expect(await page.locator("img").count()).toBe(0);
    await expectAccessible(page);
  });

  test("draws of 30,000 annotations and 3000 captures what is in view", async () => {
    const at = (i: number) => ({ "core:sample_start": i });
    const text = meta(
      { "core:datatype": "ci8", "core:sample_rate": 1e6 },
      {
        captures: Array.from({ length: 3000 }, (_, i) => ({ ...at(10 * i), "core:frequency": 1e8 + i })),
        annotations: Array.from({ length: 30_000 }, (_, i) => ({
          ...at(i),
          "core:sample_count": 1,
          "core:label": `burst ${i}`,
        })),
      },
    );
    await drop(page, [
      { name: "many.sigmf-meta", bytes: text },
      { name: "many.sigmf-data", bytes: Buffer.from(Int8Array.from({ length: 60_000 }, (_, i) => i % 100)) },
    ]);
    await expect(waterfall(page)).toContainText("30 000 annotations in view. Close ones are drawn as one.");
    expect(await waterfall(page).locator("svg *").count()).toBeLessThan(500);
    const annotations = card(page, "Annotations");
    const list = annotations.getByRole("region", { name: "Annotations: rows" });
    await expect(list.getByRole("table")).toHaveAttribute("aria-rowcount", "30001");
    await expect(list.getByRole("button", { name: "burst 0", exact: true })).toBeVisible();
    await list.scrollIntoViewIfNeeded();
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(list.getByRole("button", { name: "burst 29999", exact: true })).toBeInViewport();
    // The list shows few rows: to draw more would make scrolling slow.
    expect(await list.locator("tr").count()).toBeLessThan(90);
    // Edited annotations are written back without the samples.
    await list.getByRole("button", { name: "Delete burst 29998" }).click();
    const saving = page.waitForEvent("download");
    await annotations.getByRole("button", { name: "Save the metadata" }).click();
    const written = JSON.parse(readFileSync(await (await saving).path(), "utf8"));
    expect(written.annotations).toHaveLength(29_999);
    expect(written.captures).toHaveLength(3000);
    const facts = card(page, "Metadata");
    await facts.getByText("3 000 captures").click();
    await expect(facts.getByText(/^2\s9\d\d more captures follow\.$/)).toBeAttached();
    expect(await facts.locator("dl").count()).toBeLessThan(200);
  });

  test("opens a folder's recordings, and refuses a folder without any", async () => {
    const folder = mkdtempSync(join(tmpdir(), "threeray-"));
    mkdirSync(join(folder, "day"));
    writeFileSync(join(folder, "notes.txt"), "hello");
    const input = page.locator("input[webkitdirectory]");
    await input.setInputFiles(folder);
    await expect(page.getByRole("alert")).toContainText(/is a folder without recordings: found 1 other file/);
    writeFileSync(join(folder, "day", "a_250k.cu8"), Buffer.alloc(4000, 128));
    writeFileSync(join(folder, "day", "b_250k.cu8"), Buffer.alloc(4000, 127));
    await input.setInputFiles(folder);
    await expect(page.getByRole("combobox", { name: "Recording", exact: true })).toBeVisible();
    await page.getByRole("combobox", { name: "Recording", exact: true }).selectOption("b_250k");
    await expect(card(page, "Metadata")).toContainText("b_250k (raw, cu8)");
    rmSync(folder, { recursive: true });
    await settled(page);
    // A synthetic drop has no folders, so these objects replace the browser's.
    await page.evaluate(() => {
      const file = { isDirectory: false, file: (give: (file: File) => void) => give(new File(["abcd"], "in_1M.cu8")) };
      const waiting = [[file], []];
      const readEntries = (give: (entries: object[]) => void) => give(waiting.shift() ?? []);
      const entry = { isDirectory: true, name: "dropped", createReader: () => ({ readEntries }) };
      const items = [{ webkitGetAsEntry: () => entry }];
      const event = new Event("drop", { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { types: ["Files"], items, files: [new File([], "dropped")] } });
      document.body.dispatchEvent(event);
    });
    await expect(card(page, "Metadata")).toContainText("in_1M (raw, cu8)");
    await settled(page);
  });

  test("shows 5 GB at once, reads all samples for the overview, and stops reading on request", async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), "threeray-"));
    const path = join(folder, "long_20625k.cs8");
    writeFileSync(path, Buffer.alloc(1000, 3));
    truncateSync(path, 5e9);
    await page.getByTestId("files").first().setInputFiles(path);
    await expect(card(page, "Metadata")).toContainText("2 500 000 000 samples");
    const reading = card(page, "Waterfall").locator(".waterfall-reading");
    await expect(reading).toContainText(
      /^Reading all samples: 0 %. Columns that are not read yet show one short segment/,
    );
    await page.getByRole("button", { name: "Stop reading" }).click();
    await settled(page);
    await expect(reading).toContainText(/^Read: 0 %/);
    await expect(reading.getByRole("button", { name: "Read the rest" })).toBeVisible();
    await expect(card(page, "Metadata")).toContainText(/5 GB. Threeray has read [\d.]+ MB so far/);
    await expect(page.getByRole("slider", { name: "Position of the view" })).toBeDisabled();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("slider", { name: "Position of the view" }).fill("900");
    await settled(page);
    await card(page, "Spectrum").getByRole("button", { name: "Read all samples" }).click();
    await expect(card(page, "Spectrum")).toContainText(/from 0\.\d+ % of its samples/);
    await page.getByRole("contentinfo").getByRole("button", { name: "Stop" }).click();
    await settled(page);
    if (process.platform === "linux") {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      const renderers = processInfo.filter(({ type }) => type === "renderer");
      const megabytes = renderers.map(({ id }) => {
        const [, kilobytes] = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, "utf8")) ?? [];
        return Number(kilobytes) / 1000;
      });
      expect(Math.max(...megabytes)).toBeLessThan(500);
    }
    rmSync(folder, { recursive: true });
  });

  test("remembers files if the browser gives handles, and forgets them on request", async () => {
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle("kept_1MSPS.cs8", { create: true });
      const stream = await handle.createWritable();
      await stream.write(new Uint8Array(4096).fill(5));
      await stream.close();
      Object.assign(window, { showOpenFilePicker: async () => [handle] });
    });
    await page.getByRole("button", { name: "Choose files" }).first().click();
    await expect(card(page, "Metadata")).toContainText("kept_1MSPS (raw, ci8)");
    // The file is remembered after it has been opened.
    await expect(page.getByText("Examples and recent files")).toBeVisible();
    await page.goto("./#recordings?v=1");
    await page.reload();
    const recent = page.getByRole("main").getByRole("button", { name: /^kept_1MSPS.cs8/ });
    await expect(recent).toBeVisible();
    await expectAccessible(page);
    await recent.click();
    await expect(card(page, "Metadata")).toContainText("kept_1MSPS (raw, ci8)");
    await page.getByText("Examples and recent files").click();
    await page.getByRole("button", { name: "Forget kept_1MSPS.cs8" }).click();
    await expect(page.getByText("Examples and recent files")).toHaveCount(0);
    await expect(page.getByText("Examples", { exact: true })).toBeVisible();
  });

  test("zooms by a pinch", async () => {
    await openExample(page, "tone-and-chirps");
    const [x, y] = await middleOf(waterfall(page));
    const whole = await page.evaluate(() => location.hash);
    const session = await page.context().newCDPSession(page);
    // A busy page may miss the first touch. Each try begins with the whole recording.
    await expect(async () => {
      await page.evaluate((hash) => (location.hash = hash), whole);
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

  test("a game makes a burst without a label, keeps the score, and continues", async () => {
    await openExample(page, "riddle-easy-1");
    const game = card(page, "Name that signal, number 1");
    const { class: right } = riddleNamed("riddle-easy-1")!;
    expect(await page.getByRole("region", { name: "Annotations" }).innerText()).toContain("There are no annotations");
    await game.getByRole("button", { name: right, exact: true }).click();
    await expect(game.getByRole("status")).toContainText(`Right: ${right}.`);
    await game.getByRole("button", { name: "Next signal" }).click();
    const second = card(page, "Name that signal, number 2");
    await expect(second).toContainText("1 of 1 right");
    await expect(page).toHaveURL(/example=riddle-easy-2/);
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
