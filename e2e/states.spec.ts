import { expect, type Page, test } from "@playwright/test";
import { card, expectAccessibleInThemes, inWorker, settled } from "./lab.ts";

/** A GPU whose answers the test can delay or make fail, and a worker that the test can end. */
const OBEDIENT = `
  let answers = Promise.resolve(), release = () => {}, broken = false;
  const map = GPUBuffer.prototype.mapAsync;
  GPUBuffer.prototype.mapAsync = async function (...range) {
    await answers;
    if (broken) throw new Error("broken on purpose");
    return map.apply(this, range);
  };
  new BroadcastChannel("orders").onmessage = ({ data }) => {
    if (data === "hold") answers = new Promise((resolve) => (release = resolve));
    if (data === "release") release();
    if (data === "break" || data === "mend") broken = data === "break";
    if (data === "end") close();
  };`;

const order = (page: Page, what: "hold" | "release" | "break" | "mend" | "end") =>
  page.evaluate(`new BroadcastChannel("orders").postMessage("${what}")`);

/** The old result is dimmed when the new one takes long. */
const dimmed = (page: Page) =>
  page.waitForFunction(() => {
    const body = document.querySelector("[data-busy] > .card-body");
    return body && getComputedStyle(body).getPropertyValue("--fade") === "0.45";
  });

const LABS = [
  {
    lab: "Equalizers",
    link: "#equalizers?v=1&packets=2&equalizers=mmse",
    other: "#equalizers?v=1&packets=2&equalizers=mmse&ebn0=9",
  },
  {
    lab: "Turbo",
    link: "#turbo?v=1&length=104&ebn0=0:1:2&codewords=24&at=1",
    other: "#turbo?v=1&length=104&ebn0=0:1:2&codewords=25&at=0",
    // Labs that share the kit have the cards and the sweep of this lab.
    sweeps: true,
  },
];

for (const { lab, link, other, sweeps } of LABS) {
  const states = sweeps ? "computing, failed, outdated and interrupted" : "computing and failed";
  test(`${lab}: ${states} figures can be read`, async ({ page }) => {
    const figure = card(page, "Bit error rate");
    const button = (name: string) => figure.getByRole("button", { name, exact: true });
    await inWorker(page, OBEDIENT);
    await page.goto(`./${link}`);
    await settled(page);
    if (sweeps) {
      await button("Run sweep").click();
      await expect(button("Run again")).toBeVisible();
    }

    await test.step("computing", async () => {
      await order(page, "hold");
      await page.evaluate((hash) => (location.hash = hash), other);
      await dimmed(page);
      await expectAccessibleInThemes(page);
      await order(page, "release");
      await settled(page);
    });
    await test.step("a highlighted algorithm", async () => {
      await page.locator(".score, .strip-item").last().hover();
      await expectAccessibleInThemes(page);
    });
    await test.step("failed", async () => {
      await order(page, "break");
      await page.evaluate((hash) => (location.hash = hash), link);
      await expect(page.getByRole("alert")).toContainText("broken on purpose");
      await expectAccessibleInThemes(page);
    });
    if (!sweeps) return;
    await test.step("failed sweep", async () => {
      await button("Run again").click();
      await expect(figure.getByRole("alert")).toContainText("broken on purpose");
      await expectAccessibleInThemes(page);
      await order(page, "mend");
      await figure.getByRole("button", { name: "Try again" }).click();
      await expect(button("Run again")).toBeVisible();
    });
    await test.step("interrupted", async () => {
      await order(page, "hold");
      await button("Run again").click();
      await expect(button("Stop")).toBeVisible();
      // The new worker never starts.
      await page.route(/worker-.*\.js$/, () => {});
      await order(page, "end");
      await expect(page.getByText("The worker stopped and was restarted.")).toBeVisible();
      await expectAccessibleInThemes(page);
    });
  });
}
