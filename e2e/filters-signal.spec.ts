import { expect, test } from "@playwright/test";
import { amplitudeAt, parseWav } from "./wav.ts";
import { filtered, link } from "./filters.ts";
import { card, contents, csvOf, exported, settled, untar } from "./lab.ts";

test("a signal goes through the filter: spectra, samples, files", async ({ page }) => {
  await page.goto(`./${link("&samples=32768")}`);
  await filtered(page);
  const spectrum = card(page, "Spectrum, before and after");

  await test.step("tones are attenuated as the response predicts", async () => {
    await expect(spectrum).toContainText("32 768 samples of tones in noise");
    const rows = (await csvOf(page, "Spectrum, before and after")).map((row) => ({
      hertz: Number(row["frequency (Hz)"]),
      change: Number(row["after (dB)"]) - Number(row["before (dB)"]),
      gain: Number(row["gain (dB)"]),
    }));
    for (const tone of [1500, 5000, 9000, 16_000]) {
      const line = rows.reduce((best, row) => (Math.abs(row.hertz - tone) < Math.abs(best.hertz - tone) ? row : best));
      expect(Math.abs(line.change - line.gain)).toBeLessThan(tone < 6000 ? 0.3 : 1);
      if (tone < 6000) expect(line.change).toBeGreaterThan(-0.7);
      else expect(line.change).toBeLessThan(-59);
    }
    const error = /error −(\d+) dB against float64/.exec((await spectrum.textContent()) ?? "")?.[1];
    expect(Number(error)).toBeGreaterThan(100);
    await expect(spectrum.getByRole("list", { name: "Tones" }).getByRole("listitem")).toHaveCount(4);
  });

  await test.step("a change of the filter changes the output", async () => {
    await page.getByRole("button", { name: "Crossover, 2 kHz" }).click();
    await expect(spectrum.getByRole("list", { name: "Tones" })).toContainText(/16 kHz −8\d/);
    await settled(page);
  });

  await test.step("samples one by one: fewer, more, another position, with keys", async () => {
    const excerpt = card(page, "Sample by sample");
    await excerpt.getByRole("button", { name: "Fewer samples" }).click();
    await expect(excerpt).toContainText("160 samples from 80");
    await expect.poll(async () => (await csvOf(page, "Sample by sample")).length).toBe(160);
    const window = excerpt.getByRole("slider", { name: "Samples in view" });
    await window.focus();
    await page.keyboard.press("Home");
    await expect(window).toHaveAttribute("aria-valuetext", "160 samples from 0");
    await page.keyboard.press("ArrowRight");
    await expect(window).toHaveAttribute("aria-valuetext", "160 samples from 40");
    await expect.poll(async () => (await csvOf(page, "Sample by sample"))[0].sample).toBe("40");
    const plot = excerpt.getByRole("group", { name: /^Samples before and after/ });
    await plot.focus();
    await page.keyboard.press("ArrowRight");
    await expect(plot.locator("[aria-live]")).toContainText(/sample 40.*before.*after/);
  });

  await test.step("waterfalls in one picture and one table", async () => {
    const picture = (await exported(page, "Waterfall, before and after", "SVG")).toString();
    expect(picture.match(/<image /g)).toHaveLength(2);
    expect(picture).toMatch(/>before<\/text>.*>dB<\/text>.*>after<\/text>.*>dB<\/text>/s);
    const rows = await csvOf(page, "Waterfall, before and after");
    expect(rows.length).toBeGreaterThan(10_000);
    expect(Object.keys(rows[0])).toEqual(["time (ms)", "frequency (kHz)", "before (dB)", "after (dB)"]);
  });

  await test.step("the output is saved as WAV and as SigMF with equal samples", async () => {
    const save = page.getByRole("group", { name: "Save the filtered signal" });
    const saving = page.waitForEvent("download");
    await save.getByRole("button", { name: "WAV" }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe("tones-filtered.wav");
    const wav = parseWav(await contents(download));
    expect(wav).toMatchObject({ format: 3, channels: 1, rate: 48_000, bits: 32 });
    expect(wav.samples).toHaveLength(32_768);
    expect(amplitudeAt(wav.samples, 1500 / 48_000)).toBeCloseTo(0.24, 1);
    expect(amplitudeAt(wav.samples, 9000 / 48_000)).toBeLessThan(0.001);
    const archiving = page.waitForEvent("download");
    await save.getByRole("button", { name: "SigMF" }).click();
    const files = untar(await contents(await archiving));
    const { global } = JSON.parse(files["tones-filtered.sigmf-meta"].toString().replaceAll("\0", ""));
    expect(global).toMatchObject({ "core:datatype": "rf32_le", "core:sample_rate": 48_000 });
    expect(files["tones-filtered.sigmf-data"].readFloatLE(4 * 777)).toBe(wav.samples[777]);
  });

  await test.step("an unstable filter is not run, and the page names the pole", async () => {
    await page.goto(`./${link("", { type: "zeros-poles", zeros: [], poles: [1.02], gain: 0.02, rate: 48_000 })}`);
    await expect(spectrum.getByRole("alert")).toContainText("Nothing is filtered (unstable: pole 1.02");
    await expect(spectrum.getByRole("alert")).toContainText("The figure shows the last signal.");
    await page.keyboard.press("Control+z");
    await expect(spectrum.getByRole("alert")).toBeHidden();
  });

  await test.step("complex coefficients from a link: both sides, points alone, complex samples", async () => {
    const sections = [[[0.2, 0.1], 0.1, 0, 1, [-0.6, -1.1], [-0.2, 0.45]]];
    await page.goto(`./${link("&samples=4096", { type: "sections", sections, rate: 48_000 })}`);
    await expect(page.locator("#coefficients tbody tr")).toHaveCount(5);
    await expect(page.locator("#plane")).toContainText("cannot be moved");
    await expect(page.locator("#plane .mirror")).toHaveCount(0);
    await expect(page.locator("#spectra .caveat").first()).toContainText("4 096 complex samples of tones");
    await expect(page.locator("#spectra .caveat").first()).toContainText(/error −1\d\d dB against float64/);
    await expect(page.getByLabel("Sections")).toHaveValue("0.2+0.1j, 0.1, 0, -0.6-1.1j, -0.2+0.45j");
  });

  await test.step("a recording's figures have its own rate, for a filter of any rate", async () => {
    await page.goto(`./${link("&signal=recording&example=two-packets")}`);
    // At 20.625 Msamples/s; at the filter's 48 000 they would last 3.33 ms.
    const caveat = card(page, "Sample by sample").locator(".caveat").first();
    await expect(caveat).toContainText("160 samples from 40, 7.76 µs");
  });
});
