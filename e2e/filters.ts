import { expect, type Page } from "@playwright/test";
import { card, settled } from "./lab.ts";

/** Returns the part of an address that opens the Filters lab with a filter. */
export const link = (fields: string, spec?: object) =>
  `#filters?v=1${fields}${spec ? `&design=${encodeURIComponent(JSON.stringify(spec))}` : ""}`;

/** Waits until the requested samples have gone through the filter. */
export async function filtered(page: Page): Promise<void> {
  await expect(card(page, "Spectrum, before and after")).toContainText("against float64", { timeout: 90_000 });
  await settled(page);
}
