import { chromium, expect, test } from "@playwright/test";
import { card, csvOf, expectAccessible, inWorker, openLab, settled } from "./lab.ts";

test("reports that the worker has died, restarts it, and ends the sweep with the same counts", async ({ page }) => {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    Object.assign(window, { workers });
    window.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        workers.push(this);
      }
    };
  });
  await openLab(page, "&equalizers=none,mmse&sweep=8:3:14");
  const ber = card(page, "Bit error rate");
  await ber.getByRole("button", { name: "Run sweep" }).click();
  await expect(ber).toContainText(/\d points\./);
  await page.evaluate(() => (window as unknown as { workers: Worker[] }).workers[0].terminate());
  await expect(page.getByText("The worker stopped and was restarted.")).toBeVisible();
  await expect(ber.getByRole("button", { name: "Run again" })).toBeVisible();
  const interrupted = await csvOf(page, "Bit error rate");
  expect(interrupted).toHaveLength(6);
  await ber.getByRole("button", { name: "Run again" }).click();
  await settled(page);
  expect(await csvOf(page, "Bit error rate")).toEqual(interrupted);
});

test("without a GPU says what is missing and what to do, and stays readable", async ({ baseURL, launchOptions }) => {
  const switches = launchOptions.args?.filter((name) => !/webgpu|vulkan|swiftshader/i.test(name));
  const browser = await chromium.launch({ ...launchOptions, args: [...(switches ?? []), "--disable-gpu"] });
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.goto("./");
  const message = page.getByRole("alert");
  await expect(message).toContainText(/This browser has no WebGPU|WebGPU is available, but no GPU responds/);
  await expect(message.getByRole("listitem").first()).toBeVisible();
  await expect(message.getByRole("button", { name: "Try again" })).toBeEnabled();
  await expect(card(page, "Spectrum")).toContainText("This figure waits for a GPU.");
  await page.getByLabel("Ray 2 phase").fill("120");
  await expect(page.getByRole("slider", { name: "Ray 2", exact: true })).toHaveAttribute(
    "aria-valuetext",
    "−1.5 dB, 120°, 75 ns",
  );
  await expectAccessible(page);
  await browser.close();
});

test("a browser that is too old gets a message with what was found and what to do", async ({ page }) => {
  await page.addInitScript("delete Array.prototype.toSorted");
  await page.goto("./");
  await expect(page.getByRole("heading")).toHaveText("This browser is too old for Threeray");
  const text = page.locator("#root");
  await expect(text).toContainText(/Found: Mozilla.*Missing: Array.prototype.toSorted\./);
  await expect(text).toContainText("Expected: Chrome or Edge 127");
});

for (const { missing, title, stub, says } of [
  {
    missing: "api",
    title: "This browser has no WebGPU that Threeray can use",
    stub: 'Object.defineProperty(navigator, "gpu", { value: undefined });',
    says: /navigator.gpu is missing. Found: Chrome \d+ on \w+, on a secure page/,
  },
  {
    missing: "api of before July 2024",
    title: "This browser has no WebGPU that Threeray can use",
    stub: "navigator.gpu.requestAdapter = async () => ({ features: new Set(), limits: {} });",
    says: /GPUAdapter.info is missing. Found: Chrome/,
  },
  {
    missing: "device",
    title: "The GPU could not be opened",
    stub: `navigator.gpu.requestAdapter = async () => {
      return { features: new Set(), limits: {}, info: {}, requestDevice: () => Promise.reject(new Error("no memory left")) };
    };`,
    says: "no memory left",
  },
]) {
  test(`reports a missing ${missing}`, async ({ page }) => {
    await inWorker(page, stub);
    await page.goto("./");
    await expect(page.getByRole("alert").getByRole("heading")).toHaveText(title);
    await expect(page.getByRole("alert")).toContainText(says);
    await expect(page.getByRole("contentinfo")).toContainText("No GPU available");
  });
}
