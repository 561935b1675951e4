import { expect, type Page, test } from "@playwright/test";
import { filtered, link } from "./filters.ts";
import {
  card,
  contents,
  csvOf,
  drop,
  edit,
  expectAccessibleInThemes,
  exported,
  inWorker,
  settled,
  untar,
} from "./lab.ts";
import { amplitudeAt, parseWav } from "./wav.ts";

/** A station in stereo as 16-bit samples: 1 kHz on the left, 3 kHz on the right, pilot at 19 kHz. */
function station(rate: number, seconds: number): { name: string; bytes: Buffer }[] {
  const count = rate * seconds;
  const data = Buffer.alloc(4 * count);
  let phase = 0;
  for (let n = 0; n < count; n++) {
    const turn = (hertz: number) => (2 * Math.PI * hertz * n) / rate;
    const [left, right] = [0.5 * Math.sin(turn(1000)), 0.5 * Math.sin(turn(3000))];
    const multiplex =
      0.45 * (left + right) + 0.1 * Math.sin(turn(19_000)) + 0.45 * (left - right) * Math.sin(turn(38_000));
    phase += (2 * Math.PI * 75_000 * multiplex) / rate;
    data.writeInt16LE(Math.round(20_000 * Math.cos(phase)), 4 * n);
    data.writeInt16LE(Math.round(20_000 * Math.sin(phase)), 4 * n + 2);
  }
  const meta = {
    global: { "core:datatype": "ci16_le", "core:version": "1.2.6", "core:sample_rate": rate },
    captures: [{ "core:sample_start": 0, "core:frequency": 101e6 }],
    annotations: [],
  };
  return [
    { name: "station.sigmf-meta", bytes: Buffer.from(JSON.stringify(meta)) },
    { name: "station.sigmf-data", bytes: data },
  ];
}

/** Two FM stations at ±130 kHz of 101 MHz: 1 kHz on the upper one, 3 kHz on the lower one. */
function twoStations(rate: number, seconds: number): { name: string; bytes: Buffer }[] {
  const data = Buffer.alloc(4 * rate * seconds);
  const stations = [
    { offset: 130_000, tone: 1000 },
    { offset: -130_000, tone: 3000 },
  ];
  for (let n = 0; n < rate * seconds; n++) {
    const phases = stations.map(({ offset, tone }) => {
      const turn = (hertz: number) => (2 * Math.PI * hertz * n) / rate;
      return turn(offset) + (60_000 / tone) * Math.sin(turn(tone));
    });
    for (const [i, part] of [Math.cos, Math.sin].entries()) {
      data.writeInt16LE(Math.round(10_000 * phases.reduce((sum, phase) => sum + part(phase), 0)), 4 * n + 2 * i);
    }
  }
  const meta = {
    global: { "core:datatype": "ci16_le", "core:version": "1.2.6", "core:sample_rate": rate },
    captures: [{ "core:sample_start": 0, "core:frequency": 101e6 }],
    annotations: [],
  };
  return [
    { name: "band.sigmf-meta", bytes: Buffer.from(JSON.stringify(meta)) },
    { name: "band.sigmf-data", bytes: data },
  ];
}

// One page for these tests: a software GPU needs seconds to compile the kernels.
test.describe.serial("listening in the Filters lab", () => {
  let page: Page;
  test.beforeAll(async ({ browser, baseURL, contextOptions }) => {
    page = await (await browser.newContext({ ...contextOptions, baseURL })).newPage();
  });
  test.afterAll(() => page.context().close());

  test("listening: no sound without a click, before and after the filter, level, a WAV file", async () => {
    await page.goto(`./${link("&samples=32768")}`);
    await filtered(page);
    const listen = card(page, "Listen");

    await test.step("silence until someone plays", async () => {
      await expect(listen.getByRole("button", { name: "Play" })).toBeVisible();
      await expect(listen).toContainText("Plays at 48 ksamples/s");
      await expect(listen.getByRole("meter", { name: "Level" })).toHaveAttribute("aria-valuetext", "silence");
    });

    await test.step("plays, moves on, stops; space does the same", async () => {
      await listen.getByRole("button", { name: "Play" }).click();
      await expect(listen.getByRole("button", { name: "Stop" })).toBeVisible();
      await expect(listen).toContainText("0.683 s at 48 kHz, mono. Peak −");
      await expect(listen.getByRole("meter", { name: "Level" })).toHaveAttribute("aria-valuetext", /−\d+ dB/);
      await expect(listen.getByRole("status", { name: "Position" })).not.toHaveText(/^0\.0 s/);
      await listen.getByRole("radio", { name: "before the filter" }).check();
      await expect(listen.getByRole("button", { name: "Stop" })).toBeVisible();
      await listen.getByRole("button", { name: "Stop" }).click();
      await page.getByRole("heading", { name: "Listen" }).click();
      await page.keyboard.press("Space");
      await expect(listen.getByRole("button", { name: "Stop" })).toBeVisible();
      await page.keyboard.press("Space");
      await expect(listen.getByRole("button", { name: "Play" })).toBeVisible();
    });

    await test.step("moves the position with keys", async () => {
      const place = listen.getByRole("slider", { name: "Playing position" });
      await place.focus();
      await page.keyboard.press("Home");
      await expect(place).toHaveAttribute("aria-valuetext", "0.0 of 0.7 seconds");
      await page.keyboard.press("End");
      await expect(place).toHaveAttribute("aria-valuetext", "0.7 of 0.7 seconds");
    });

    await test.step("saves the audio", async () => {
      await listen.getByRole("radio", { name: "after the filter" }).check();
      const saving = page.waitForEvent("download");
      await listen.getByRole("button", { name: "Save WAV" }).click();
      const download = await saving;
      expect(download.suggestedFilename()).toBe("tones-filtered.wav");
      const wav = parseWav(await contents(download));
      expect(wav).toMatchObject({ format: 1, channels: 1, rate: 48_000, bits: 16 });
      expect(amplitudeAt(wav.samples, 5000 / 48_000)).toBeGreaterThan(0.23);
      expect(amplitudeAt(wav.samples, 16_000 / 48_000)).toBeLessThan(0.001);
    });

    await test.step("explains why a signal has no audio", async () => {
      await listen.getByLabel("Listen to").selectOption("FM, stereo");
      await listen.getByRole("button", { name: "Play" }).click();
      await expect(listen.getByRole("alert")).toContainText(
        "This signal cannot be played like this: must have complex samples",
      );
      await listen.getByLabel("Listen to").selectOption("samples");
      await expect(listen.getByRole("alert")).toBeHidden();
    });
  });

  test("FM from a file: dropped, filtered at its own rate, heard in stereo, saved", async () => {
    await page.goto(`./${link("&samples=4096", { type: "butterworth", order: 6, cutoff: 0.8 })}`);
    const spectrum = card(page, "Spectrum, before and after");
    const listen = card(page, "Listen");

    await test.step("a file dropped on the page goes through the filter, which adopts its rate", async () => {
      await drop(page, station(240_000, 0.5));
      // The notice is brief, so it comes first: on a busy machine it is gone when the signal has been filtered.
      await expect(page.getByText("The filter now has the recording’s rate of 240 ksamples/s")).toBeVisible();
      await expect(spectrum).toContainText("120 000 complex samples of station");
      await settled(page);
      await expect(page.getByLabel("Sample rate")).toHaveValue("240000");
      await expect(page.getByRole("spinbutton", { name: "Cutoff" })).toHaveValue("96000");
    });

    await test.step("a part of it", async () => {
      const length = page.getByRole("spinbutton", { name: "Length", exact: true });
      await length.fill("96000");
      await expect(spectrum).toContainText("96 000 complex samples of station");
      await settled(page);
    });

    await test.step("stereo with its pilot, and left is left", async () => {
      await listen.getByLabel("De-emphasis").selectOption("none");
      await listen.getByRole("button", { name: "Play" }).click();
      await expect(listen).toContainText(
        /0\.4 s at 48 kHz, stereo.*Pilot at (18999\.9|19000\.[01]) Hz, −20\.\d dB: the broadcast is stereo/,
      );
      await listen.getByRole("button", { name: "Stop" }).click();
      const saving = page.waitForEvent("download");
      await listen.getByRole("button", { name: "Save WAV" }).click();
      const download = await saving;
      expect(download.suggestedFilename()).toBe("station-filtered-fm-stereo.wav");
      const wav = parseWav(await contents(download));
      expect(wav).toMatchObject({ format: 1, channels: 2, rate: 48_000 });
      expect(amplitudeAt(wav.samples, 1000 / 48_000, 0, 2)).toBeCloseTo(0.45, 1);
      expect(amplitudeAt(wav.samples, 3000 / 48_000, 1, 2)).toBeCloseTo(0.45, 1);
      expect(amplitudeAt(wav.samples, 3000 / 48_000, 0, 2)).toBeLessThan(0.02);
      expect(amplitudeAt(wav.samples, 1000 / 48_000, 1, 2)).toBeLessThan(0.02);
    });

    await test.step("the filtered recording keeps its sample type and its centre frequency", async () => {
      const saving = page.waitForEvent("download");
      await page
        .getByRole("group", { name: "Save the filtered signal" })
        .getByRole("button", { name: "SigMF" })
        .click();
      const files = untar(await contents(await saving));
      const { global, captures } = JSON.parse(files["station-filtered.sigmf-meta"].toString().replaceAll("\0", ""));
      expect(global).toMatchObject({ "core:datatype": "cf32_le", "core:sample_rate": 240_000 });
      expect(captures[0]).toMatchObject({ "core:sample_start": 0, "core:frequency": 101e6 });
    });

    await test.step("a file that is no recording is refused, and the last signal stays", async () => {
      await drop(page, [{ name: "notes.wav", bytes: Buffer.from("no audio at all") }]);
      await expect(page.getByRole("alert").filter({ hasText: "The file could not be opened." })).toBeVisible();
      await expect(spectrum).toContainText("96 000 complex samples of station");
    });

    await test.step("an invalid sample rate is left out, and the lab says so", async () => {
      const global = { "core:datatype": "ci8", "core:version": "1.2.6", "core:sample_rate": -5 };
      const meta = JSON.stringify({ global, captures: [], annotations: [] });
      await drop(page, [
        { name: "odd.sigmf-meta", bytes: Buffer.from(meta) },
        { name: "odd.sigmf-data", bytes: Buffer.alloc(8192, 3) },
      ]);
      await expect(
        page.getByText("core:sample_rate must be a number above 0 and at most 10^12 Hz, found -5; left out."),
      ).toBeVisible();
    });
  });

  test("a station beside the centre: typed, by hand, by keys, undone, in the link, in pictures", async () => {
    await page.goto(`./${link("&samples=4096", { type: "butterworth", order: 6, cutoff: 0.2 })}`);
    const listen = card(page, "Listen");
    const band = listen.getByRole("slider", { name: "Station on the spectrum" });
    const saved = async () => {
      const saving = page.waitForEvent("download");
      await listen.getByRole("button", { name: "Save WAV" }).click();
      const { rate, samples } = parseWav(await contents(await saving));
      return [1000, 3000].map((tone) => amplitudeAt(samples, tone / rate));
    };
    await expect(band).toHaveCount(0);
    await drop(page, twoStations(480_000, 0.3));
    await expect(card(page, "Spectrum, before and after")).toContainText("144 000 complex samples of band");
    await settled(page);

    await test.step("typed, with units; the page names the filter that would remove it", async () => {
      await listen.getByLabel("Listen to").selectOption("FM, mono");
      await listen.getByLabel("De-emphasis").selectOption("none");
      const station = listen.getByRole("spinbutton", { name: "Station" });
      await station.fill("130k");
      await expect(band).toHaveAttribute("aria-valuetext", "130 kHz from the centre, at 101.13 MHz");
      await expect(page).toHaveURL(/&hear=fm&station=130000$/);
      await expect(listen).toContainText(/The filter’s gain at this station is −\d\d dB/);
      await listen.getByRole("button", { name: "Listen before the filter" }).click();
      await expect(listen.getByRole("radio", { name: "before the filter" })).toBeChecked();
      await expect(listen).not.toContainText("The filter’s gain at this station");
      const [mine, other] = await saved();
      expect(mine).toBeCloseTo(0.8, 1);
      expect(other).toBeLessThan(1e-3);
      await station.fill("300k");
      await expect(listen).toContainText("Enter a number from −240000 to 240000 Hz.");
      await station.press("Escape");
    });

    await test.step("while it plays: a click on the spectrum, then a radio frequency", async () => {
      await listen.getByRole("button", { name: "Play" }).click();
      await expect(listen).toContainText("The station is 130 kHz from the centre, at 101.13 MHz.");
      await band.scrollIntoViewIfNeeded();
      const box = await band.boundingBox();
      if (!box) throw new Error("no spectrum");
      await page.mouse.click(box.x + box.width / 3, box.y + box.height / 3);
      await expect(band).toHaveAttribute("aria-valuenow", /^-\d+00$/);
      await listen.getByRole("spinbutton", { name: "radio frequency" }).fill("100.87M");
      await expect(band).toHaveAttribute("aria-valuenow", "-130000");
      await expect(listen).toContainText("The station is −130 kHz from the centre, at 100.87 MHz.");
      await expect(listen.getByRole("button", { name: "Stop" })).toBeVisible();
      await listen.getByRole("button", { name: "Stop" }).click();
      const [other, mine] = await saved();
      expect(mine).toBeCloseTo(0.8, 1);
      expect(other).toBeLessThan(1e-3);
    });

    await test.step("keys, edges, undo, a link", async () => {
      await band.focus();
      await page.keyboard.press("ArrowRight");
      await expect(band).toHaveAttribute("aria-valuenow", "-129000");
      await page.keyboard.press("Shift+ArrowLeft");
      await expect(band).toHaveAttribute("aria-valuenow", "-139000");
      await edit(page, () => page.keyboard.press("End"));
      await expect(band).toHaveAttribute("aria-valuenow", "240000");
      await expect(listen).toContainText(
        "reaches 100 kHz beyond the recording, so the other side of the spectrum folds in",
      );
      await expect(page).toHaveURL(/&station=240000$/);
      await edit(page, () => page.keyboard.press("Home"));
      await expect(band).toHaveAttribute("aria-valuenow", "-240000");
      await page.keyboard.press("Control+z");
      await expect(band).toHaveAttribute("aria-valuenow", "240000");
      await listen.getByRole("button", { name: "To the centre" }).click();
      await expect(page).toHaveURL(/&hear=fm$/);
      await settled(page);
    });

    await test.step("images, and a table that agrees with them", async () => {
      const svg = (await exported(page, "Listen", "SVG")).toString();
      for (const text of ["Frequency (MHz)", "Power (dB)", "Time (s)", "Amplitude"]) expect(svg).toContain(text);
      expect((await exported(page, "Listen", "PNG")).toString("latin1", 1, 4)).toBe("PNG");
      const rows = await csvOf(page, "Listen");
      const [time, peak, frequency, power] = Object.keys(rows[0]);
      expect([time, peak, frequency, power]).toEqual([
        "time (s)",
        "peak",
        "frequency from the centre (Hz)",
        "power before (dB)",
      ]);
      expect(rows).toHaveLength(1024);
      expect(rows.filter((row) => row[time] !== "")).toHaveLength(400);
      const strongest = rows.reduce((best, row) => (Number(row[power]) > Number(best[power]) ? row : best));
      // Its deviation is 60 kHz.
      expect(Math.abs(Math.abs(Number(strongest[frequency])) - 130_000)).toBeLessThan(62_000);
    });

    await test.step("a link beyond the recording is reported", async () => {
      await page.goto(`${page.url()}&station=300000`);
      await expect(listen.getByRole("alert").first()).toContainText(
        "The recording reaches 240 kHz on either side of its centre. It has no station at 300 kHz.",
      );
    });

    await test.step("no accessibility violations in both themes", async () => {
      await expectAccessibleInThemes(page);
    });
  });
});

test("listening: a failure, a stop during preparation, a browser that plays nothing", async ({ page }) => {
  await page.addInitScript(() => {
    // A device opens when the test allows it.
    const open = window as typeof window & { mayPlay?: boolean };
    const { resume } = AudioContext.prototype;
    AudioContext.prototype.resume = function () {
      return open.mayPlay ? resume.call(this) : new Promise(() => {});
    };
    Object.defineProperty(AudioContext.prototype, "state", {
      get: () => (open.mayPlay ? "running" : "suspended"),
    });
  });
  // The first demodulation fails, when its kernels are compiled ahead and when it asks again. From the second one on the GPU is slow.
  await inWorker(
    page,
    `{ let asked = 0, slow = false;
       const { createComputePipelineAsync } = GPUDevice.prototype;
       GPUDevice.prototype.createComputePipelineAsync = function (wanted) {
         if (wanted.label === "analog/quadrature" && ++asked <= 2) return Promise.reject(new Error("out of order"));
         slow = asked > 2;
         return createComputePipelineAsync.call(this, wanted);
       };
       const { mapAsync } = GPUBuffer.prototype;
       GPUBuffer.prototype.mapAsync = async function (...range) {
         if (slow) await new Promise((resolve) => setTimeout(resolve, 400));
         return mapAsync.apply(this, range);
       }; }`,
  );
  const wide = { type: "butterworth", order: 2, cutoff: 100_000, rate: 2_400_000 };
  await page.goto(`./${link("&signal=chirp&complex=yes&samples=1000000&hear=fm-stereo", wide)}`);
  await filtered(page);
  const listen = card(page, "Listen");

  await test.step("a failure shows its reason, and can be retried", async () => {
    await listen.getByRole("button", { name: "Play" }).click();
    await expect(listen.getByRole("alert")).toContainText("The signal could not be made audible.");
    await expect(listen.getByRole("alert")).toContainText("out of order");
    await expect(listen.getByRole("button", { name: "Play" })).toBeVisible();
    await listen.getByRole("button", { name: "Try again" }).click();
  });

  await test.step("progress, remaining time, and a stop button", async () => {
    await expect(listen).toContainText(/Preparing audio: \d+ %/);
    await listen.getByRole("button", { name: "Stop" }).click();
    await expect(listen).toContainText("Stopped before the sound was ready.");
    await expect(listen.getByRole("alert")).toBeHidden();
    await expect(listen.getByRole("button", { name: "Play" })).toBeVisible();
  });

  await test.step("complete, but the browser blocks sound, and the page says so until it plays", async () => {
    await listen.evaluate((card) => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => said.push(card.querySelector(".run-note")?.textContent ?? "")).observe(card, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await listen.getByRole("button", { name: "Play" }).click();
    await expect(listen.getByRole("alert")).toContainText(
      "The browser blocks sound from this page. Allow sound, and press Play again",
    );
    await expect(listen.getByRole("button", { name: "Play" })).toBeVisible();
    await expect(listen).toContainText("0.417 s at 48 kHz, stereo.");
    const said = await page.evaluate(() => (window as typeof window & { said: string[] }).said.join("\n"));
    expect(said).toMatch(/Preparing audio: \d+ %/);
    await page.evaluate(() => Object.assign(window, { mayPlay: true }));
    await listen.getByRole("button", { name: "Play" }).click();
    await expect(listen.getByRole("alert")).toBeHidden();
    await expect(listen.getByRole("button", { name: "Stop" })).toBeVisible();
  });
});
