import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { card, drop, expectAccessible, settled } from "./lab.ts";
import { openExample, waterfall } from "./recording-page.ts";

// One page for all tests, as a person would use it.
test.describe.serial("files of recordings", () => {
  let page: Page;
  test.beforeAll(async ({ browser, baseURL }) => {
    page = await (await browser.newContext({ baseURL })).newPage();
    await openExample(page, "tone-and-chirps");
  });
  test.afterAll(() => page.context().close());

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
    await dialog.getByLabel("Centre frequency").focus();
    await expect(card(page, "Metadata")).toContainText("1 MS/s");
    // The focus stays where it was while the rate took effect.
    await page.keyboard.press("Control+A");
    await page.keyboard.type("433.92");
    await page.keyboard.press("Enter");
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
      await card(page, "Metadata").scrollIntoViewIfNeeded();
      await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
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
    // A head sorts: the last annotation comes first, and then the first one again.
    const starts = list.getByRole("columnheader", { name: "Starts" });
    await starts.getByRole("button").click();
    await expect(starts).toHaveAttribute("aria-sort", "descending");
    await list.evaluate((element) => element.scrollTo(0, 0));
    await expect(list.getByRole("row").nth(1)).toContainText("burst 29999");
    await starts.getByRole("button").click();
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
      const items = [{ webkitGetAsEntry: () => entry, getAsFile: () => null }];
      const event = new Event("drop", { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { types: ["Files"], items, files: [new File([], "dropped")] } });
      document.body.dispatchEvent(event);
    });
    await expect(card(page, "Metadata")).toContainText("in_1M (raw, cu8)");
    await settled(page);
  });

  test("says that the open file was changed, and opens it again in the same way", async ({ browser, baseURL }) => {
    // The page that the other tests share still shows the dialog of the last file.
    const page = await (await browser.newContext({ baseURL })).newPage();
    await openExample(page, "tone-and-chirps");
    const folder = mkdtempSync(join(tmpdir(), "threeray-"));
    const path = join(folder, "live_1M.cu8");
    writeFileSync(path, Buffer.alloc(2 ** 20, 128));
    await page.getByTestId("files").first().setInputFiles(path);
    await page.getByRole("dialog").getByRole("button", { name: "Use this format" }).click();
    await expect(card(page, "Metadata")).toContainText("live_1M (raw, cu8)");
    await settled(page);
    // Longer by as much again: the browser refuses to read a file that is not the one that was chosen.
    writeFileSync(path, Buffer.alloc(2 ** 21, 129));
    await page.getByRole("button", { name: "Zoom in" }).click();
    const note = page.getByRole("alert").filter({ hasText: "live_1M.cu8 has been changed, moved or removed" });
    await expect(note).toContainText("What Threeray has read so far stays on this page.");
    await expectAccessible(page);
    const choosing = page.waitForEvent("filechooser");
    await note.getByRole("button", { name: "Open it again" }).click();
    await (await choosing).setFiles(path);
    await expect(card(page, "Metadata")).toContainText("1 048 576 samples");
    await expect(note).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await settled(page);
    await page.context().close();
    rmSync(folder, { recursive: true });
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
    // Once the browser no longer reads the file, one button opens it again, and none promises to read on.
    truncateSync(path, 4e9);
    await reading.getByRole("button", { name: "Read the rest" }).click();
    await expect(page.getByRole("button", { name: "Open it again" })).toBeVisible();
    await settled(page);
    await expect(reading.getByRole("button")).toHaveCount(0);
    rmSync(folder, { recursive: true });
  });

  test("opens what was asked for last: a dropped file takes the place of a link's example that is still to come", async () => {
    const late = { name: "late_48k.cf32", bytes: Buffer.alloc(8 * 4096, 1) };
    for (const [example, delay] of [
      ["fm-stereo", 0],
      ["fm-stereo", 60],
      ["six-signals", 30],
      ["six-signals", 150],
    ] as const) {
      await page.evaluate((link) => (location.hash = link), `#recordings?v=1&example=${example}`);
      await page.waitForTimeout(delay);
      await drop(page, [late]);
      await expect(page.locator(".rail .group").first()).toContainText("late_48k");
      await settled(page);
      await expect(page.locator(".rail .group").first()).toContainText("late_48k");
      await expect(page).not.toHaveURL(/example/);
    }
    // “Back” ends an opening.
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/weak-tone-16-bits/, async (route) => {
      await held;
      await route.continue();
    });
    const link = page.url();
    const asked = page.waitForRequest(/weak-tone-16-bits/);
    await page.evaluate(() => (location.hash = "#recordings?v=1&example=weak-tone-16-bits"));
    await asked;
    const fetched = Promise.all(
      ["meta", "data"].map((part) => page.waitForResponse((response) => response.url().endsWith(`sigmf-${part}`))),
    );
    await page.goBack();
    arrive();
    await fetched;
    await settled(page);
    await expect(page.locator(".rail .group").first()).toContainText("late_48k");
    expect(page.url()).toBe(link);
    // And the other way round.
    await drop(page, [late]);
    await page.evaluate(() => (location.hash = "#recordings?v=1&example=tone-and-chirps"));
    await expect(page.getByRole("group", { name: "Waterfall of tone-and-chirps" })).toBeVisible();
    await settled(page);
    await expect(page).toHaveURL(/example=tone-and-chirps/);
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
});
