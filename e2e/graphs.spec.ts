import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { card, contents, csvOf, drop, expectAccessible, expectAccessibleInThemes } from "./lab.ts";
import { expectLayout } from "./layout.ts";

/** Small pages: a software GPU computes them in milliseconds. */
const SMALL = "page=65536&preset=spectrum-analyser";

const status = (page: Page) => page.locator(".status-line [role=status]");
const block = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const inspector = (page: Page) => page.locator("#block-fields");
const hash = (page: Page) => page.evaluate(() => location.hash);

/** Returns the link when the last change is in it. */
async function rested(page: Page): Promise<string> {
  let link = "";
  await expect(async () => {
    link = await hash(page);
    await page.waitForTimeout(600);
    expect(await hash(page)).toBe(link);
  }).toPass();
  return link;
}

/** Leaves the field in focus, so that keys are the page's. */
const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

/** Deletes all blocks by keyboard. */
async function empty(page: Page) {
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await expect(page.getByText("This graph is empty. A flow graph begins")).toBeVisible();
}

/** Adds blocks from the palette by keyboard. */
async function add(page: Page, titles: readonly string[]) {
  for (const title of titles) {
    // After Enter the keys are the page's again, and the search is empty.
    await page.keyboard.press("/");
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
  }
  await expect(page.locator(".react-flow__node")).toHaveCount(titles.length);
}

/** Connects an output to an input by keyboard. */
async function connect(page: Page, from: string, to: RegExp) {
  await block(page, from).focus();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog")).toBeVisible();
  const target = page.getByRole("dialog").getByRole("button", { name: to });
  for (let i = 0; i < 12 && !(await target.evaluate((element) => element === document.activeElement)); i++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  // The focus is where it was.
  await expect(block(page, from)).toBeFocused();
}

/** Writes a value into a number field of a block by keyboard. @param field Its place among the block's fields, after the name. */
async function edit(page: Page, id: string, field: number, value: string) {
  await block(page, id).focus();
  await page.keyboard.press("Enter");
  for (let i = 0; i < field; i++) await page.keyboard.press("Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(value);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
}

/** Presses Enter on a button, and returns the file that the page saves. */
async function saved(page: Page, name: string): Promise<Buffer> {
  await page.getByRole("button", { name, exact: true }).focus();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  return contents(download);
}

/** Returns the link to a graph of blocks without places, each connected to the one before by its first input. */
function linkTo(types: readonly string[]): string {
  const blocks = types.map((type, i) => ({ id: `n${i}`, type, parameters: {}, position: [0, 0] }));
  const connections = types.slice(1).map((type, i) => ({
    from: [type === "spectrum-sink" ? "n0" : `n${i}`, "out"],
    to: [`n${i + 1}`, "in"],
  }));
  const graph = { format: "threeray flow", version: 1, variables: [], blocks, connections };
  return `#graphs?v=1&page=65536&graph=${deflateRawSync(JSON.stringify(graph)).toString("base64url")}`;
}

/** Returns the blocks that are not wholly on the canvas, and the height of its smallest text in pixels. */
const seen = (page: Page) =>
  page.locator(".canvas").evaluate((canvas) => {
    const box = canvas.getBoundingClientRect();
    const nodes = [...canvas.querySelectorAll<HTMLElement>(".react-flow__node")];
    const outside = nodes.filter((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return left < box.left || right > box.right || top < box.top || bottom > box.bottom;
    });
    const scale = nodes[0].getBoundingClientRect().width / nodes[0].offsetWidth;
    return { blocks: nodes.length, outside: outside.map(({ dataset }) => dataset.id), text: 12 * scale };
  });

test("a graph made by keyboard alone gives the same file in the page and in the terminal, bit for bit", async ({
  page,
}) => {
  await page.goto(`./#graphs?v=1&${SMALL}`);
  await expect(block(page, "spectrum")).toBeVisible();
  await empty(page);
  await add(page, ["noise source", "multiply by a constant", "head", "file sink"]);
  await connect(page, "noise-source", /multiply-constant\.in/);
  await connect(page, "multiply-constant", /head\.in/);
  await connect(page, "head", /file-sink\.in/);
  await edit(page, "multiply-constant", 2, "pi / 7");
  await edit(page, "head", 2, "200003");
  await block(page, "file-sink").focus();
  await page.keyboard.press("Enter");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Tab");
  await page.keyboard.type("raw");
  await expect(block(page, "file-sink")).toContainText("raw");
  await page.keyboard.press("Escape");
  await blur(page);
  await expect(status(page)).toHaveText("Ready");
  await page.keyboard.press("Space");
  await expect(status(page)).toHaveText(/^Finished/);
  await page.getByRole("tab", { name: "Graph" }).focus();
  await page.keyboard.press("Enter");
  const graph = await saved(page, "Save");
  const file = await saved(page, "Save file");
  expect(file).toHaveLength(8 * 200_003);

  const folder = mkdtempSync(join(tmpdir(), "threeray-e2e-"));
  try {
    const [source, out] = [join(folder, "graph.json"), join(folder, "out.raw")];
    writeFileSync(source, graph);
    // Another page size than the page's.
    const run = spawnSync(process.execPath, [
      "scripts/cli.mjs",
      "flow",
      source,
      "--set",
      `file-sink.name=${out}`,
      "--page",
      "30000",
    ]);
    expect(run.status, run.stderr.toString()).toBe(0);
    expect(readFileSync(out).equals(file)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a graph made by keyboard alone runs, and its link restores it", async ({ page }) => {
  await page.goto(`./#graphs?v=1&${SMALL}`);
  await expect(block(page, "spectrum")).toBeVisible();

  await test.step("adds blocks from the palette", async () => {
    await empty(page);
    await add(page, ["signal source", "multiply by a constant", "number"]);
    // A new input asks for a connection at its port. The sentence comes with an attempt to run.
    await expect(block(page, "number-sink")).toContainText("connect");
    await expect(block(page, "number-sink")).not.toContainText("The input is not connected");
    await expect(status(page)).toHaveText("2 inputs are not connected yet");
    await blur(page);
    await page.keyboard.press("Space");
    await expect(block(page, "number-sink")).toContainText("The input is not connected");
    await expect(page.locator(".notices")).toContainText("The graph has problems.");
  });

  await test.step("sets the type and the waveform of a block from the outline", async () => {
    await blur(page);
    await page.keyboard.press("o");
    await page.keyboard.press("Home");
    await expect(page.getByRole("treeitem", { name: /^Signal source/ })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(inspector(page).getByLabel("Name", { exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.type("real");
    await page.keyboard.press("Tab");
    await page.keyboard.type("constant");
    await expect(block(page, "signal-source")).toContainText("constant");
    await page.keyboard.press("Escape");
    await expect(block(page, "signal-source")).toBeFocused();
  });

  await test.step("sets the gain's type at its block on the canvas, and its factor by an expression", async () => {
    await block(page, "multiply-constant").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("real");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("sqrt(9) / 2");
    await expect(inspector(page)).toContainText("= 1.5");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  await test.step("connects the ports", async () => {
    await connect(page, "signal-source", /multiply-constant\.in/);
    await page.keyboard.press("o");
    const output = page.getByRole("treeitem", { name: /^output out/ }).nth(1);
    await output.focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /number-sink\.in/ })
      .press("Enter");
    await expect(output).toBeFocused();
    await expect(status(page)).toHaveText("Ready");
    await expect(block(page, "multiply-constant").locator("[data-fused]")).toBeVisible();
  });

  await test.step("moves a block, and undoes the move", async () => {
    const before = await rested(page);
    await block(page, "number-sink").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => hash(page)).not.toBe(before);
    await page.keyboard.press("Control+z");
    await expect.poll(() => hash(page)).toBe(before);
  });

  await test.step("deletes a block, which moves the focus to a neighbouring block, and undoes the deletion", async () => {
    const before = await rested(page);
    await block(page, "number-sink").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Delete");
    await expect(block(page, "multiply-constant")).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect.poll(() => hash(page)).toBe(before);
  });

  await test.step("runs", async () => {
    await blur(page);
    await page.keyboard.press("Space");
    await expect(card(page, "Number: number-sink")).toContainText("1.5");
    await page.keyboard.press("Space");
    await expect(status(page)).toHaveText("Paused");
    const [{ value }] = await csvOf(page, "Number: number-sink");
    expect(Number(value)).toBeCloseTo(1.5, 6);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(status(page)).toHaveText("Stopped");
  });

  await test.step("is restored by its link", async () => {
    expect(await hash(page)).toContain("graph=");
    await page.reload();
    await expect(block(page, "multiply-constant")).toContainText("sqrt(9) / 2 = 1.5");
    await expect(page.locator(".react-flow__edge")).toHaveCount(2);
  });
});

test("a preset runs, a slider changes it while it runs, and blocks show their problems", async ({ page }) => {
  await page.goto(`./#graphs?v=1&${SMALL}`);
  await expect(block(page, "spectrum")).toBeVisible();
  const spectrum = card(page, "Spectrum");

  await test.step("shows each preset whole, with texts that can be read", async () => {
    for (const [name, blocks] of [
      ["synchronization", 16],
      ["fm-receiver", 13],
      ["spectrum-analyser", 9],
    ] as const) {
      await page.evaluate((name) => (location.hash = `#graphs?v=1&page=65536&preset=${name}`), name);
      await expect.poll(() => seen(page)).toEqual({ blocks, outside: [], text: expect.any(Number) });
      expect((await seen(page)).text).toBeGreaterThan(8.5);
    }
  });

  await test.step("places a new block in view, upon no other, and leaves the view where it is", async () => {
    const viewport = page.locator(".react-flow__viewport");
    const view = await viewport.getAttribute("style");
    await page.keyboard.press("/");
    await page.keyboard.type("delay");
    await page.keyboard.press("Enter");
    await expect(inspector(page)).toBeVisible();
    await expect(block(page, "delay")).toBeInViewport({ ratio: 0.99 });
    const covered = await block(page, "delay").evaluate((node) => {
      const own = node.getBoundingClientRect();
      const others = [...document.querySelectorAll(".react-flow__node, #block-fields")].filter((one) => one !== node);
      return others.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return own.left < right && left < own.right && own.top < bottom && top < own.bottom;
      }).length;
    });
    expect(covered).toBe(0);
    await block(page, "all")
      .locator("[data-port='all.out']")
      .dragTo(block(page, "delay").locator("[data-port='delay.in']"));
    await expect(page.locator(".react-flow__edge")).toHaveCount(9);
    await expect(viewport).toHaveAttribute("style", view!);
    await page.keyboard.press("Delete");
    await expect(block(page, "delay")).toBeHidden();
    await page.getByRole("tab", { name: "Graph" }).click();
  });

  await test.step("computes one page, then runs", async () => {
    const one = page.getByRole("button", { name: "Compute one page" });
    await one.press("Enter");
    await expect(status(page)).toHaveText("Paused");
    // It was disabled meanwhile.
    await expect(one).toBeFocused();
    await expect(one).toBeEnabled();
    await expect(spectrum).toContainText("Peak");
    const rows = await csvOf(page, "Spectrum");
    const peak = rows.reduce((best, row) => (Number(row["power (dB)"]) > Number(best["power (dB)"]) ? row : best));
    expect(Number(peak["frequency (kHz)"])).toBeCloseTo(100, 0);
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await expect(status(page)).toHaveText("Running");
  });

  await test.step("follows a slider without a restart", async () => {
    await page.getByLabel("Value of strong", { exact: true }).fill("-300k");
    await expect(spectrum).toContainText(/Peak .* dB at −(299|300)(\.\d+)? kHz/);
    await expect(status(page)).toHaveText("Running");
  });

  await test.step("shows problems at the block, and runs again when they are mended", async () => {
    await block(page, "all").click();
    await inspector(page).getByRole("button", { name: "Remove the connection from more.out" }).click();
    await expect(block(page, "all")).toContainText("not connected");
    await expect(status(page)).toContainText("Running the graph before the change");
    await page.keyboard.press("Control+z");
    await expect(status(page)).toHaveText("Running");
    await expect(block(page, "all")).not.toContainText("not connected");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
  });

  await test.step("opens a file with a block that it does not know", async () => {
    const graph = {
      format: "threeray flow",
      version: 1,
      variables: [],
      blocks: [{ id: "odd", type: "no-such-block", parameters: { depth: 3 }, position: [0, 0] }],
      connections: [],
    };
    await drop(page, [{ name: "odd.json", bytes: Buffer.from(JSON.stringify(graph)) }]);
    await expect(block(page, "odd")).toContainText("unknown block");
    await expect(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();
  });

  await test.step("draws of the largest graphs what is in view, and says what is outside", async () => {
    const count = (what: string) => page.locator(what).count();
    // A file whose program placed no block: they lie on one another.
    const delays = Array.from({ length: 998 }, () => "delay");
    await page.evaluate((hash) => (location.hash = hash), linkTo(["signal-source", ...delays, "number-sink"]));
    await expect(page.getByText("lay on one another")).toBeVisible();
    await expect(page.getByText(/^9\d\d blocks are outside the view: below\./)).toBeVisible();
    expect(await count(".react-flow__node")).toBeLessThan(40);
    await expect(block(page, "n0")).toBeInViewport();
    await page.getByRole("tab", { name: "Outline" }).click();
    await page.getByRole("treeitem").first().press("End");
    await expect(page.getByRole("treeitem", { name: /from n998\.out/ })).toBeFocused();
    expect(await count("[role=treeitem]")).toBeLessThan(200);
    await page.getByRole("tab", { name: "Graph" }).click();
    // As many figures as there are blocks.
    const sinks = Array.from({ length: 999 }, () => "spectrum-sink");
    await page.evaluate((hash) => (location.hash = hash), linkTo(["signal-source", ...sinks]));
    await expect(page.getByText(/^9\d\d more figures follow\./)).toBeVisible();
    expect(await count("section.card")).toBeLessThan(40);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(page.getByText(/blocks of this view are outlines\. Zoom in to see them\./)).toBeVisible();
    expect(await count(".react-flow__node")).toBeLessThanOrEqual(150);
    expect(await count(".react-flow__edge")).toBeLessThanOrEqual(300);
    expect(await count("*")).toBeLessThan(10_000);
  });

  await test.step("has no fault that axe finds, in both themes and in each part", async () => {
    await page.getByRole("button", { name: "Spectrum analyser" }).click();
    await block(page, "all").click();
    await expectAccessibleInThemes(page);
    for (const part of ["Blocks", "Outline"]) {
      await page.getByRole("tab", { name: part }).click();
      await expectAccessible(page);
    }
    await expectLayout(page);
  });
});
