import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { csvOf, openLab, settled } from "./lab.ts";

interface Counts {
  ebn0Db: number;
  equalizer: string;
  bits: number;
  errors: number;
}

test("counts the same errors in the page and in the terminal for the same seed", async ({ page }) => {
  const options = ["--channel", "3", "--packets", "8", "--seed", "77", "--equalizers", "none,mmse,fde1"];
  const run = spawnSync(process.execPath, [
    "scripts/cli.mjs",
    "equalizer",
    ...options,
    "--ebn0",
    "9:3:12",
    "--json",
    "-",
  ]);
  expect(run.status, run.stderr.toString()).toBe(0);
  const { results } = JSON.parse(run.stdout.toString()) as { results: Counts[] };
  await openLab(page, "&channel=3&packets=8&seed=77&equalizers=none,mmse,fde1&sweep=9:3:12");
  await page.keyboard.press("Space");
  await expect(page.getByRole("contentinfo").getByRole("progressbar")).toBeVisible();
  await settled(page);
  const rows = await csvOf(page, "Bit error rate");
  const counted = rows.map((row): Counts => ({
    ebn0Db: Number(row["Eb/N0 (dB)"]),
    equalizer: row.equalizer,
    bits: Number(row.bits),
    errors: Number(row.errors),
  }));
  const expected = results.map(({ ebn0Db, equalizer, bits, errors }) => ({ ebn0Db, equalizer, bits, errors }));
  const order = (a: Counts, b: Counts) => a.ebn0Db - b.ebn0Db || a.equalizer.localeCompare(b.equalizer);
  expect(counted.toSorted(order)).toEqual(expected.toSorted(order));
});
