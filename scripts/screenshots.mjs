// node scripts/screenshots.mjs: builds the page, runs it and takes the README's screenshots.
import { chromium } from "@playwright/test";
import { build, preview } from "vite";
import { browserSwitches, ensureBrowser } from "./browser.mjs";

const SCENARIO = "#equalizers?v=1&channel=custom&rays=0,0,0;1.5,90,75;20,90,155&packets=8&sweep=8:2:14";
const MINUTES = 60_000;

await build({ logLevel: "warn" });
const server = await preview({ preview: { host: "localhost", open: false } });
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserSwitches() });
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 1.5,
  colorScheme: "light",
});
await page.goto(new URL(SCENARIO, server.resolvedUrls.local[0]).href);
const ready = page
  .getByRole("contentinfo")
  .getByRole("status")
  .filter({ hasText: /^(Ready|Done)/ });
await ready.waitFor({ timeout: 5 * MINUTES });
await page.getByRole("button", { name: "Close the hint" }).click();
await page.locator("#ber").getByRole("button", { name: "Run sweep" }).click();
await page.getByRole("contentinfo").getByRole("progressbar").waitFor({ timeout: MINUTES });
await ready.waitFor({ timeout: 15 * MINUTES });
await page.waitForTimeout(1000);
await page.screenshot({ path: "docs/lab.png" });
await browser.close();
await server.close();
process.exit(0);
