import { expect, type Locator, type Page, test } from "@playwright/test";
import { riddleNamed } from "../src/ui/kit/recording/riddles.ts";
import { card, contents, csvOf, drop, settled, untar } from "./lab.ts";
import { dragFrom, middleOf, openExample, saved, selectSamples, waterfall } from "./recording-page.ts";

// One page for all tests, as a person would use it.
test.describe.serial("the signals of a recording", () => {
  let page: Page;
  test.beforeAll(async ({ browser, baseURL }) => {
    page = await (await browser.newContext({ baseURL })).newPage();
  });
  test.afterAll(() => page.context().close());

  test("finds the signals, shows what it measured of one, and keeps it as an annotation", async () => {
    await openExample(page, "fsk-burst", "&find=recording");
    // A receiver that does not take the recording says why, and this is no error: it was not started.
    await page.locator("#wifi-receiver").scrollIntoViewIfNeeded();
    await expect(page.locator("#wifi-receiver .remark")).toHaveText(
      "fsk-burst has 1 MS/s. A channel of 20 MHz needs at least 17 MS/s: record it at a higher rate.",
    );
    await expect(page.locator("main .refused")).toHaveCount(0);
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
    // Titles of axes lie in their chart, where Plotly's styles put them.
    const chart = signal.locator(".plot").last();
    await chart.scrollIntoViewIfNeeded();
    await expect(chart.locator(".xtitle")).toHaveText(/^Frequency of .* \(kHz\)$/);
    const foot = async (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(async () => (await foot(chart.locator(".xtitle"))) <= (await foot(chart))).toBe(true);
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
    // The example's annotation names the class, so the label is there once.
    await expect(waterfall(page).locator(".signal-boxes[data-family=frequency] path")).not.toHaveCount(0);
    await expect(waterfall(page).getByText("2-FSK")).toHaveCount(1);
    await signal.getByRole("button", { name: "Annotate" }).click();
    // The whole recording is saved with the annotation and what was measured.
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    const files = untar(await saved(page, "sigmf"));
    const { annotations } = JSON.parse(files["fsk-burst.sigmf-meta"].toString());
    expect(annotations).toContainEqual(
      expect.objectContaining({ "core:label": "2-FSK", class: "2-FSK", confidence: expect.any(Number) }),
    );
    // A search that is stopped at once, and a deletion that is undone, leave the list as it was.
    await signals.getByRole("button", { name: "Find again" }).click();
    await signals.getByRole("button", { name: "Stop" }).click();
    await expect(signals.getByRole("row")).toHaveCount(2);
    await settled(page);
    await signals.getByRole("region").press("ArrowDown");
    await signals.getByRole("region").press("Delete");
    await expect(signals).toContainText("No signal is in the list.");
    // Meanwhile the page records that another signal was chosen, which was before the deletion.
    await page.waitForTimeout(1000);
    await page.keyboard.press("Control+z");
    await expect(signal.getByRole("heading", { level: 2 })).toHaveText(/^Signal \d+: 2-FSK$/);
    await signals.getByRole("region").press("Delete");
    await expect(signals).toContainText("No signal is in the list.");
    // The button undoes it, too, also after another notice. Then it undoes that a signal was chosen.
    const undo = page.getByRole("button", { name: "Undo", exact: true }).first();
    await page.getByRole("button", { name: "Copy a link to this scenario" }).click();
    await expect(page.locator(".toasts .notice")).toHaveCount(2);
    await undo.click();
    await expect(signal.getByRole("heading", { level: 2 })).toHaveText(/^Signal \d+: 2-FSK$/);
    await expect(page).toHaveURL(/select=/);
    await undo.click();
    await expect(page).not.toHaveURL(/select=/);
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
});
