import { chromium, expect, test } from "@playwright/test";

// Nothing here is of a GPU.
test("a ray follows the finger that drags it, and the page stays where it is", async ({ baseURL, launchOptions }) => {
  const switches = launchOptions.args?.filter((name) => !/webgpu|vulkan|swiftshader/i.test(name));
  const browser = await chromium.launch({ ...launchOptions, args: [...(switches ?? []), "--disable-gpu"] });
  const viewport = { width: 390, height: 844 };
  const page = await (await browser.newContext({ baseURL, viewport, hasTouch: true, isMobile: true })).newPage();
  page.setDefaultTimeout(20_000);
  await page.goto("./#equalizers?v=1&channel=1");
  const ray = page.getByRole("slider", { name: "Ray 2" });
  await ray.scrollIntoViewIfNeeded();
  await expect(ray).toHaveAttribute("aria-valuetext", /^−1.5 dB, 180°, 50 ns$/);
  const main = page.getByRole("main");
  const [box, scrolled] = [(await ray.boundingBox())!, await main.evaluate((element) => element.scrollTop)];
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };

  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", by = { x: 0, y: 0 }) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + by.x, y: from.y + by.y }],
    });
  await touch("touchStart");
  // Down first: a finger that moves so would scroll the page.
  for (let step = 1; step <= 12; step++) await touch("touchMove", { x: 0, y: 5 * step });
  for (let step = 1; step <= 12; step++) await touch("touchMove", { x: 4 * step, y: 60 });
  const value = async () => {
    const text = (await ray.getAttribute("aria-valuetext"))!;
    const [, decibels, , delay] = /^−([\d.]+) dB, (.*)°, ([\d.]+) ns$/.exec(text)!;
    return { decibels: Number(decibels), delay: Number(delay) };
  };
  await expect.poll(async () => (await value()).decibels).toBeGreaterThan(6);
  await expect.poll(async () => (await value()).delay).toBeGreaterThan(70);
  const held = (await ray.boundingBox())!;
  expect(Math.abs(held.x + held.width / 2 - from.x - 48)).toBeLessThan(4);
  expect(Math.abs(held.y + held.height / 2 - from.y - 60)).toBeLessThan(4);
  await touch("touchEnd");
  expect(await main.evaluate((element) => element.scrollTop)).toBe(scrolled);
  await expect(page.getByRole("combobox", { name: "Channel", exact: true, includeHidden: true })).toHaveValue("custom");
  await browser.close();
});
