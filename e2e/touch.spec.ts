import { type Browser, chromium, expect, type Locator, type Page, test } from "@playwright/test";

// In sequence: they share one setup.
test.describe.configure({ mode: "default" });

let browser: Browser;
let page: Page;
// These tests need no GPU.
test.beforeAll(async ({ baseURL, launchOptions }) => {
  const switches = launchOptions.args?.filter((name) => !/webgpu|vulkan|swiftshader/i.test(name));
  browser = await chromium.launch({ ...launchOptions, args: [...(switches ?? []), "--disable-gpu"] });
  const viewport = { width: 390, height: 844 };
  page = await (await browser.newContext({ baseURL, viewport, hasTouch: true, isMobile: true })).newPage();
  page.setDefaultTimeout(20_000);
});
test.afterAll(() => browser.close());

/**
 * Puts a finger on an element and moves it, first down, because that movement would scroll the page.
 *
 * @returns The element's middle before and after, with the finger still on it.
 */
async function drag(element: Locator, { x, y }: { x: number; y: number }) {
  await element.scrollIntoViewIfNeeded();
  const middle = async () => {
    const box = (await element.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const from = await middle();
  const scroll = () => page.getByRole("main").evaluate((main) => main.scrollTop);
  const scrolled = await scroll();
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", by = { x: 0, y: 0 }) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: from.x + by.x, y: from.y + by.y }] });
  await touch("touchStart");
  for (let step = 1; step <= 12; step++) await touch("touchMove", { x: 0, y: (y * step) / 12 });
  for (let step = 1; step <= 12; step++) await touch("touchMove", { x: (x * step) / 12, y });
  await expect.poll(async () => Math.abs((await middle()).x - from.x - x)).toBeLessThan(4);
  expect(await scroll()).toBe(scrolled);
  const to = await middle();
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await cdp.detach();
  return { x: to.x - from.x, y: to.y - from.y };
}

test("a ray follows the finger that drags it, and the page does not scroll", async () => {
  await page.goto("./#equalizers?v=1&channel=1");
  // The message about the missing GPU moves the figures down.
  await expect(page.getByRole("alert").getByRole("listitem").first()).toBeVisible();
  const ray = page.getByRole("slider", { name: "Ray 2", exact: true });
  await expect(ray).toHaveAttribute("aria-valuetext", /^−1.5 dB, 180°, 50 ns$/);
  const moved = await drag(ray, { x: 48, y: 60 });
  expect(Math.abs(moved.y - 60)).toBeLessThan(4);
  const [, decibels, delay] = /^−([\d.]+) dB, .*°, ([\d.]+) ns$/.exec((await ray.getAttribute("aria-valuetext"))!)!;
  expect(Number(decibels)).toBeGreaterThan(6);
  expect(Number(delay)).toBeGreaterThan(70);
  await expect(page.getByRole("combobox", { name: "Channel", exact: true, includeHidden: true })).toHaveValue("custom");
  // The address follows after a pause; the next link must differ from it.
  await expect(page).not.toHaveURL(/channel=1$/);
});

test("a ray's phase follows the finger that drags its handle", async () => {
  await page.goto("./#equalizers?v=1&channel=1");
  const ray = page.getByRole("slider", { name: "Ray 2", exact: true });
  await expect(ray).toHaveAttribute("aria-valuetext", /^−1.5 dB, 180°, 50 ns$/);
  const phase = page.getByRole("slider", { name: "Phase of ray 2" });
  const knob = phase.locator(".knob");
  // From the left of the head to above it.
  await drag(knob, { x: 36, y: -36 });
  await expect.poll(async () => Math.abs(Number(await phase.getAttribute("aria-valuenow")) - 90)).toBeLessThan(6);
  await expect(ray).toHaveAttribute("aria-valuetext", /^−1.5 dB, .*, 50 ns$/);
});

test("a finger beside the rays scrolls the page", async () => {
  await page.goto("./#equalizers?v=1&channel=1");
  const chart = page.getByRole("group", { name: "Rays by delay and attenuation" });
  await chart.scrollIntoViewIfNeeded();
  const box = (await chart.boundingBox())!;
  const main = page.getByRole("main");
  const before = await main.evaluate((element) => element.scrollTop);
  const cdp = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width - 12, box.y + 0.6 * box.height];
  for (let step = 0; step <= 12; step++) {
    const type = step ? "touchMove" : "touchStart";
    await cdp.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y: y - 10 * step }] });
  }
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBeGreaterThan(before + 40);
});

test("a mask's edge of the Filters lab follows the finger, too", async () => {
  const design = { type: "butterworth", order: 4, cutoff: 0.1 };
  await page.goto(`./#filters?v=1&design=${encodeURIComponent(JSON.stringify(design))}`);
  const handle = page.locator(".gain-chart").getByRole("slider").first();
  await expect(handle).toBeVisible();
  const before = await handle.getAttribute("aria-valuetext");
  await drag(handle, { x: 40, y: 30 });
  expect(await handle.getAttribute("aria-valuetext")).not.toBe(before);
});
