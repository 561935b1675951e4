import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { settled } from "./lab.ts";

/** A file that a test gives to the page, as the operating system does by a double click. */
interface GivenFile {
  name: string;
  base64: string;
}

interface LaunchedWindow {
  launch(files: readonly GivenFile[]): void;
  picked?: { startIn?: string };
}

const example = (name: string): GivenFile => ({
  name,
  base64: readFileSync(`public/examples/${name}`).toString("base64"),
});

/** Gives the page a queue of launches, and a dialog that chooses the files of a test. */
async function installed(page: Page, chosen: readonly GivenFile[] = []): Promise<void> {
  await page.addInitScript((choice) => {
    let consumer: ((params: object) => void) | undefined;
    const waiting: object[] = [];
    const fileOf = ({ name, base64 }: { name: string; base64: string }) =>
      new File([Uint8Array.from(atob(base64), (one) => one.codePointAt(0)!)], name);
    const handleOf = (file: { name: string; base64: string }) => ({
      kind: "file",
      name: file.name,
      getFile: async () => fileOf(file),
    });
    const own = window as unknown as LaunchedWindow;
    const launchQueue = {
      setConsumer(one: (params: object) => void) {
        consumer = one;
        for (const params of waiting.splice(0)) one(params);
      },
    };
    Object.defineProperty(window, "launchQueue", { value: launchQueue });
    Object.assign(window, {
      launch(files: { name: string; base64: string }[]) {
        const params = { files: files.map(handleOf), targetURL: location.href };
        if (consumer) consumer(params);
        else waiting.push(params);
      },
      async showOpenFilePicker({ startIn }: { startIn?: { name: string } }) {
        own.picked = { startIn: startIn?.name };
        return choice.map(handleOf);
      },
    });
  }, chosen);
}

const launch = (page: Page, files: readonly GivenFile[]) =>
  page.evaluate((given) => (window as unknown as LaunchedWindow).launch(given), files);

test("files that are opened with the installed page go where dropped files go", async ({ page }) => {
  const [meta, data] = ["two-packets.sigmf-meta", "two-packets.sigmf-data"].map(example);
  await installed(page, [data]);

  await test.step("a new window shows a recording whole; metadata alone ask for their samples", async () => {
    await page.addInitScript((given) => (window as unknown as LaunchedWindow).launch(given), [meta]);
    await page.goto("./?opened");
    await expect(page.getByRole("alert")).toContainText("its samples, two-packets.sigmf-data, were not given");
    await expect(page).toHaveURL(/\/#recordings\?v=1/);
    await page.getByRole("button", { name: "Choose two-packets.sigmf-data" }).click();
    await expect(page.getByRole("contentinfo")).toContainText("two-packets: ");
    expect(await page.evaluate(() => (window as unknown as LaunchedWindow).picked)).toEqual({ startIn: meta.name });
  });

  await test.step("a later flow graph shows the lab that opens it", async () => {
    const text = ["options:", "  parameters: {title: Told}", "blocks: []", "connections: []"].join("\n");
    await launch(page, [{ name: "told.grc", base64: Buffer.from(text).toString("base64") }]);
    await expect(page).toHaveURL(/#graphs\?v=1/);
    await expect(page.getByText("told.grc is open.")).toBeVisible();
  });

  await test.step("the current lab opens what it can: both files of a pair at once", async () => {
    const link = page.getByRole("navigation").getByRole("link", { name: "Filters" });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await settled(page);
    await launch(page, [meta, data]);
    await expect(page.getByRole("main")).toContainText("two-packets");
    await expect(page).toHaveURL(/#filters\?v=1/);
  });

  await test.step("a page without a lab leads to one", async () => {
    await page.evaluate(() => (location.hash = "#course"));
    await expect(page.getByRole("heading", { name: "Course" }).first()).toBeVisible();
    await launch(page, [meta, data]);
    await expect(page).toHaveURL(/#recordings\?v=1/);
  });
});

test.describe("with its service worker", () => {
  // The policy forbids forms. The system's share is a form that the page does not send.
  test.use({ serviceWorkers: "allow", bypassCSP: true });

  test("the page opens what other programs share with it", async ({ page }) => {
    await page.goto("./#convolution?v=1");
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    /** Shares as the system does: the page is opened by a form with files. */
    const share = (files: readonly GivenFile[], texts: Readonly<Record<string, string>>) =>
      page.evaluate(
        ([given, fields]) => {
          const form = document.createElement("form");
          Object.assign(form, { method: "POST", action: "./share", enctype: "multipart/form-data" });
          for (const [name, value] of Object.entries(fields)) {
            form.append(Object.assign(document.createElement("input"), { name, value }));
          }
          const transfer = new DataTransfer();
          for (const { name, base64 } of given) {
            const bytes = Uint8Array.from(atob(base64), (one) => one.codePointAt(0)!);
            transfer.items.add(new File([bytes], name));
          }
          const input = Object.assign(document.createElement("input"), { type: "file", multiple: true, name: "files" });
          input.files = transfer.files;
          form.append(input);
          document.body.append(form);
          form.submit();
        },
        [files, texts] as const,
      );

    await share(["two-packets.sigmf-meta", "two-packets.sigmf-data"].map(example), { title: "Two files" });
    await expect(page.getByRole("contentinfo")).toContainText("two-packets: ");
    await expect(page).toHaveURL(/localhost:\d+\/#recordings\?v=1/);
    expect(await page.evaluate(async () => (await (await caches.open("shared with threeray")).keys()).length)).toBe(0);

    const link = await page.evaluate(() => `${location.origin}${location.pathname}#filters?v=1`);
    await share([], { text: `Look at this: ${link} it is good` });
    await expect(page).toHaveURL(link);
    await expect(page.getByRole("region", { name: "Magnitude", exact: true })).toBeVisible();

    await share([], { text: "https://example.org/#filters" });
    await expect(page.getByText("What was shared holds no file, and no link")).toBeVisible();

    // A share that a page kept and did not open, because it was closed.
    await page.evaluate(async () => {
      const cache = await caches.open("shared with threeray");
      await cache.put(`${location.origin}/share/an-id/0/late%20one.cf32`, new Response(new Uint8Array(8000)));
    });
    await page.goto("./?#convolution?v=1");
    await expect(page.getByText("Shared files wait to be opened: “late one.cf32”.")).toBeVisible();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect(page.getByRole("contentinfo")).toContainText(/late one: 1\s000 samples/);
  });
});
