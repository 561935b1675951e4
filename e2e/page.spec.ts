import { type Browser, chromium, expect, type Locator, type Page, test } from "@playwright/test";
import { card, drop, expectAccessible, openLab, score, settled } from "./lab.ts";

const notices = (page: Page) => page.locator(".notices");
const bar = (page: Page) => page.getByRole("navigation", { name: "Labs" });
const lecture = (page: Page) => page.getByRole("region", { name: /^Lecture: / });
const channel = (page: Page) => page.getByRole("combobox", { name: "Channel", exact: true });
const hash = (page: Page) => page.evaluate(() => location.hash);

/** Blocks files whose names match until the returned function is called. */
async function takeAway(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

/** Returns the position of an element's middle, as a fraction of the height of the figures' part of the page. */
const isSeen = (figure: Locator) =>
  figure.evaluate((element) => {
    const main = document.querySelector("main")!.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return Math.min(bottom, main.bottom) - Math.max(top, main.top) >= Math.min(bottom - top, main.height) - 1;
  });

/** Measures at each frame by how many pixels the drawing of the channel goes beyond its card. */
function watchChannel(): void {
  const seen = Object.assign(window, { channelFrames: 0, channelBeyond: -Infinity });
  const look = () => {
    const card = document.querySelector("#channel");
    for (const part of card?.querySelectorAll("svg.ray-chart text, svg.ray-chart path") ?? []) {
      const beyond = part.getBoundingClientRect().right - card!.getBoundingClientRect().right;
      seen.channelBeyond = Math.max(seen.channelBeyond, beyond);
    }
    if (card) seen.channelFrames++;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test.describe("without a GPU", () => {
  // In sequence: they share a browser.
  test.describe.configure({ mode: "default" });
  let browser: Browser;
  let page: Page;
  test.beforeAll(async ({ launchOptions }) => {
    const switches = launchOptions.args?.filter((name) => !/webgpu|vulkan|swiftshader/i.test(name));
    browser = await chromium.launch({ ...launchOptions, args: [...(switches ?? []), "--disable-gpu"] });
  });
  test.beforeEach(async ({ baseURL, contextOptions }) => {
    const context = await browser.newContext({ ...contextOptions, baseURL });
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.setViewportSize({ width: 1280, height: 760 });
  });
  test.afterEach(() => page.context().close());
  test.afterAll(() => browser.close());

  test("a lab that cannot be fetched shows a message, and is fetched on another attempt", async () => {
    await page.goto("./#equalizers?v=1&channel=2");
    await expect(channel(page)).toHaveValue("2");
    const giveBack = await takeAway(page, /assets\/lab-/);
    await bar(page).getByRole("link", { name: "Turbo" }).click();
    await expect(notices(page)).toContainText("The lab “Turbo” could not be fetched.");
    await expect(notices(page)).toContainText("The page may have a newer version");
    await expect(notices(page).getByRole("button", { name: "Reload" })).toBeVisible();
    await expect(channel(page)).toHaveValue("2");
    expect(await hash(page)).toBe("#equalizers?v=1&channel=2");
    await giveBack();
    await notices(page).getByRole("button", { name: "Try again" }).click();
    await expect(bar(page).getByRole("link", { name: "Turbo" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("form", { name: "Experiment" })).toBeVisible();
  });

  test("a page whose first lab cannot be fetched says so, and starts on another attempt", async () => {
    const giveBack = await takeAway(page, /assets\/lab-/);
    await page.goto("./#equalizers?v=1&channel=2");
    const failure = page.getByRole("alert");
    await expect(failure).toContainText("The lab “Equalizers” could not be fetched.");
    await expect(bar(page).getByRole("link", { name: "Turbo" })).toBeVisible();
    await giveBack();
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(channel(page)).toHaveValue("2");
    await expect(page.getByRole("slider", { name: "Ray 2", exact: true })).toBeVisible();
    expect(await hash(page)).toBe("#equalizers?v=1&channel=2");
  });

  test("dialogs and lectures that cannot be fetched are reported, and can be fetched again", async () => {
    await page.goto("./");
    await expect(channel(page)).toBeVisible();
    let giveBack = await takeAway(page, /assets\/(dialogs|lectures|panel)-/);
    await page.getByRole("button", { name: "Help and keys" }).click();
    await expect(notices(page)).toContainText("The dialog could not be shown.");
    await page.evaluate(() => (location.hash = "#equalizers?lecture=zf-noise"));
    await expect(notices(page)).toContainText("The lecture cannot be shown.");
    await giveBack();
    await notices(page).getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("dialog", { name: "Threeray" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.evaluate(() => (location.hash = "#equalizers?lecture=zf-noise"));
    await expect(lecture(page)).toBeVisible();
    // The list, in a lab whose lectures have not been fetched yet.
    await bar(page).getByRole("link", { name: "Turbo" }).click();
    await expect(page.getByRole("form", { name: "Experiment" })).toBeVisible();
    giveBack = await takeAway(page, /assets\/lectures-/);
    await page.getByRole("button", { name: "Lectures" }).click();
    const list = page.getByRole("dialog", { name: "Lectures" });
    await expect(list).toContainText("The lectures could not be fetched.");
    await giveBack();
    await list.getByRole("button", { name: "Try again" }).click();
    await expect(list.getByRole("link").first()).toBeVisible();
  });

  test("notices of one lab disappear in another, are visible at any scroll position, and name each file that is not opened", async () => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto("./");
    await expect(channel(page)).toBeVisible();
    await page.getByRole("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
    await page.evaluate(() => (location.hash = "#equalizers?v=1&ebn0=loud"));
    const said = notices(page).getByText("This link cannot be shown: ebn0 must be a number");
    await expect(said).toBeInViewport();
    await bar(page).getByRole("link", { name: "Turbo" }).click();
    await expect(page.getByRole("form", { name: "Experiment" })).toBeVisible();
    await expect(said).toBeHidden();

    const bad = { name: "bad.json", bytes: Buffer.from('{"ledger": {"points": 3}}') };
    for (const name of ["Turbo", "Equalizers", "MIMO", "Wi-Fi", "Convolution", "Recordings", "Flow graphs"]) {
      const link = bar(page).getByRole("link", { name });
      await link.click();
      await expect(link).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await drop(page, [bad]);
      if (name === "Recordings") await expect(page.locator(".refused")).toContainText("Recordings need a GPU");
      else await expect(notices(page)).toContainText("bad.json");
    }

    // A reader that never ends leaves the page responsive, and can be stopped.
    await page.route(/importer-.*\.js$/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "for (;;);" }),
    );
    const status = page.getByRole("contentinfo").getByRole("status");
    await drop(page, [{ name: "endless.grc", bytes: Buffer.from("options: {}") }]);
    await expect(status).toHaveText("Reading endless.grc");
    await page.getByRole("button", { name: "Stop space" }).click();
    await expect(notices(page)).toContainText("Reading endless.grc was stopped.");
    await expect(status).toHaveText("No GPU available");
    await page.unroute(/importer-.*\.js$/);
    // Lists that double 60 times.
    const lists = Array.from({ length: 60 }, (_, i) => {
      const value = i === 0 ? "[1, 2]" : `v${i - 1} + v${i - 1}`;
      return `- {name: v${i}, id: variable, parameters: {value: '${value}'}, states: {coordinate: [0, 0], state: enabled}}`;
    });
    const text = `options: {parameters: {id: a}}\nblocks:\n${lists.join("\n")}\nconnections: []\n`;
    await drop(page, [{ name: "lists.grc", bytes: Buffer.from(text) }]);
    await expect(page.getByRole("dialog", { name: "lists.grc was imported" })).toBeVisible();
    expect(errors).toEqual([]);
  });

  test("an unknown field of a link is skipped and named; a wrong value stays in the address beside the default", async () => {
    await page.goto("./#equalizers?v=1&utm_source=mail&channel=3&fold=speed");
    await expect(channel(page)).toHaveValue("3");
    await expect(notices(page)).toContainText("“utm_source”. The page skipped it and kept the others.");
    expect(await hash(page)).toBe("#equalizers?v=1&channel=3&fold=speed");

    await page.goto("about:blank");
    await page.goto("./#turbo?v=1&length=512&at=loud");
    const refusal = notices(page).getByText("This link cannot be shown: at must be a number");
    await expect(refusal).toBeVisible();
    await expect(bar(page).getByRole("link", { name: "Turbo" })).toHaveAttribute("aria-current", "page");
    await page.waitForLoadState("networkidle");
    expect(await hash(page)).toBe("#turbo?v=1&length=512&at=loud");
    await page.getByRole("button", { name: "Start from the default" }).click();
    await expect.poll(() => hash(page)).toBe("#turbo?v=1");
    await expect(refusal).toBeHidden();

    // A corrected address is read, and an edit replaces a refused one.
    await page.evaluate(() => (location.hash = "#turbs?v=1"));
    await expect(notices(page)).toContainText("there is no lab “turbs”; the labs are equalizers,");
    await page.evaluate(() => (location.hash = "#turbo?v=1&seed=-1"));
    await expect(notices(page).getByRole("paragraph")).toHaveCount(1);
    await page.getByRole("spinbutton", { name: "At Eb/N0" }).fill("2");
    await expect.poll(() => hash(page)).toBe("#turbo?v=1&at=2");
    await expect(notices(page).getByRole("paragraph")).toHaveCount(0);

    await test.step("a toast moves nothing, stays while one points at it or has the focus in it, and is closed by Escape and by its button", async () => {
      await page.clock.install();
      const toast = notices(page)
        .getByRole("status")
        .getByText(/clipboard|copying/);
      const copy = page.getByRole("button", { name: "Copy a link to this scenario" });
      const place = () => page.getByRole("main").evaluate((main) => JSON.stringify(main.getBoundingClientRect()));
      const before = await place();
      await copy.click();
      await expect(toast).toBeInViewport({ ratio: 0.99 });
      expect(await place()).toBe(before);
      await toast.hover();
      await page.clock.fastForward(60_000);
      await expect(toast).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(toast).toBeHidden();
      await copy.click();
      await notices(page).getByRole("button", { name: "Dismiss" }).focus();
      await page.clock.fastForward(60_000);
      await page.keyboard.press("Enter");
      await expect(toast).toBeHidden();
      await expect(copy).toBeFocused();
      // Over a dialog, too: both are in the browser's top layer.
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
      await copy.dispatchEvent("click");
      await expect(toast).toBeVisible();
      await expect(page.locator(".toasts:popover-open")).toBeVisible();
      await page.keyboard.press("Escape");
    });
  });

  test("a hand-written link to a lecture's step applies the step's scenario", async () => {
    await page.goto("./#equalizers?v=1&lecture=null-in-band&step=2");
    await expect(lecture(page)).toContainText("Step 2 of");
    await expect(channel(page)).toHaveValue("2");
    await expect(lecture(page)).not.toContainText("changed the scenario");

    // A step beyond the last one is the last one, also where it changes the scenario.
    await page.goto("about:blank");
    await page.goto("./#equalizers?v=1&lecture=null-in-band&step=999");
    await expect(lecture(page)).toContainText(/Step (\d+) of \1\D/);
    await expect(notices(page).getByRole("paragraph")).toHaveCount(0);

    // Also if it is added to the link in the address.
    await page.evaluate(() => (location.hash = "#equalizers?v=1&channel=3&ebn0=7"));
    await expect(channel(page)).toHaveValue("3");
    await page.evaluate(() => (location.hash += "&lecture=null-in-band&step=1"));
    await expect(lecture(page)).toContainText("Step 1 of");
    await expect(channel(page)).toHaveValue("1");
    await expect(lecture(page)).not.toContainText("changed the scenario");

    // A link that the page wrote for another scenario restores it, also for the default one.
    await page.evaluate(() => (location.hash = "#equalizers?v=1&lecture=null-in-band&step=2"));
    await expect(channel(page)).toHaveValue("2");
    await channel(page).selectOption("1");
    await page.getByRole("spinbutton", { name: "Eb/N0", exact: true }).fill("21");
    await expect(lecture(page)).toContainText("changed the scenario");
    await expect.poll(() => hash(page)).toContain("own");
    await page.reload();
    await expect(lecture(page)).toContainText("changed the scenario");
    await expect(channel(page)).toHaveValue("1");
  });

  test("presenter mode shows a step’s text and its figure, enlarged, also at the next step", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto("./#equalizers?lecture=null-in-band&step=1");
    await expect(lecture(page)).toContainText("Step 1 of");
    const enlarged = page.locator(".card[data-focus][data-enlarged]");
    const show = async () => {
      await expect.poll(() => isSeen(enlarged)).toBe(true);
      const [figure, text] = [await enlarged.boundingBox(), await lecture(page).boundingBox()];
      expect(figure!.width).toBeGreaterThan(700);
      expect(figure!.height).toBeGreaterThan(400);
      expect(text!.x + text!.width).toBeLessThanOrEqual(figure!.x);
      await expect(lecture(page).getByRole("button", { name: "Show the answer" }).first()).toBeInViewport();
    };
    await page.keyboard.press("p");
    await show();
    await page.keyboard.press("]");
    await expect(lecture(page)).toContainText("Step 2 of");
    await show();
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await page.getByRole("main").boundingBox())!.width).toBe(390);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press("p");
    await expect(enlarged).toHaveCount(0);
    // Questions leave a low page less room than a figure needs.
    await expect(page.locator(".card[data-focus]")).toBeInViewport({ ratio: 0.5 });
  });

  test("a lab is restored as it was left: scenario, folded figures, scroll position, also by the browser's history", async () => {
    await page.goto("./#equalizers?v=1&channel=3");
    await expect(channel(page)).toHaveValue("3");
    await channel(page).selectOption("2");
    await page.getByRole("button", { name: "Signal", expanded: true }).click();
    const main = page.getByRole("main");
    const place = () => main.evaluate((main) => main.scrollTop);
    await main.evaluate((main) => main.scrollTo(0, 333));
    // Figures that are fetched late above the position shift it.
    await page.waitForLoadState("networkidle");
    const left = await place();
    expect(left).toBeGreaterThan(0);
    // At once: no edit is lost before the address changes.
    await bar(page).getByRole("link", { name: "Turbo" }).click();
    const length = page.getByRole("combobox", { name: "Length" }).or(page.getByRole("spinbutton", { name: "Length" }));
    await expect(length.first()).toBeVisible();
    expect(await place()).toBe(0);
    await bar(page).getByRole("link", { name: "Equalizers" }).click();
    await expect(channel(page)).toHaveValue("2");
    await expect(page.getByRole("button", { name: "Signal", expanded: false })).toBeVisible();
    await expect.poll(place).toBe(left);
    await expect.poll(() => hash(page)).toBe("#equalizers?v=1&channel=2&fold=overview");

    await page.goBack();
    await expect(length.first()).toBeVisible();
    expect(await place()).toBe(0);
    await page.goForward();
    await expect(channel(page)).toHaveValue("2");
    await expect.poll(place).toBe(left);

    // The end of the figures is also restored: they need their full height before the lab is scrolled there.
    await main.evaluate((main) => main.scrollTo(0, main.scrollHeight));
    await page.waitForLoadState("networkidle");
    const end = await place();
    expect(end).toBeGreaterThan(left);
    await bar(page).getByRole("link", { name: "Turbo" }).click();
    await expect(length.first()).toBeVisible();
    await page.goBack();
    await expect(channel(page)).toHaveValue("2");
    await expect.poll(place).toBe(end);
  });

  test("the first Tab stop skips the bar and leads to the figures", async () => {
    await page.goto("./");
    await expect(channel(page)).toBeVisible();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the figures" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    expect(await hash(page)).toMatch(/^#equalizers\?v=1&channel=custom&rays=/);
  });

  test("without a link the page begins with a scene that its address holds; a link without a channel is channel 1", async () => {
    await page.addInitScript(watchChannel);
    await page.goto("./");
    await expect(channel(page)).toHaveValue("custom");
    // No frame shows a figure wider than its card.
    await expect.poll(() => page.evaluate("channelFrames")).toBeGreaterThan(3);
    expect(await page.evaluate("channelBeyond")).toBeLessThanOrEqual(0);
    await expect(page.getByLabel("Ray 2 delay")).toHaveValue("75");
    const welcome = page.getByRole("complementary", { name: "Welcome" });
    await expect(welcome.getByRole("link")).toHaveText(["Open a recording", "Take a lecture"]);
    await expect(page.locator("#rail").getByRole("button", { name: "Run sweep" })).toBeInViewport({ ratio: 1 });
    await welcome.getByRole("button", { name: "Play with a channel" }).click();
    await expect(welcome).toBeHidden();
    const address = await page.evaluate(() => location.href);
    await page.goto("about:blank");
    await page.goto(address);
    await expect(page.getByLabel("Ray 2 phase")).toHaveValue("90");
    await page.evaluate(() => (location.hash = "#equalizers?v=1"));
    await expect(channel(page)).toHaveValue("1");
    await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
    const more = page.locator("#rail .more summary").last();
    await expect(more).toHaveText("More");
    await page.evaluate(() => (location.hash = "#equalizers?v=1&cmaPasses=3"));
    await expect(more).toHaveText("More 1 changed");
  });
});

test("space after a click on a score runs the sweep; space on a focused score switches it", async ({ page }) => {
  await openLab(page, "&equalizers=none,mmse&sweep=9:2:11");
  const zf = score(page, "ZF");
  await zf.click();
  await expect(zf).toHaveAttribute("aria-pressed", "true");
  await settled(page);
  // The run's figure is out of sight, even folded away: the page goes there.
  await page.getByRole("button", { name: /^Signal/, expanded: true }).click();
  await page.getByRole("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await zf.click();
  await zf.click();
  await page.keyboard.press("Space");
  await expect(page.getByRole("progressbar", { name: "Sweeping Eb/N0" })).toBeVisible();
  await expect(card(page, "Bit error rate")).toBeInViewport({ ratio: 0.9 });
  await expect(zf).toHaveAttribute("aria-pressed", "true");
  await settled(page);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(zf).toBeFocused();
  await page.keyboard.press("Space");
  await expect(zf).toHaveAttribute("aria-pressed", "false");
});

test("a figure that fails shows its failure and can be retried; the others continue", async ({ page }) => {
  test.slow();
  // Replaces two texts by expressions that can throw: one of a card, one of a plot's axis.
  const broken = (text: string) => `(window.broken?(()=>{throw new Error("out of ink")})():${text})`;
  await page.route(/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/(["'`])Tap k \(samples[^"'`]*\1/g, broken)
      .replace(/(?<=title: ?)(["'`])Power\1(?=, ?unit)/g, broken);
    await route.fulfill({ response, body });
  });
  const giveBack = await takeAway(page, /assets\/plotly-/);
  await openLab(page, "&equalizers=zf,mmse");
  const failure = page.getByRole("alert");
  await expect(card(page, "Spectrum").getByRole("alert")).toContainText("The plotting library could not be fetched.");
  await giveBack();
  await card(page, "Spectrum").getByRole("button", { name: "Try again" }).click();
  for (const name of ["Spectrum", "Bit error rate"]) {
    await card(page, name).scrollIntoViewIfNeeded();
    await expect(card(page, name).locator(".main-svg").first()).toBeVisible();
    await expect(card(page, name).getByRole("alert")).toHaveCount(0);
  }

  await page.evaluate(() => Object.assign(window, { broken: true }));
  await card(page, "Spectrum").scrollIntoViewIfNeeded();
  await score(page, "ZF").click();
  const ebn0 = page.getByRole("spinbutton", { name: "Eb/N0", exact: true });
  await ebn0.fill("11");
  await ebn0.blur();
  await settled(page);
  await expect(card(page, "Spectrum").getByRole("alert")).toContainText("out of ink");
  await expect(failure.filter({ hasText: "This figure could not be fetched or drawn." })).toContainText("out of ink");
  await expect(card(page, "Constellations")).not.toContainText("ZF");
  await page.evaluate(() => Object.assign(window, { broken: false }));
  while ((await failure.count()) > 0) await failure.first().getByRole("button", { name: "Try again" }).click();
  await expect(card(page, "Taps")).toBeVisible();
  await expect(card(page, "Spectrum").locator(".main-svg").first()).toBeVisible();
});

test("a lecture's figure is visible when the figures above it have been drawn", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 766 });
  await page.goto("./#mimo?lecture=mtt&step=4");
  await expect(lecture(page)).toContainText("Step 4 of");
  await settled(page);
  const focus = page.locator(".card[data-focus]");
  await expect(focus).toContainText("Look here");
  await expect.poll(() => isSeen(focus)).toBe(true);
});
