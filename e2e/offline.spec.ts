import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { preview } from "vite";
import { card, openLab, pick, settled } from "./lab.ts";

declare global {
  interface Window {
    violations: string[];
  }
}

/** Records violations of the page's policy, from the first line of the page on. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      window.violations.push(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`),
    );
  });
}

test.use({ serviceWorkers: "allow" });

/** A lab that computes nothing until a run is started. */
const IDLE = "#convolution?v=1";

const violations = (page: Page) => page.evaluate(() => window.violations);

/** Waits until the service worker has cached the whole build and controls the page. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

test("after the first visit everything works without a network, and no requests are sent", async ({
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
  await openLab(page, "&equalizers=mmse");
  await kept(page);

  await context.setOffline(true);
  const failed: string[] = [];
  context.on("requestfailed", (request) => failed.push(request.url()));
  await page.reload();
  await settled(page);
  await expect(card(page, "Spectrum").locator(".main-svg").first()).toBeVisible();

  // A lecture steps, and an equation has its own fonts.
  await page.evaluate(() => (location.hash = "#equalizers?v=1&packets=4&lecture=null-in-band&step=1"));
  const lecture = page.getByRole("region", { name: /^Lecture: / });
  await expect(lecture).toContainText("Step 1 of");
  await lecture.getByRole("button", { name: "Next step" }).click();
  await expect(lecture).toContainText("Step 2 of");
  await pick(page, "Spectrum", "Equation");
  await expect(page.getByRole("dialog").locator(".katex").first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].filter((f) => f.status === "loaded").map((f) => f.family)))
    .toContain("KaTeX_Main");
  await page.keyboard.press("Escape");

  for (const lab of ["Convolution", "MIMO", "Turbo", "Recordings", "Equalizers"]) {
    await page.getByRole("navigation").getByRole("link", { name: lab, exact: true }).click();
    await expect(page.getByRole("region").first()).toBeVisible();
    await settled(page);
  }
  expect(failed).toEqual([]);
  // Every file of the page is there: a lecturer may export it as a package.
  const missing = await page.evaluate(async () => {
    const names = (await (await fetch("files.json")).json()) as string[];
    const answers = await Promise.all(
      names.map((name) => fetch(name).then((answer) => answer.arrayBuffer().then(() => answer.ok))),
    );
    return names.length > 100 ? names.filter((_, i) => !answers[i]) : names;
  });
  expect(missing).toEqual([]);
  expect(foreign).toEqual([]);
  expect(await violations(page)).toEqual([]);
});

test("the policy also holds for the worker once the build is cached, even if the server sends no header", async ({
  page,
}) => {
  const server = await preview({ configFile: false, preview: { port: 0 }, logLevel: "warn" });
  const [address] = server.resolvedUrls?.local ?? [];
  // Another origin than the page's.
  const elsewhere = address.replace("localhost", "127.0.0.1");
  /** Returns whether the worker may fetch from another origin. */
  const asks = async () => {
    const [worker] = page.workers().filter((one) => /worker-/.test(one.url()));
    return worker.evaluate(async (url) => {
      const refused = new Promise((resolve) => {
        self.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective));
      });
      return Promise.race([fetch(url, { mode: "no-cors" }).then(() => "answered"), refused]).catch(() => refused);
    }, elsewhere);
  };
  try {
    await page.goto(`${address}${IDLE}`);
    await settled(page);
    await kept(page);
    expect(await asks()).toBe("answered");
    await page.reload();
    await settled(page);
    expect(await asks()).toBe("connect-src");
  } finally {
    await server.close();
  }
});

test("a new version is announced when nothing runs, and loaded when the person accepts", async ({ page }) => {
  const site = mkdtempSync(join(tmpdir(), "threeray-"));
  cpSync("dist", site, { recursive: true });
  const server = await preview({ configFile: false, build: { outDir: site }, preview: { port: 0 }, logLevel: "warn" });
  const [address] = server.resolvedUrls?.local ?? [];
  try {
    await page.goto(`${address}${IDLE}`);
    await settled(page);
    await kept(page);

    // Another build: its page has a mark, and its service worker has another digest.
    const change = (name: string, from: RegExp, to: string) => {
      const before = readFileSync(join(site, name), "utf8");
      expect(before).toMatch(from);
      writeFileSync(join(site, name), before.replace(from, to));
    };
    change("index.html", /<title>/, '<meta name="release" content="next"><title>');
    change("service-worker.js", /"index.html","[^"]*"/g, '"index.html","next"');
    change("service-worker.js", /threeray `/, "threeray next `");
    await page.reload();
    await settled(page);
    const notice = page.getByText("A new version of this page is ready.");
    await expect(notice).toBeVisible();
    const next = page.locator("meta[name=release]");
    await expect(next).toHaveCount(0);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(next).toHaveCount(1);
    await settled(page);
    await expect(notice).toBeHidden();
  } finally {
    await server.close();
    rmSync(site, { recursive: true });
  }
});
