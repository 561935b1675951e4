import { expect, type Page, test } from "@playwright/test";
import { card, inWorker } from "./lab.ts";

const ebn0 = (page: Page) => page.getByRole("spinbutton", { name: "Eb/N0", exact: true });
const labLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Labs" }).getByRole("link", { name, exact: true });
const filter = (page: Page) => page.getByRole("main").getByText("9 taps").first();

test("back, forward and the bar restore a lab as it was left", async ({ page }) => {
  await inWorker(page, 'Object.defineProperty(navigator, "gpu", { value: undefined });');
  await page.goto("./#equalizers?v=1&packets=4&ebn0=9");
  await expect(page.getByRole("contentinfo")).toContainText("No GPU available");
  await ebn0(page).fill("12");
  await expect.poll(() => page.url()).toContain("ebn0=12");
  const equalizers = page.url();

  await labLink(page, "Filters").click();
  await page.getByRole("button", { name: "Comb" }).click();
  await expect(filter(page)).toBeVisible();
  await expect.poll(() => page.url()).toContain("#filters?v=1&design=");
  const filters = page.url();

  await test.step("back and forward", async () => {
    await page.goBack();
    await expect(ebn0(page)).toHaveValue("12");
    await expect.poll(() => page.url()).toBe(equalizers);
    await page.goForward();
    await expect(filter(page)).toBeVisible();
    await expect.poll(() => page.url()).toBe(filters);
  });

  await test.step("a round trip through the bar, and a reload", async () => {
    await labLink(page, "Equalizers").click();
    await expect(ebn0(page)).toHaveValue("12");
    await expect.poll(() => page.url()).toBe(equalizers);
    await labLink(page, "Filters").click();
    await expect(filter(page)).toBeVisible();
    await expect.poll(() => page.url()).toBe(filters);
    await page.goBack();
    await expect(ebn0(page)).toHaveValue("12");
    await page.reload();
    await expect(ebn0(page)).toHaveValue("12");
    expect(page.url()).toBe(equalizers);
  });

  await test.step("undo stays in its lab, and adds no entry to the browser's history", async () => {
    const pages = await page.evaluate(() => history.length);
    await ebn0(page).fill("16");
    await expect.poll(() => page.url()).toContain("ebn0=16");
    await page.getByRole("main").press("Control+z");
    await expect(ebn0(page)).toHaveValue("12");
    await expect.poll(() => page.url()).toBe(equalizers);
    expect(await page.evaluate(() => history.length)).toBe(pages);
  });

  await test.step("the browser's back button leaves a lecture's step", async () => {
    await page.evaluate(() => (location.hash = "#filters?lecture=straight-phase&step=2"));
    await expect(card(page, "Impulse and step")).toBeVisible();
    await expect.poll(() => page.url()).toContain("lecture=straight-phase&step=2");
    await page.goBack();
    await expect(ebn0(page)).toHaveValue("12");
    await expect.poll(() => page.url()).toBe(equalizers);
    await page.goForward();
    await expect.poll(() => page.url()).toContain("lecture=straight-phase&step=2");
  });

  await test.step("undo moves the text of a lecture's step together with its scenario, and stays in the lecture", async () => {
    const scenario = () => page.url().replace(/&lecture=.*/, "");
    const step = (number: number) => page.getByText(new RegExp(`^Step ${number} of`));
    await expect(step(2)).toBeVisible();
    const second = scenario();
    await page.getByRole("button", { name: "Next step" }).click();
    await expect(step(3)).toBeVisible();
    await expect.poll(scenario).not.toBe(second);
    const third = scenario();
    await page.getByRole("main").press("Control+z");
    await expect(step(2)).toBeVisible();
    await expect.poll(() => [scenario(), page.url().includes("step=2")]).toEqual([second, true]);
    // The scenario before the lecture has no text in it.
    await page.getByRole("main").press("Control+z");
    await page.getByRole("main").press("Control+z");
    await expect(step(2)).toBeVisible();
    await page.getByRole("main").press("Control+Shift+z");
    await expect(step(3)).toBeVisible();
    await expect.poll(scenario).toBe(third);
    await page.getByRole("button", { name: "Previous step" }).click();
  });

  await test.step("undo in a student's name changes the name, and not the scenario", async () => {
    await expect(page.getByText(/^Step 2 of/)).toBeVisible();
    await page.getByRole("button", { name: "Previous step" }).click();
    const name = page.getByRole("textbox", { name: "Your name" });
    await name.pressSequentially("Ann");
    const url = page.url();
    await name.press("Control+z");
    await expect(name).not.toHaveValue("Ann");
    await page.waitForTimeout(1000);
    expect(page.url()).toBe(url);
  });
});
