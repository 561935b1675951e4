import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import type { FakeUsb } from "../src/worker/sources/testing.ts";
import { browserSwitches, ensureBrowser } from "../scripts/browser.mjs";
import { card, expectAccessible, expectAccessibleInThemes } from "./lab.ts";
import { offerReceiver, openGraph } from "./graphs-radio.ts";

test.use({
  // Chrome's own fake microphone beeps once per second.
  launchOptions: {
    executablePath: await ensureBrowser(),
    args: [
      ...browserSwitches(),
      "--disable-gpu-compositing",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ],
  },
});

const status = (page: Page) => page.locator(".status-line [role=status]");
const inspector = (page: Page) => page.locator("#block-fields");

/** Plugs the receiver in or out. */
async function plug(page: Page, how: "plug" | "unplug"): Promise<void> {
  const [worker] = page.workers();
  await worker.evaluate((does) => (navigator as unknown as { usb: FakeUsb }).usb[does](), how);
}

test("a radio is connected, received, unplugged, and recorded", async ({ page }) => {
  // Without storage, as in some private windows, recordings stay in memory.
  await offerReceiver(page, "RTL-SDR", 'Object.defineProperty(navigator, "storage", { value: undefined })');
  await openGraph(page, [
    { id: "radio", type: "radio-source", parameters: { rate: 250_000, frequency: 98.5e6 } },
    { id: "spectrum", type: "spectrum-sink", parameters: { length: "256", averages: 4, center: 98.5e6 } },
  ]);
  await page.locator('.react-flow__node[data-id="radio"]').click();
  await expect(inspector(page)).toContainText("Plug in an RTL-SDR or HackRF receiver and choose it.");
  await inspector(page).getByRole("button", { name: "Connect a radio" }).click();
  await expect(inspector(page)).toContainText("RTL2838 is connected. Run the graph to receive.");

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(inspector(page)).toContainText(/Fake RTL2838: 98\.5 MHz, \d+ s received\./);
  await expect(card(page, "Spectrum")).toContainText("Peak");

  const downloading = page.waitForEvent("download");
  await inspector(page).getByRole("button", { name: "Record" }).click();
  await expect(inspector(page).getByRole("button", { name: /^Stop recording [1-9]/ })).toBeVisible();
  await expect(inspector(page)).toContainText("The recording continues in memory, where a closed tab would lose it");
  await plug(page, "unplug");
  await expect(inspector(page)).toContainText("The radio stopped: The device was disconnected.");
  await plug(page, "plug");
  await expect(inspector(page)).toContainText(/98\.5 MHz, \d+ s received\./);
  await inspector(page)
    .getByRole("button", { name: /^Stop recording/ })
    .click();
  const recording = await downloading;
  expect(recording.suggestedFilename()).toMatch(/^radio_\d{8}_\d{6}_98\.500MHz\.sigmf$/);
  const text = readFileSync(await recording.path(), "latin1");
  expect(text).toContain('"core:datatype": "cu8"');
  expect(text).toContain('"core:frequency": 98500000');

  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(status(page)).toHaveText("Stopped");
});

test("a recording is kept in the browser, saved into a folder and deleted, and axe finds no fault", async ({
  page,
}) => {
  await offerReceiver(page);
  // Playwright cannot answer the picker. A folder of the page's own storage is written in the same way.
  await page.addInitScript(() => {
    const picked = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("picked", { create: true });
    Object.defineProperty(window, "showDirectoryPicker", { value: picked });
  });
  await openGraph(page, [
    { id: "radio", type: "radio-source", parameters: { rate: 250_000, frequency: 433.92e6 } },
    { id: "nothing", type: "null-sink", parameters: {} },
  ]);
  await page.locator('.react-flow__node[data-id="radio"]').click();
  await expect(inspector(page)).toContainText("Plug in an RTL-SDR or HackRF receiver and choose it.");
  await expectAccessible(page);
  await inspector(page).getByRole("button", { name: "Connect a radio" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(inspector(page)).toContainText(/433\.92 MHz, \d+ s received\./);
  await inspector(page).getByRole("button", { name: "Record" }).click();
  await expect(inspector(page).getByRole("button", { name: /^Stop recording [1-9]/ })).toBeVisible();
  await expectAccessibleInThemes(page);
  await inspector(page)
    .getByRole("button", { name: /^Stop recording/ })
    .click();
  await expect(page.getByText(/^The recording radio_\d{8}_\d{6}_433\.920MHz is kept in this browser\./)).toBeVisible();
  await page.getByRole("button", { name: "Open, save or delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Storage" });
  const kept = dialog.getByRole("list", { name: "Kept recordings and sweeps" }).getByRole("listitem");
  await expect(kept).toContainText(/radio_\d{8}_\d{6}_433\.920MHz.*Recording · /);
  await expect(dialog.getByRole("meter", { name: "Storage in use" })).toBeVisible();
  await expectAccessibleInThemes(page);
  await kept.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("status")).toHaveText(
    /433\.920MHz is saved\. The copy in this browser can be deleted\./,
  );
  await kept.getByRole("button", { name: "Delete" }).click();
  await kept.getByRole("button", { name: "Delete for good" }).click();
  await expect(dialog).toContainText("Nothing is kept at present.");
  await expect(dialog.getByRole("status")).toBeFocused();

  const files = await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("picked");
    const found: Record<string, { size: number; text: string }> = {};
    for await (const [name, handle] of folder.entries()) {
      const file = await (handle as FileSystemFileHandle).getFile();
      found[name] = { size: file.size, text: name.endsWith(".sigmf-meta") ? await file.text() : "" };
    }
    return found;
  });
  const names = Object.keys(files).toSorted();
  expect(names).toEqual([expect.stringMatching(/\.sigmf-data$/), expect.stringMatching(/\.sigmf-meta$/)]);
  const [data, meta] = names.map((name) => files[name]);
  // At least a second of I and Q, one byte each.
  expect(data.size).toBeGreaterThanOrEqual(2 * 250_000);
  expect(data.size % 2).toBe(0);
  const { global, captures } = JSON.parse(meta.text) as Record<string, object[]>;
  expect(global).toMatchObject({ "core:datatype": "cu8", "core:sample_rate": 250_000, "core:hw": "Fake RTL2838" });
  // A busy computer delays the fake receiver, which counts as a loss: a new capture.
  expect(captures[0]).toMatchObject({ "core:sample_start": 0, "core:frequency": 433.92e6 });
});

test("a HackRF is connected and received, and the panel says how its gain is divided", async ({ page }) => {
  await offerReceiver(page, "HackRF");
  await openGraph(page, [
    { id: "radio", type: "radio-source", parameters: { rate: 2e6, frequency: 100.3e6 } },
    { id: "nothing", type: "null-sink", parameters: {} },
  ]);
  await page.locator('.react-flow__node[data-id="radio"]').click();
  await inspector(page).getByRole("button", { name: "Connect a radio" }).click();
  await expect(inspector(page)).toContainText("HackRF One is connected. Run the graph to receive.");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(inspector(page)).toContainText(/Fake HackRF One: 100\.3 MHz, \d+ s received\./);
  await expect(inspector(page)).toContainText(
    "A HackRF has no automatic gain control, so its gain is fixed: LNA 16 dB, VGA 16 dB, RF amplifier off.",
  );
  await expectAccessible(page);
});

test("without WebUSB the page names the browsers that have it, and a graph without a radio names its block", async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "usb", { value: undefined }));
  await openGraph(page, [
    { id: "radio", type: "radio-source", parameters: {} },
    { id: "nothing", type: "null-sink", parameters: {} },
  ]);
  await page.locator('.react-flow__node[data-id="radio"]').click();
  await expect(inspector(page)).toContainText("This browser cannot open USB receivers. Chrome, Edge and Opera can");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(inspector(page)).toContainText("No receiver is connected. Plug it in, and choose “Connect a radio”");
});

test("a graph is heard, and its sound is counted without gaps", async ({ page }) => {
  await openGraph(page, [
    { id: "tone", type: "signal-source", parameters: { type: "real", rate: 48_000, frequency: 440, amplitude: 0.5 } },
    { id: "sound", type: "audio-sink", parameters: {} },
  ]);
  // A page lasts less than 0.1 s, so that one hears a slider at once.
  const size = page.getByRole("combobox", { name: "Page size" });
  await size.selectOption("automatic");
  await expect(size.locator("option:checked")).toHaveText("automatic: 4 Ki items, 85 ms");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const sound = card(page, "Audio: sound");
  await expect(sound).toContainText(/48000 Hz, mono\. \d+ ms buffered\. Gaps: \d+\./);
  await expect(sound.getByRole("meter", { name: "Level" })).toHaveAttribute("title", "−6 dB of full scale");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(sound).toContainText("Run the graph to hear it.");
});

test("a microphone is connected and heard by a graph", async ({ page }) => {
  await openGraph(page, [
    { id: "microphone", type: "microphone-source", parameters: {} },
    { id: "level", type: "number-sink", parameters: { value: "maximum", over: "run" } },
  ]);
  await page.locator('.react-flow__node[data-id="microphone"]').click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(inspector(page)).toContainText("No microphone is connected. Choose “Connect the microphone”");
  await inspector(page).getByRole("button", { name: "Connect the microphone" }).click();
  await expect(inspector(page)).toContainText("Fake Default Audio Input");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  // The beep is louder than the silence between two beeps.
  await expect(card(page, "Number: level")).toContainText(/[01]\.[1-9]/);
  await inspector(page).getByRole("button", { name: "Disconnect" }).click();
  await expect(inspector(page).getByRole("button", { name: "Connect the microphone" })).toBeVisible();
});
