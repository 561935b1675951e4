import { expect, test } from "@playwright/test";
import { card, settled } from "./lab.ts";

test("a lecture prints as figures and a hand-out, in light colours in both themes", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("./#filters?lecture=zeros-and-poles");
  await settled(page);
  // On a slow machine the first signal comes after the design.
  const plots = page.locator(".plot-root");
  await expect(plots.nth(3)).toBeAttached();
  await page.evaluate(() => (window.print = () => (document.title = "printed")));
  await page.keyboard.press("Control+p");
  await expect(page).toHaveTitle("printed");
  await expect(page.locator("html")).toHaveAttribute("data-mode", "print");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  // Every plot is drawn, also those below the visible part.
  expect(await plots.count()).toBeGreaterThan(3);
  await expect(plots.locator(".main-svg").first()).toBeAttached();
  expect(await plots.evaluateAll((all) => all.filter((plot) => !plot.querySelector(".main-svg")).length)).toBe(0);
  const handout = page.getByRole("article");
  await expect(handout.getByRole("heading", { name: "1 A pair of poles" })).toBeAttached();
  await expect(page.locator(".print-head")).toContainText("#filters?v=1");
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(2);
  // After printing the page is restored.
  await expect(page.locator("html")).toHaveAttribute("data-mode", "");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "system");
});

test("printing waits for the figures that are still being computed", async ({ page }) => {
  await page.goto("./#turbo?v=1&length=512&at=1");
  await expect(card(page, "One codeword, bit by bit")).toBeAttached();
  await page.evaluate(() => {
    window.print = () => (document.title = document.querySelector("#codeword .empty") ? "early" : "whole");
  });
  await page.keyboard.press("Control+p");
  await expect(page).toHaveTitle(/^(early|whole)$/);
  expect(await page.title()).toBe("whole");
});

test("a link shows one figure alone in a frame, and reports an unknown name", async ({ page }) => {
  await page.goto("./#filters?v=1&embed&figure=plane");
  await expect(card(page, "Zeros and poles")).toBeVisible();
  await expect(card(page, "Magnitude")).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Labs" })).toBeHidden();
  await card(page, "Zeros and poles").getByRole("button", { name: "Shrink Zeros and poles" }).click();
  await expect(card(page, "Magnitude")).toBeVisible();
  await expect.poll(() => page.url()).not.toContain("figure=");
  await page.evaluate(() => (location.hash = "#filters?v=1&figure=plan"));
  await expect(page.getByText("This lab has no figure “plan”; all figures are shown.")).toBeVisible();
  await expect(card(page, "Magnitude")).toBeVisible();
});
