import { expect, type Page, test } from "@playwright/test";
import { card, openLab, settled } from "./lab.ts";

declare global {
  interface Window {
    violations: string[];
  }
}

/** Notes what the page's policy refuses, from the first line of the page on. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      window.violations.push(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`),
    );
  });
}

const violations = (page: Page) => page.evaluate(() => window.violations);

/** Waits until the service worker has the whole build and is in charge of the page. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

test("after the first visit everything works without a network, and nothing is asked of one", async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  const foreign: string[] = [];
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(baseURL as string).origin) foreign.push(request.url());
  });
  await watchPolicy(page);
  await openLab(page);
  await kept(page);

  await context.setOffline(true);
  const failed: string[] = [];
  context.on("requestfailed", (request) => failed.push(request.url()));
  await page.reload();
  await settled(page);
  await expect(card(page, "Spectrum").locator(".main-svg").first()).toBeVisible();

  // A lecture steps, and an equation has its own letters.
  await page.evaluate(() => (location.hash = "#equalizers?v=1&packets=4&lecture=null-in-band&step=1"));
  const lecture = page.getByRole("region", { name: /^Lecture: / });
  await expect(lecture).toContainText("Step 1 of");
  await lecture.getByRole("button", { name: "Next step" }).click();
  await expect(lecture).toContainText("Step 2 of");
  await card(page, "Spectrum").getByLabel("Data and export of Spectrum").click();
  await card(page, "Spectrum").getByRole("button", { name: "Equation" }).click();
  await expect(page.getByRole("dialog").locator(".katex").first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].filter((f) => f.status === "loaded").map((f) => f.family)))
    .toContain("KaTeX_Main");
  await page.keyboard.press("Escape");

  for (const lab of ["Convolution", "Turbo", "Recordings", "Equalizers"]) {
    await page.getByRole("navigation").getByRole("link", { name: lab, exact: true }).click();
    await expect(page.getByRole("region").first()).toBeVisible();
    await settled(page);
  }
  expect(failed).toEqual([]);
  expect(foreign).toEqual([]);
  expect(await violations(page)).toEqual([]);
});
