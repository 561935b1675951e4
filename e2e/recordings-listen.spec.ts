import { expect, type Page, test } from "@playwright/test";
import { card, contents, csvOf, drop, expectAccessible, follow, predict, settled } from "./lab.ts";
import { LECTURES } from "../src/ui/labs/recordings/lectures.ts";
import { openExample } from "./recording-page.ts";
import { amplitudeAt, parseWav } from "./wav.ts";

/** The third note of a tune's middle, and of the bass: what a saved sound holds of each. */
async function savedNotes(page: Page): Promise<{ tune: number; bass: number; name: string }> {
  const saving = page.waitForEvent("download");
  await card(page, "Listen").getByRole("button", { name: "Save WAV" }).click();
  const download = await saving;
  const { rate, samples } = parseWav(await contents(download));
  const notes = samples.slice(1.125 * rate, 1.5 * rate);
  return {
    tune: amplitudeAt(notes, 783.99 / rate),
    bass: amplitudeAt(notes, 196 / rate),
    name: download.suggestedFilename(),
  };
}

test("a station is found on the waterfall, heard and saved", async ({ page }) => {
  await openExample(page, "medium-wave");
  const listen = card(page, "Listen");
  const waterfall = page.getByRole("group", { name: /^Waterfall of / });
  const band = listen.getByRole("slider", { name: "Station on the spectrum" });

  await test.step("the station at the centre first", async () => {
    await expect(listen.getByLabel("Listen to")).toHaveValue("am");
    await expect(band).toHaveAttribute("aria-valuetext", "at the centre, at 999 kHz");
    const { tune, bass, name } = await savedNotes(page);
    expect(name).toBe("medium-wave-am.wav");
    expect(bass).toBeGreaterThan(0.1);
    expect(tune).toBeLessThan(0.01);
  });

  await test.step("another one by a click on the waterfall", async () => {
    await page.getByRole("button", { name: "Tune", exact: true }).click();
    await waterfall.scrollIntoViewIfNeeded();
    const map = (await waterfall.locator("canvas").boundingBox())!;
    // 981 kHz: 18 kHz below the centre of a band of 48 kHz.
    await page.mouse.click(map.x + map.width / 2, map.y + (map.height * (24 + 18)) / 48);
    await expect
      .poll(async () => Math.abs(Number(await band.getAttribute("aria-valuenow")) + 18_000))
      .toBeLessThan(200);
    const { tune, bass } = await savedNotes(page);
    expect(tune).toBeGreaterThan(0.05);
    expect(bass).toBeLessThan(0.01);
    await page.getByRole("button", { name: "Select", exact: true }).click();
  });

  await test.step("by keys: the cursor and Enter; then the middle of a selection", async () => {
    await waterfall.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    const first = Number(await band.getAttribute("aria-valuenow"));
    // The station changes while the sound that is to be saved is prepared.
    const saving = page.waitForEvent("download");
    await listen.getByRole("button", { name: "Save WAV" }).click();
    await waterfall.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect.poll(async () => Number(await band.getAttribute("aria-valuenow"))).toBe(first + 750);
    expect((await saving).suggestedFilename()).toBe("medium-wave-am.wav");
    for (const key of ["Shift+ArrowUp", "Shift+ArrowRight"]) await page.keyboard.press(key);
    await listen.getByRole("button", { name: /^To the middle of the selection, / }).click();
    await expect.poll(async () => Number(await band.getAttribute("aria-valuenow"))).toBeGreaterThan(first + 750);
    await expect(page).toHaveURL(/&select=\d+:\d+:[\d.:-]+.*&station=\d+/);
    // The selection is measured as a signal; the cards above grow.
    const signal = page.locator("#signal");
    await expect(signal.getByRole("heading", { level: 2 })).toHaveText(/^Selected signal: /);
    await expect(signal).not.toHaveAttribute("aria-busy", "true");
    await listen.getByLabel("only the selected time").check();
    await expect(listen).toContainText(/0\.03 s at 48 kHz, mono/);
    await waterfall.focus();
    await page.keyboard.press("Escape");
    await expect(listen.getByLabel("only the selected time")).toHaveCount(0);
    await expect(listen).toContainText("3 s at 48 kHz, mono");
  });

  await test.step("space plays and stops; the link brings the station back", async () => {
    await listen.getByRole("button", { name: "To the centre" }).click();
    await expect(band).toHaveAttribute("aria-valuetext", "at the centre, at 999 kHz");
    await page.getByRole("heading", { name: "Listen" }).click();
    // Space plays the station, also while its sound is already being prepared.
    await page.keyboard.press("Space");
    await expect(listen.getByRole("button", { name: "Stop" })).toBeVisible();
    await expect(listen.getByRole("meter", { name: "Level" })).toHaveAttribute("aria-valuetext", /−\d+ dB/);
    await page.keyboard.press("Space");
    await expect(listen.getByRole("button", { name: "Play" })).toBeVisible();
    await follow(page, "#recordings?v=1&example=medium-wave&station=9000");
    await expect(band).toHaveAttribute("aria-valuetext", "9 kHz from the centre, at 1.008 MHz");
    expect(Object.keys((await csvOf(page, "Listen"))[0])).toContain("frequency from the centre (Hz)");
    await expectAccessible(page);
  });
});

test("listening: FM stereo from an example, and refusals that say why", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openExample(page, "fm-stereo");
  const listen = card(page, "Listen");
  await listen.getByRole("button", { name: "Play" }).click();
  await expect(listen).toContainText(/2\.5 s at 48 kHz, stereo.*the broadcast is stereo/);
  await listen.getByRole("button", { name: "Stop" }).click();

  await page.getByRole("button", { name: "Copy a link to this scenario" }).click();
  await expect(page.getByText("The link to this scenario is in the clipboard.", { exact: true })).toBeVisible();

  await openExample(page, "two-packets");
  await expect(listen).toContainText("This part is too short to hear: it lasts 1.25 ms, and sound needs 20 ms.");
  await expect(listen.getByRole("button", { name: "Play" })).toHaveCount(0);

  // 0.5 s at a rate that holds no FM station in stereo.
  await drop(page, [{ name: "slow_4k.cs8", bytes: Buffer.alloc(4000, 7) }]);
  await expect(card(page, "Metadata")).toContainText("slow_4k");
  await listen.getByLabel("Listen to").selectOption("FM, stereo");
  await listen.getByRole("button", { name: "Play" }).click();
  await expect(listen.getByRole("alert")).toContainText(
    /fm-stereo needs complex samples at more than \d+ Hz, got 4000 Hz/,
  );

  // A NumPy array never gives its rate. A minute of it would be 60 samples, if a second were one.
  await drop(page, [{ name: "unknown.npy", bytes: npy(4000) }]);
  await expect(listen).toContainText("The file does not give its sample rate, so the playing speed is not known.");
  await expect(listen).not.toContainText("Threeray plays the first");
  await expectAccessible(page);
  const rate = listen.getByLabel("Sample rate");
  await rate.fill("fast");
  await rate.press("Enter");
  await expect(listen.getByRole("alert")).toBeVisible();
  await rate.fill("10 kS/s");
  await listen.getByRole("button", { name: "Set the rate" }).click();
  await listen.getByRole("button", { name: "Play" }).click();
  await expect(listen).toContainText("0.4 s at 10 kHz");
  await listen.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("spinbutton", { name: "Sample rate" })).toHaveValue("0.01");
  await page.getByRole("button", { name: "Copy a link to this scenario" }).click();
  const said = page.locator(".notices").getByText("“unknown” is not in it: a recording stays on this computer.");
  await expect(said).toBeVisible();

  // So do other labs that use the file; a filter that passes another signal does not.
  const copy = page.getByRole("button", { name: "Copy a link to this scenario" });
  await follow(page, "#filters?v=1&signal=recording");
  await expect(said).toBeHidden();
  await copy.click();
  await expect(said).toBeVisible();
  await follow(page, "#filters?v=1");
  await copy.click();
  await expect(
    page.locator(".notices").getByText("The link to this scenario is in the clipboard.", { exact: true }),
  ).toBeVisible();
  const graph = {
    format: "threeray flow",
    version: 1,
    variables: [],
    blocks: [{ id: "file", type: "recording-source", parameters: {}, position: [0, 0] }],
    connections: [],
  };
  await follow(page, "#graphs?v=1");
  await expect(page.locator(".react-flow__node").first()).toBeVisible();
  await drop(page, [{ name: "reads.json", bytes: Buffer.from(JSON.stringify(graph)) }]);
  await expect(page.locator('.react-flow__node[data-id="file"]')).toBeVisible();
  await copy.click();
  await expect(said).toBeVisible();
});

/** A NumPy array of complex64 samples. */
function npy(samples: number): Buffer {
  const header = `{'descr': '<c8', 'fortran_order': False, 'shape': (${samples},), }`.padEnd(117);
  const head = Buffer.concat([
    Buffer.from("\x93NUMPY\x01\0", "latin1"),
    Buffer.from([118, 0]),
    Buffer.from(`${header}\n`),
  ]);
  const numbers = Float32Array.from({ length: 2 * samples }, (_, i) => Math.sin(i / 9));
  return Buffer.concat([head, Buffer.from(numbers.buffer)]);
}

test("lectures: every step opens its recording and shows its figure", async ({ page }) => {
  test.slow();
  await page.goto(`./#recordings?lecture=${LECTURES[0].id}`);
  for (const { id, title, steps } of LECTURES) {
    await page.evaluate((hash) => (location.hash = hash), `#recordings?lecture=${id}`);
    const panel = page.getByRole("region", { name: `Lecture: ${title}` });
    for (const [i, { questions, scenario, figure }] of steps.entries()) {
      for (const { prompt } of questions) await expect(panel).toContainText(prompt);
      await expect(page).toHaveURL(new RegExp(`#recordings\\?v=1&example=[^&]+.*&lecture=${id}(&step=${i + 1})?$`));
      const name = new URLSearchParams(scenario.split("?")[1]).get("example");
      await expect(page.getByRole("contentinfo")).toContainText(`${name}: `);
      await settled(page);
      await expect(panel).not.toContainText("You have changed the scenario");
      await predict(page);
      await expect(page.locator(`#${figure}`)).toBeInViewport();
      if (i < steps.length - 1) await page.keyboard.press("]");
    }
  }
  await expectAccessible(page);
});
