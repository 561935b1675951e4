import { expect, type Locator, type Page } from "@playwright/test";
import { contents, settled } from "./lab.ts";

/** The Recordings lab as a person sees it. */

export const waterfall = (page: Page) => page.getByRole("group", { name: /^Waterfall of / });
export const readout = (page: Page) => page.locator(".waterfall-readout");

export async function openExample(page: Page, name: string, fields = ""): Promise<void> {
  await page.goto(`./#recordings?v=1&example=${name}${fields}`);
  await expect(waterfall(page)).toBeVisible();
  await settled(page);
}

/** Saves the selection in one of the rail's formats. */
export async function saved(page: Page, format: string): Promise<Buffer> {
  await page.getByRole("combobox", { name: "Save as" }).selectOption(format);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Save the (selection|recording)$/ }).click();
  return contents(await saving);
}

/** Returns a point in the upper half of a figure that has been scrolled into view. */
export async function middleOf(figure: Locator): Promise<[x: number, y: number]> {
  await figure.scrollIntoViewIfNeeded();
  const { x, y, width } = (await figure.boundingBox())!;
  return [x + width / 2, y + 120];
}

export async function dragFrom(
  page: Page,
  [x, y]: readonly [number, number],
  right: number,
  down: number,
): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 5 });
  await page.mouse.up();
}

/** Enters the selection in the rail. */
export async function selectSamples(page: Page, first: number, count: number): Promise<void> {
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
