import { expect, type Page, test } from "@playwright/test";
import { transmit } from "../src/core/wifi/frame/frame.float64.ts";
import { fcsOf } from "../src/core/wifi/frame/fcs.ts";
import { rateOf } from "../src/core/wifi/frame/rates.ts";
import { card, contents, csvOf, cutTexts, drop, expectAccessible, expectLive, liveTrials, settled } from "./lab.ts";
import { expectLayout } from "./layout.ts";

/** Short packets and few of them: a software GPU receives them in seconds. */
const TINY = "#wifi?v=1&bytes=60&channel=awgn&snr=8:6:20&packets=12&estimators=ls,genie&at=22";

const hash = (page: Page) => page.evaluate(() => location.hash);
const bitFigure = (page: Page) => card(page, "From one bit to a carrier").getByRole("group", { name: "One bit." });

test("the Wi-Fi lab: one packet from samples to octets, and its error rate", async ({ page }) => {
  await page.goto(`./${TINY}`);
  await settled(page);

  await test.step("shows the packet in every figure", async () => {
    await expect(card(page, "The frame in time")).toContainText("60 octets in 6 symbols; frame check holds");
    await expect(card(page, "Detection by autocorrelation")).toContainText("The long training puts the frame’s start");
    await expect(card(page, "Octets of the frame")).toContainText("random octets of the experiment");
    const points = await csvOf(page, "Equalized points");
    expect(points.length).toBe(6 * 48);
    const [ls] = await csvOf(page, "EVM by symbol");
    expect(Number(ls["EVM of LS (dB)"])).toBeLessThan(-15);
    expect(await cutTexts(page, "The decoder’s trellis")).toEqual([]);
  });

  await test.step("runs live on request, while a figure of the frame is in sight", async () => {
    await expectLive(page, card(page, "Octets of the frame"));
    await page.locator("body").press("l");
    await card(page, "Packet error rate").getByRole("button", { name: "Enlarge" }).click();
    // A draw may be in progress.
    await settled(page);
    await page.waitForTimeout(300);
    const before = await liveTrials(page);
    await page.waitForTimeout(1000);
    expect(await liveTrials(page)).toBe(before);
    await page.keyboard.press("Escape");
    await expect.poll(() => liveTrials(page)).toBeGreaterThan(before);
    await page.locator("body").press("l");
  });

  await test.step("scrubs through the symbols", async () => {
    const stepper = card(page, "Equalized points").getByLabel("Symbol", { exact: true });
    await stepper.fill("3");
    await expect(card(page, "LLRs by carrier")).toContainText("each bit of symbol 3");
    await expect.poll(() => hash(page)).toContain("symbol=3");
  });

  await test.step("follows a bit by keyboard and by click", async () => {
    await bitFigure(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect(bitFigure(page)).toContainText("Bit 1: bit 1 of octet 0");
    await page.keyboard.press("ArrowDown");
    await expect(bitFigure(page)).toContainText("Bit 9: bit 1 of octet 1");
    await card(page, "Octets of the frame").getByTitle("octet 20", { exact: true }).click();
    await expect(bitFigure(page)).toContainText("Bit 160: bit 0 of octet 20");
    const rows = await csvOf(page, "From one bit to a carrier");
    expect(rows.length).toBe(14);
    expect(rows.filter((row) => row["depends on the bit"] === "1").length).toBe(10);
    for (const row of rows) expect(Number(row.bit) ^ Number(row.scrambler)).toBe(Number(row.scrambled));
  });

  await test.step("counts packet errors by estimator", async () => {
    await card(page, "Packet error rate").getByRole("button", { name: "Run sweep" }).click();
    await expect(card(page, "Packet error rate").getByRole("button", { name: "Run again" })).toBeVisible();
    const rows = await csvOf(page, "Packet error rate");
    expect(rows.map((row) => `${row["SNR (dB)"]} ${row.estimator}`)).toEqual(
      ["8", "14", "20"].flatMap((snr) => [`${snr} genie`, `${snr} ls`]),
    );
    for (const row of rows) expect(Number(row.PER)).toBeCloseTo(Number(row["packet errors"]) / 12, 12);
    expect(Number(rows.at(-1)!.PER)).toBe(0);
    await expect(card(page, "Throughput")).toContainText("Mbit/s at");
  });

  await expectAccessible(page);
  await expectLayout(page);
});

/** Two frames in a recording at 20 MS/s, as a SigMF pair. */
function recording() {
  const ack = [0xd4, 0, 0, 0, 2, 0, 0, 0, 0, 1];
  const data = [
    0x08,
    1,
    44,
    0,
    2,
    0,
    0,
    0,
    0,
    1,
    2,
    0,
    0,
    0,
    0,
    2,
    2,
    0,
    0,
    0,
    0,
    3,
    0x50,
    1,
    ..."Hello, Wi-Fi".split("").map((x) => x.charCodeAt(0)),
  ];
  const sent = [data, ack].map((octets, i) => {
    const psdu = Uint8Array.of(...octets, ...fcsOf(octets));
    return transmit({ rate: rateOf(i ? 6 : 24), psdu, scramblerState: 77 });
  });
  const gap = new Float64Array(2 * 400);
  const samples = Float32Array.from([gap, sent[0], gap, sent[1], gap].flatMap((part) => [...part]));
  // A little noise, so that estimates of it are positive.
  let state = 1;
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    samples[i] += 0.004 * (state / 2 ** 32 - 0.5);
  }
  const meta = {
    global: { "core:datatype": "cf32_le", "core:sample_rate": 20e6, "core:version": "1.0.0" },
    captures: [{ "core:sample_start": 0, "core:frequency": 5.18e9, "core:datetime": "2024-02-29T12:00:00Z" }],
    annotations: [],
  };
  return [
    { name: "two-frames.sigmf-meta", bytes: Buffer.from(JSON.stringify(meta)) },
    { name: "two-frames.sigmf-data", bytes: Buffer.from(samples.buffer) },
  ];
}

test("the Wi-Fi lab: a dropped recording’s frames in a list, in every figure and in a capture file", async ({
  page,
}) => {
  await page.goto(`./${TINY}`);
  await settled(page);
  await drop(page, recording());
  const list = card(page, "Recording");
  await list.getByRole("button", { name: "Run the receiver" }).click();
  await expect(list.getByText("2 frames found")).toBeVisible();
  const rows = list.getByRole("region", { name: "Frames of the recording" }).locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("Data");
  await expect(rows.nth(0)).toContainText("02:00:00:00:00:01");
  await expect(rows.nth(1)).toContainText("Ack");
  await settled(page);

  await rows.nth(0).click();
  await expect(page.getByText("The figures show the frame at 0.020 ms of two-frames.")).toBeVisible();
  await settled(page);
  const octets = card(page, "Octets of the frame");
  await expect(octets).toContainText("Hello, W");
  await expect(octets).toContainText("02:00:00:00:00:02");
  await expect(card(page, "The frame in time")).toContainText("Data, 24 Mbit/s (16-QAM 1/2), 40 octets");
  // The first figure comes into view, and the strip marks the estimator behind the points.
  await expect(card(page, "The frame in time")).toBeInViewport();
  const strip = page.getByRole("group", { name: "Estimators" });
  await expect(strip.locator("[aria-pressed=true]")).toContainText("LMMSE");
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(rows.nth(0)).toBeInViewport();

  const saving = page.waitForEvent("download");
  await list.getByRole("button", { name: "Save as pcap" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe("two-frames.pcap");
  const file = await contents(download);
  expect(file.readUInt32LE(0)).toBe(0xa1b2c3d4);
  expect(file.readUInt32LE(20)).toBe(127);
  expect(file.readUInt32LE(24)).toBe(Date.UTC(2024, 1, 29, 12) / 1e3);
  expect(file.includes("Hello, Wi-Fi")).toBe(true);
  await expectAccessible(page);
  await expectLayout(page, [390, 1280]);

  await page.getByRole("button", { name: "Back to the experiment" }).click();
  await expect(octets).toContainText("random octets of the experiment");

  // The list in the lab of recordings leads to the same figures.
  await page.evaluate(() => (location.hash = "#recordings?v=1"));
  await card(page, "802.11 receiver").locator("tbody tr").nth(1).click();
  const link = page.getByRole("button", { name: "Show its figures in Wi-Fi" });
  await expect(link).toBeInViewport();
  await link.click();
  await expect(card(page, "The frame in time")).toContainText("Ack, 6 Mbit/s");
  await expect(card(page, "The frame in time")).toBeInViewport();
});

test("the Wi-Fi lab: a packet that the receiver does not find", async ({ page }) => {
  await page.goto(
    "./#wifi?v=1&bytes=60&channel=awgn&synchronization=preamble&estimators=genie,ls&at=-20&snr=20&packets=4",
  );
  await settled(page);
  const shown = page.getByText("was lost: the receiver did not find its preamble. Raise the SNR");
  await expect(shown).toBeVisible();
  for (const title of ["Channel estimate", "Equalized points", "From one bit to a carrier", "Octets of the frame"]) {
    await expect(card(page, title)).toContainText("No data: the receiver did not find its preamble.");
  }
  await shown.getByRole("button", { name: "Next packet" }).click();
  await expect.poll(() => hash(page)).toContain("packet=1");
  await page.getByRole("spinbutton", { name: "At SNR" }).fill("30");
  await page.keyboard.press("Enter");
  await expect(card(page, "Octets of the frame")).toContainText("random octets of the experiment");
  await expect(shown).toBeHidden();
});
