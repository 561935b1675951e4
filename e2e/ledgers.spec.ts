import { expect, test } from "@playwright/test";
import { card, contents, csvOf, drop, expectAccessible, settled } from "./lab.ts";

/** Few short codewords: a software GPU decodes them in seconds. */
const CONFIG = { lab: "turbo", version: 1, length: 104, ebn0: "0:1:2", codewords: 24, seed: 7 };
const FIELDS = ["frames", "frameErrors", "bits", "errors", "squares", "iterations"];

/** Returns a ledger of the command line: 8 codewords of each point, from `first` on, with these counts. */
function ledger(first: number, config: object = CONFIG): Buffer {
  const sums = [[8, 2, 832, 20, 200, 48]];
  const points = [0, 1, 2].map((db) => ({ db, blocks: [{ first, units: 8, sums }] }));
  const stop = { field: "frameErrors", errors: 0 };
  const counts = { receivers: 1, fields: FIELDS, stop, units: 24, points };
  return Buffer.from(JSON.stringify({ experiment: "turbo", config, shard: { index: 1, count: 1 }, ledger: counts }));
}

test("ledgers from other machines merge on the page, which tells what is missing and how to count it", async ({
  page,
}) => {
  await page.goto("./#turbo?v=1&length=104&ebn0=0:1:2&codewords=24&at=1");
  await settled(page);
  const ber = card(page, "Bit error rate");
  const strips = ber.getByRole("list", { name: "Counted units of each point" });

  await test.step("dropped ledgers bring their settings, their counts and what they lack", async () => {
    await drop(page, [
      { name: "part-1.json", bytes: ledger(0) },
      { name: "part-3.json", bytes: ledger(16) },
      { name: "part-1 again.json", bytes: ledger(0) },
      { name: "other seed.json", bytes: ledger(8, { ...CONFIG, seed: 8 }) },
      { name: "cut.json", bytes: ledger(8).subarray(0, 200) },
    ]);
    await expect(page).toHaveURL(/seed=7/);
    await expect(ber).toContainText("3 ledgers merged: 66.6 % of the sweep is counted; 3 of 3 points are incomplete");
    await expect(strips.getByRole("img")).toHaveCount(3);
    await expect(
      strips.getByRole("img", { name: "Eb/N0 1 dB: 16 of 24 units are counted. Missing: units 8 to 15." }),
    ).toBeVisible();
    const refusals = ber.getByRole("alert");
    await expect(refusals).toContainText(
      "other seed.json was not merged. turbo: the counts are of another sweep: it differs in seed",
    );
    await expect(refusals).toContainText("cut.json was not merged. The file is not JSON");
    for (const row of await csvOf(page, "Bit error rate")) {
      expect(row).toMatchObject({ bits: "1664", "bit errors": "40", BER: String(40 / 1664) });
    }
    await expectAccessible(page);
  });

  await test.step("the counts go to another machine as a file and a command", async () => {
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      ber.getByRole("button", { name: "Save the counts" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("threeray-turbo-counts.json");
    const file = JSON.parse((await contents(saved)).toString());
    expect(file).toMatchObject({ experiment: "turbo", complete: false, config: CONFIG });
    expect(file.ledger.points[0].blocks.map(({ first }: { first: number }) => first)).toEqual([0, 16]);
    await expect(ber).toContainText("sweep run threeray-turbo-counts.json --json complete.json");
    await ber.getByLabel("Where").selectOption("A cluster with Slurm");
    await expect(ber).toContainText("sweep slurm threeray-turbo-counts.json --tasks 32 --out sweep");
  });

  await test.step("the page counts the missing units itself", async () => {
    await ber.getByRole("button", { name: "Resume" }).click();
    await expect(ber).toContainText("3 ledgers merged: all units of the sweep are counted");
    await expect(strips.getByRole("img", { name: "Eb/N0 0 dB: 24 of 24 units are counted. Complete." })).toBeVisible();
    expect((await csvOf(page, "Bit error rate"))[0]["bit errors"]).not.toBe("40");
  });

  await test.step("closed ledgers leave what was there before", async () => {
    await ber.getByRole("button", { name: "Close the ledgers" }).click();
    await expect(page).not.toHaveURL(/seed=/);
    await expect(strips).toBeHidden();
    await expect(ber.getByRole("button", { name: "Run sweep" })).toBeVisible();
  });
});

test("the counts of a sweep survive a closed tab: the next visit offers them, and the sweep continues", async ({
  page,
  context,
}) => {
  await page.goto("./#turbo?v=1&length=1024&ebn0=0:1:2&codewords=200000&seed=7");
  await settled(page);
  await card(page, "Bit error rate").getByRole("button", { name: "Run sweep" }).click();
  /** Returns the kept sweeps: the number of the counted units, and whether they have ended. */
  const kept = (from: typeof page) =>
    from.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("kept", { create: true });
      const found: { id: string; versions: number[] }[] = [];
      for await (const [id, item] of folder.entries()) {
        const versions: number[] = [];
        for await (const file of (item as FileSystemDirectoryHandle).values()) {
          const bytes = await (await (file as FileSystemFileHandle).getFile()).arrayBuffer();
          if (bytes.byteLength > 16) versions.push(new DataView(bytes).getFloat64(8, true));
        }
        found.push({ id, versions });
      }
      return found;
    });
  await expect
    .poll(async () => Math.max(0, ...(await kept(page)).flatMap(({ versions }) => versions)))
    .toBeGreaterThan(1);
  await page.close();

  const next = await context.newPage();
  await next.goto("./#convolution?v=1");
  await expect(next.getByText("Sweep in Turbo was cut short. It is kept in this browser.")).toBeVisible();
  await next.getByRole("button", { name: "Open, save or delete" }).click();
  const [before] = await kept(next);
  await next.getByRole("dialog", { name: "Storage" }).getByRole("button", { name: "Open" }).click();
  await expect(next).toHaveURL(/#turbo\?v=1&.*seed=7/);
  const ber = card(next, "Bit error rate");
  await expect(ber).toContainText(/One ledger merged: [\d.]+ % of the sweep is counted/);
  const strips = ber.getByRole("list", { name: "Counted units of each point" }).getByRole("img");
  /** Returns the counted units of all points. */
  const counted = async () => {
    const names = await strips.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    return names.reduce((sum, name) => sum + Number(/dB: ([\d\s]+) of/.exec(name)?.[1].replaceAll(/\s/g, "")), 0);
  };
  const first = await counted();
  expect(first).toBeGreaterThan(0);
  await ber.getByRole("button", { name: "Resume" }).click();
  const newest = async () => Math.max(...(await kept(next)).flatMap(({ versions }) => versions));
  await expect.poll(newest).toBeGreaterThan(Math.max(...before.versions));
  await ber.getByRole("button", { name: "Stop" }).click();
  await expect.poll(counted).toBeGreaterThan(first);
  // It continues in its own place.
  expect((await kept(next)).map(({ id }) => id)).toEqual([before.id]);
});

test("a reload says that it ended a sweep of which nothing is kept, and offers to run it again", async ({ page }) => {
  await page.goto("./#turbo?v=1&length=1024&ebn0=0:1:2&codewords=200000&seed=7");
  await settled(page);
  const ber = card(page, "Bit error rate");
  await ber.getByRole("button", { name: "Run sweep" }).click();
  await expect(ber.getByRole("button", { name: "Stop" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("The sweep ended when the page was reloaded or left.")).toBeVisible();
  await page.getByRole("button", { name: "Run it again" }).click();
  await expect(ber.getByRole("button", { name: "Stop" })).toBeVisible();
  await ber.getByRole("button", { name: "Stop" }).click();
  await page.reload();
  await settled(page);
  await expect(page.getByText("The sweep ended when the page was reloaded or left.")).toBeHidden();
});
