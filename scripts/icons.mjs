// node scripts/icons.mjs: draws the page's icons from its mark, public/icon.svg.
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { browserSwitches, ensureBrowser } from "./browser.mjs";

const mark = readFileSync("public/icon.svg", "utf8");
/** Operating systems crop these icons: the background fills them, and the mark stays within the safe circle. */
const whole = mark.replace(/ rx="\d+"/, "");
const maskable = whole
  .replace('viewBox="0 0 64 64"', 'viewBox="-6 -6 76 76"')
  .replace('<rect width="64" height="64"', '<rect x="-6" y="-6" width="76" height="76"');

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserSwitches() });
const page = await browser.newPage();
for (const [name, size, svg] of [
  ["icon-180", 180, whole],
  ["icon-192", 192, mark],
  ["icon-512", 512, mark],
  ["icon-maskable-512", 512, maskable],
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`);
  await page.screenshot({ path: `public/${name}.png`, omitBackground: true });
}
await browser.close();
