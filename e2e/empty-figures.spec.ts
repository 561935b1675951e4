import { expect, type Locator, test } from "@playwright/test";
import { card, expectAccessible } from "./lab.ts";

const widthOf = async (of: Locator) => (await of.boundingBox())!.width;

test("figures that wait for a measurement have no axes, and hold the button that fills them; trellises are as wide as their cards", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("./#mimo?v=1");
  for (const title of ["Bit error rate", "Work and loss", "Throughput"]) {
    await expect(card(page, title).locator(".sketched .button")).toBeVisible();
    await expect(card(page, title).locator(".plot")).toHaveCount(0);
  }
  const traversal = card(page, "Multi-pass trellis traversal");
  await expect(traversal.locator(".traversal svg").first()).toBeVisible();
  // A column of 300 px beside it holds the legend.
  expect(await widthOf(traversal.locator(".traversal svg").first())).toBeGreaterThan((await widthOf(traversal)) - 400);
  await expectAccessible(page);

  await page.goto("./#turbo?v=1");
  const trellis = card(page, "Trellis");
  await expect(trellis.locator("svg.trellis")).toBeVisible();
  await expect.poll(() => widthOf(trellis.locator("svg.trellis"))).toBeGreaterThan((await widthOf(trellis)) - 60);
  for (const title of ["Loss by windows", "Throughput"]) {
    await expect(card(page, title).locator(".sketched .button")).toBeVisible();
  }

  await page.goto("./#filters?v=1");
  for (const title of ["Time and error", "Direct sum or FFT"]) {
    await expect(card(page, title).locator(".sketched .button")).toBeVisible();
  }
});
