import { expect, type Page, test } from "@playwright/test";
import { card, contents, csvOf, exported, inWorker, settled } from "./lab.ts";

const LINK =
  "./#convolution?v=1&signal=300&batch=3&methods=cpu-direct,direct,overlap-add&sweep=filter&range=5,20,40&kernels=copy,direct&groups=1:*2:64";

/** Opens the lab and shows the software adapter's times. */
async function open(page: Page, link = LINK): Promise<void> {
  await page.goto(link);
  await settled(page);
  await page.getByRole("button", { name: "Show the times anyway" }).first().click();
}

const button = (page: Page, title: string, name: string | RegExp) =>
  card(page, title).getByRole("button", { name, exact: true });

/** Returns a run's results without its times, which differ between runs. */
async function errorsOf(page: Page): Promise<string[]> {
  const rows = await csvOf(page, "Error");
  return rows.map((row) => [row.filter, row.method, row["largest error"], row.wrong].join(" "));
}

const RESULTS = { Time: 9, "Workgroup size": 14, Timeline: 3 * 3 * 5 };

for (const { name, wound, said, runs } of [
  {
    name: "after the worker has died",
    wound: `new BroadcastChannel("wound").onmessage = () => close();`,
    said: "The worker stopped and was restarted.",
    runs: ["Time", "Workgroup size", "Timeline"],
  },
  {
    // A device that is lost before a run's first work is replaced without a failure. So it is lost with its next work.
    name: "after the device was lost",
    wound: `const request = GPUAdapter.prototype.requestDevice;
      GPUAdapter.prototype.requestDevice = async function (...wishes) {
        const device = await request.apply(this, wishes);
        new BroadcastChannel("wound").onmessage = () => {
          const submit = device.queue.submit;
          device.queue.submit = (...work) => {
            submit.apply(device.queue, work);
            device.destroy();
          };
        };
        return device;
      };`,
    said: "The GPU was lost. It is open again: runs continue from their last finished step.",
    runs: ["Time", "Timeline"],
  },
] as const) {
  test(`resumes ${name}: ${runs.join(", ")}`, async ({ page }) => {
    await inWorker(page, wound);
    await open(page, `${LINK}&cascade=detection`);
    for (const title of runs) {
      await test.step(title, async () => {
        await button(page, title, "Run").click();
        if (title !== "Timeline") await expect(card(page, title)).toContainText(/[1-9]\d? %/);
        await page.evaluate('new BroadcastChannel("wound").postMessage("")');
        await expect(page.getByText(said)).toBeVisible();
        await page.getByRole("button", { name: "Dismiss" }).first().click();
        await expect(button(page, title, "Run again")).toBeVisible();
        await settled(page);
        const rows = await csvOf(page, title);
        expect(rows).toHaveLength(RESULTS[title]);
        for (const row of rows) expect(Number(row["largest error"] ?? 0)).toBeLessThan(1e-5);
      });
    }
  });
}

test("keeps its results when it is stopped, and resumes from there", async ({ page }) => {
  // Long signals, so that a run takes longer than a click.
  await open(
    page,
    LINK.replace("signal=300&batch=3", "signal=12000&batch=8").replace("range=5,20,40", "range=5:50:105"),
  );
  await expect(card(page, "Time")).toContainText("No times yet.");
  const counts = await csvOf(page, "Operations");
  expect(counts).toHaveLength(9);
  expect(Number(counts[0].operations)).toBe(8 * 5 * 12000 * 8);
  for (const [title, whole] of [
    ["Time", 9],
    ["Workgroup size", 14],
  ] as const) {
    await button(page, title, "Run").click();
    await expect(card(page, title).getByRole("progressbar")).toBeVisible();
    await expect(card(page, title)).toContainText(/[1-9]\d? %/);
    await button(page, title, "Stop").click();
    await expect(card(page, title)).toContainText(/Stopped at \d+ %. The results so far are kept./);
    const kept = await csvOf(page, title);
    expect(kept.length).toBeLessThan(whole);
    await button(page, title, "Resume").click();
    await expect(button(page, title, "Run again")).toBeVisible();
    const rows = await csvOf(page, title);
    expect(rows.slice(0, kept.length)).toEqual(kept);
    expect(rows).toHaveLength(whole);
  }
});

test("shows what failed, and tries again", async ({ page }) => {
  await inWorker(
    page,
    `const make = GPUDevice.prototype.createQuerySet;
    let refused = 0;
    GPUDevice.prototype.createQuerySet = function (...wishes) {
      if (refused++ < 1) throw new Error("no queries left");
      return make.apply(this, wishes);
    };`,
  );
  await open(page);
  await button(page, "Time", "Run").click();
  const alert = card(page, "Time").getByRole("alert");
  await expect(alert).toContainText("The measurement failed. no queries left");
  await expect(card(page, "Error")).toContainText("The run ended without a result.");
  await expect(page.getByRole("contentinfo")).toContainText("Failed; the figure shows the reason");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(card(page, "Error")).toContainText("9 results checked against float64, all correct");
  await expect(alert).toBeHidden();
});

test("marks a fast wrong answer as wrong, and explains why a size is refused", async ({ page }) => {
  // Overlap-add without the tail of the previous block.
  await inWorker(
    page,
    `const make = GPUDevice.prototype.createShaderModule;
    GPUDevice.prototype.createShaderModule = function (module) {
      return make.call(this, { ...module, code: module.code.replace("x[j]+tail[j]", "x[j]") });
    };`,
  );
  await open(page, LINK.replace("signal=300", "signal=4000").replace("5,20,40", "20,40,1100"));
  await button(page, "Time", "Run").click();
  await expect(button(page, "Time", "Run again")).toBeVisible();
  const rows = await csvOf(page, "Error");
  expect(rows.filter((row) => row.wrong === "yes").map((row) => row.method)).toEqual(["overlap-add", "overlap-add"]);
  await expect(card(page, "Error")).toContainText("2 wrong");
  await expect(card(page, "Time")).toContainText(
    "Overlap-add did not run at 1100: the filters must span at most 1024 samples.",
  );
  await expect(page.getByRole("group", { name: "Methods" }).getByRole("button", { name: /Overlap-add/ })).toContainText(
    "wrong",
  );
  for (const title of ["Time", "Error", "Operations"]) {
    const svg = (await exported(page, title, "SVG")).toString();
    expect(svg).toContain("Overlap-add, WRONG");
    expect(svg).toContain("✕ wrong: Overlap-add");
  }
  await expect(card(page, "Results").locator("tr[data-wrong]").first()).toContainText("wrong");
});

test("a link reproduces the view and its numbers", async ({ page, context }) => {
  // Of a batch as many signals are checked as the machine's speed allows at once; of one signal always the same outputs.
  const few = LINK.replace("batch=3", "batch=1").replace(",overlap-add", "").replace("5,20,40", "5,20");
  await open(page, `${few}&per=signal`);
  await button(page, "Time", "Run").click();
  await expect(button(page, "Time", "Run again")).toBeVisible();
  await button(page, "Workgroup size", "Chirp").click();
  await expect.poll(() => page.url()).toContain("kernels=copy,direct,chirp&groups=1:*2:64&per=signal");
  const other = await context.newPage();
  await open(other, page.url());
  await expect(card(other, "Time").getByLabel("per signal")).toBeChecked();
  await expect(button(other, "Workgroup size", "Chirp")).toHaveAttribute("aria-pressed", "true");
  await button(other, "Time", "Run").click();
  await expect(button(other, "Time", "Run again")).toBeVisible();
  expect(await errorsOf(other)).toEqual(await errorsOf(page));
  const saving = other.waitForEvent("download");
  await button(other, "Results", "Save as JSON").click();
  const saved = JSON.parse((await contents(await saving)).toString());
  expect(saved).toMatchObject({ experiment: "convolution", complete: true, config: { signal: 300, range: "5,20" } });
  expect((await exported(other, "Error", "PNG")).subarray(1, 4).toString()).toBe("PNG");
});
