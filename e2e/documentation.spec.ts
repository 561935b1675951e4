import { expect, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInThemes } from "./lab.ts";

test.describe(() => {
  test.use({ serviceWorkers: "allow" });

  test("the documentation is found from the help, read, searched by keyboard, and read without a network", async ({
    page: lab,
    context,
  }) => {
    await lab.goto("./#convolution?v=1");
    await lab.getByRole("button", { name: "Help and keys" }).click();
    // The lab stays: it may hold a recording, or count errors.
    const opening = context.waitForEvent("page");
    await lab.getByRole("dialog").getByRole("link", { name: "Documentation (opens a new tab)" }).click();
    const page = await opening;
    await expect(page).toHaveURL(/docs\/index\.html$/);
    await page.getByRole("main").getByRole("link", { name: "The telemetry link", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The telemetry link");
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    await context.setOffline(true);

    // The next page by its key, then the search, whose first result has the words.
    await page.keyboard.press("]");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("What the laboratory saw");
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Search the documentation" });
    await expect(field).toBeFocused();
    await field.fill("chirp source");
    const first = page.getByRole("option").first();
    await expect(first).toContainText("Chirp source");
    await expect(first).toContainText("a sinusoid whose frequency rises");
    await page.keyboard.press("ArrowDown");
    await expect(first).toHaveAttribute("aria-selected", "false");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/blocks\.html#chirp-source-chirp-source$/);
    await expect(page.getByRole("heading", { name: /^Chirp source/ })).toBeInViewport();
    await page.reload();
    await expect(page.getByRole("heading", { name: /^Chirp source/ })).toBeInViewport();
    await page.keyboard.press("/");
    await field.fill("create fft");
    await page
      .getByRole("option")
      .filter({ hasText: /^createFft\(\)/ })
      .click();
    await expect(page).toHaveURL(/docs\/api\/fft\/createFft\.html/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("createFft()");
    await page.getByRole("table").getByRole("link", { name: "ArrayFftConfig" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("ArrayFftConfig");
    await page.keyboard.press("/");
    await field.fill("ternary symbols");
    await expect(page.getByRole("option").first().locator("mark").first()).toHaveText("ternary");
    await field.fill("qwxyz");
    await expect(page.getByText("No page has “qwxyz”.")).toBeVisible();
  });
});

test("pages have no fault that axe finds, in both themes, and none scrolls sideways at any width", async ({ page }) => {
  for (const [width, name] of [390, 1280, 1920].flatMap((width) =>
    ["performance", "architecture", "api/flow/GraphOptions", "telemetry"].map((name) => [width, name] as const),
  )) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`./docs/${name}.html`);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide, `${name} scrolls sideways at ${width} px`).toBe(false);
  }
  await expectAccessibleInThemes(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Contents" }).click();
  await expect(page.getByRole("navigation", { name: "Contents" })).toBeVisible();
  await page.getByRole("combobox").fill("fft");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page);
});
