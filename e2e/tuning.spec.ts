import { expect, test } from "@playwright/test";
import { expectAccessible } from "./lab.ts";

const KEY = "threeray.tunings";
const FIRST = "Blocks of one sample in graphs";

test("workgroup sizes are measured on this GPU, kept, dropped when they are old, and forgotten", async ({ page }) => {
  const old = {
    adapter: { name: "old", vendor: "google", architecture: "swiftshader" },
    version: "0.0.1",
    measured: "2026-01-01T00:00:00.000Z",
    timing: "timestamp query",
    kernels: { "flow/fused": { size: 32, gain: 2 } },
  };
  const text = JSON.stringify({ format: "threeray tuning", tunings: [old] });
  // Stored before the page's first script: a page that is already open might drop the old choice, and say so, before a reload.
  await page.addInitScript(
    ([key, value]) => localStorage.getItem(key) ?? localStorage.setItem(key, value),
    [KEY, text],
  );
  await page.goto("./#convolution?v=1&signal=300&batch=3&methods=direct");
  await expect(page.getByText("they were measured with Threeray 0.0.1")).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "GPU in use" });
  const first = dialog.getByRole("row", { name: FIRST });

  await test.step("a stopped tuning keeps what it has measured", async () => {
    await page.getByTitle("GPU in use").click();
    await dialog.getByRole("button", { name: "Tune for this GPU" }).press("Enter");
    await expect(dialog.getByRole("progressbar")).toBeVisible();
    await expect(first).toContainText(/\d (?:µs|ms)/, { timeout: 20_000 });
    await dialog.getByRole("button", { name: "Stop" }).press("Enter");
    await expect(dialog.getByRole("status")).toContainText("This browser keeps the choice.");
    await expectAccessible(page);
    const kept = await page.evaluate((key) => localStorage.getItem(key), KEY);
    expect(JSON.parse(kept ?? "").tunings).toMatchObject([
      { adapter: { vendor: "google" }, timing: "timestamp query" },
    ]);
  });

  await test.step("the next visit has it, and can forget it", async () => {
    await page.reload();
    await page.getByTitle("GPU in use").click();
    await expect(first).toBeVisible();
    await dialog.getByRole("button", { name: "Forget" }).press("Enter");
    await expect(dialog.getByRole("button", { name: "Tune for this GPU" })).toBeFocused();
    await expect(first).toBeHidden();
  });
});
