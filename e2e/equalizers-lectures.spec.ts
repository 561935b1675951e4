import { chromium, expect, type Page, test } from "@playwright/test";
import { isProblemSet } from "../src/core/lectures/lecture.ts";
import { LECTURES } from "../src/ui/labs/equalizers/lectures.ts";
import { card, edit, expectAccessible, expectAccessibleInThemes, pick, predict, score, settled } from "./lab.ts";

const panel = (page: Page) => page.getByRole("region", { name: /^Lecture: / });
const plain = (text: string) => text.replace(/\s+/g, " ").trim();
const hash = (page: Page) => page.evaluate(() => location.hash);

test("a lecture's figures agree with its text", async ({ page }) => {
  await page.goto("./#equalizers?lecture=counting");
  await predict(page);
  await expect(panel(page)).toContainText("6.0 × 10⁻⁴");
  await expect(score(page, "MMSE")).toContainText(/MMSE0 of .* bits/, { timeout: 90_000 });
  await settled(page);
  await expect(score(page, "ZF")).toContainText("off");
});

// These tests need no GPU: without one, steps follow as fast as keys are pressed.
test("lectures, equations, undo, presenter mode and frames", async ({ baseURL, launchOptions, contextOptions }) => {
  const switches = launchOptions.args?.filter((name) => !/webgpu|vulkan|swiftshader/i.test(name));
  const browser = await chromium.launch({ ...launchOptions, args: [...(switches ?? []), "--disable-gpu"] });
  const page = await (await browser.newContext({ ...contextOptions, baseURL })).newPage();
  page.setDefaultTimeout(20_000);
  await page.setViewportSize({ width: 1280, height: 900 });
  const errors: string[] = [];
  const fetched: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("./");

  await test.step("lists the lectures, and opens one with its scenario", async () => {
    await page.getByRole("button", { name: "Lectures" }).click();
    const list = page.getByRole("dialog", { name: "Lectures" });
    await expect(list.getByRole("listitem")).toHaveCount(LECTURES.length);
    expect(LECTURES.length).toBeGreaterThanOrEqual(8);
    await expectAccessible(page);
    await list.getByRole("link", { name: LECTURES[0].title }).click();
    await expect(list).toBeHidden();
    await expect(page.getByRole("heading", { name: LECTURES[0].title })).toBeFocused();
    await expect(page.getByRole("combobox", { name: "Channel", exact: true })).toHaveValue("none");
  });

  await test.step("steps through every lecture, each step with its text, figure and scenario", async () => {
    for (const { id, title, steps } of LECTURES.filter((one) => !isProblemSet(one))) {
      await page.evaluate((id) => (location.hash = `#equalizers?lecture=${id}`), id);
      await expect(panel(page)).toHaveAccessibleName(`Lecture: ${title}`);
      for (const [i, { title, text, questions, explains, scenario, figure }] of steps.entries()) {
        const said = [title, ...text.split(/\n+/), ...questions.map(({ prompt }) => prompt)].map(plain);
        const explanation = explains ? [plain(explains)] : [];
        const wanted = [`Step ${i + 1} of ${steps.length}`, ...said];
        const missing = async () => {
          const shown = plain((await panel(page).textContent()) ?? "");
          return wanted.concat(explanation).filter((one) => !shown.includes(one));
        };
        // Nothing but the explanation is missing before the predictions.
        await expect.poll(missing, { intervals: [20, 50, 100] }).toEqual(explanation);
        if (explains) {
          await predict(page);
          await expect.poll(missing, { intervals: [20, 50, 100] }).toEqual([]);
        }
        const link = `#${scenario.replace(/\?|$/, "?v=1&")}&lecture=${id}&step=${i + 1}`.replace("&&", "&");
        const fields = (link: string) => link.split(/[?&]/).toSorted();
        await expect.poll(async () => fields(await hash(page)), { intervals: [20, 50, 100] }).toEqual(fields(link));
        if (figure) await expect(page.locator(`#${figure}`, { hasText: "Look here" })).toBeInViewport();
        await page.keyboard.press("]");
      }
      await expect(page.getByRole("button", { name: "Next step" })).toHaveAttribute("aria-disabled", "true");
    }
  });

  await test.step("lets one change the scenario within a step, and returns to it", async () => {
    await page.evaluate(() => (location.hash = "#equalizers?lecture=null-in-band&step=2"));
    await expect(page.getByRole("combobox", { name: "Channel", exact: true })).toHaveValue("2");
    await page.getByRole("combobox", { name: "Channel", exact: true }).selectOption("none");
    await expect(panel(page)).toContainText("You have changed the scenario of this step.");
    await expect.poll(() => hash(page)).toMatch(/channel=none&.*&lecture=null-in-band&step=2/);
    await panel(page).getByRole("button", { name: "Back to the step’s scenario" }).click();
    await expect(page.getByRole("combobox", { name: "Channel", exact: true })).toHaveValue("2");
    await expect(panel(page)).not.toContainText("changed the scenario");
    // A link with a scenario keeps it; an unknown lecture is reported.
    await page.evaluate(() => (location.hash = "#equalizers?v=1&channel=3&packets=4&lecture=null-in-band&step=2"));
    await expect(page.getByRole("combobox", { name: "Channel", exact: true })).toHaveValue("3");
    await expect(panel(page)).toContainText("changed the scenario");
    await page.evaluate(() => (location.hash = "#equalizers?v=1&channel=3&packets=4&lecture=alchemy"));
    await expect(page.getByText("There is no lecture “alchemy”.")).toBeVisible();
    await expect(panel(page)).toBeHidden();
    // A task of a lecture may be in another lab.
    await page.evaluate(() => (location.hash = "#recordings?lecture=problems-radio&step=5"));
    await expect.poll(() => hash(page)).toMatch(/^#graphs\?.*&lecture=problems-radio&step=5/);
    await expect(panel(page)).toContainText("Task 4 of 5");
    await expect(panel(page)).toContainText("Error of a sink against the reference’s sink (out): at most −60 dB");
  });

  await test.step("is accessible with a lecture open, in both themes and on a phone", async () => {
    await page.evaluate(() => (location.hash = "#equalizers?lecture=zf-noise"));
    await expect(panel(page)).toBeVisible();
    await predict(page);
    await expectAccessibleInThemes(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Leave the lecture" }).click();
    await expect(panel(page)).toBeHidden();
    await expect(page.getByRole("main")).toBeFocused();
    await expect.poll(() => hash(page)).not.toContain("lecture");
  });

  await test.step("undoes and redoes; a drag is one step", async () => {
    const channel = page.getByRole("combobox", { name: "Channel", exact: true });
    const ebn0 = page.getByRole("spinbutton", { name: "Eb/N0", exact: true });
    await ebn0.fill("14");
    await ebn0.blur();
    await edit(page, () => channel.selectOption("1"));
    const slider = page.getByRole("slider", { name: "Eb/N0, slider" });
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.47, box.y + box.height / 2);
    await page.mouse.down();
    await edit(page, () => page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 }));
    await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const dragged = await ebn0.inputValue();
    expect(Number(dragged)).toBeGreaterThan(20);
    await edit(page, () => channel.selectOption("3"));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(channel).toHaveValue("1");
    await expect(ebn0).toHaveValue(dragged);
    await slider.focus();
    await page.keyboard.press("Control+z");
    await expect(ebn0).toHaveValue("14");
    await page.keyboard.press("Control+Shift+z");
    await expect(ebn0).toHaveValue(dragged);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect(channel).toHaveValue("3");
    await expect(page.getByRole("button", { name: "Redo" })).toHaveAttribute("aria-disabled", "true");
    // Also from within a field, whose draft is dropped.
    await edit(page, () => ebn0.fill("9"));
    await ebn0.press("Control+z");
    await expect(ebn0).toHaveValue(dragged);
  });

  await test.step("explains each figure by its equation, its source and its dependencies", async () => {
    const names = (await page.locator(".figures > .card h2").allTextContents()).filter(Boolean);
    expect(names.length).toBeGreaterThanOrEqual(8);
    expect(fetched.filter((url) => /equation-|KaTeX/.test(url))).toEqual([]);
    for (const name of names) {
      await pick(page, name, "Equation and source");
      const dialog = page.getByRole("dialog", { name: `${name}: equation and source` });
      await expect(dialog.locator(".equation math").first()).toBeAttached();
      await expect(dialog.locator(".katex-error")).toHaveCount(0);
      if (name === names[0]) await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(card(page, name).getByLabel(`Data and export of ${name}`)).toBeFocused();
      await pick(page, name, "What would change this?");
      const changes = page.getByRole("dialog", { name: `${name}: what would change this?` });
      await expect(changes).toBeVisible();
      expect(await changes.getByRole("definition").count()).toBeGreaterThanOrEqual(2);
      await page.keyboard.press("Escape");
    }
    expect(fetched.every((url) => url.startsWith("http://localhost") || url.startsWith("data:"))).toBe(true);
  });

  await test.step("enlarges text for a class, and shows no shell within a frame", async () => {
    const rail = page.getByRole("complementary", { name: "Scenario" });
    const size = () => page.evaluate(() => getComputedStyle(document.body).fontSize);
    const before = await size();
    await page.getByRole("main").focus();
    await page.keyboard.press("p");
    await expect(rail).toBeHidden();
    expect(Number.parseFloat(await size())).toBeGreaterThan(1.2 * Number.parseFloat(before));
    expect(await hash(page)).toMatch(/&present$/);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Presenter mode" }).click();
    await expect(rail).toBeVisible();
    expect(await hash(page)).not.toContain("present");

    await page.evaluate(() => (location.hash = "#equalizers?lecture=zf-noise&embed"));
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(rail).toBeHidden();
    await expect(page.getByRole("contentinfo").getByRole("status")).toBeHidden();
    await expect(panel(page)).toBeVisible();
    await expectAccessible(page);
    const whole = page.getByRole("link", { name: "Open in Threeray" });
    await whole.focus();
    expect(await whole.getAttribute("href")).toMatch(
      /^#equalizers\?v=1&channel=2&ebn0=30&packets=32&lecture=zf-noise&step=1$/,
    );
  });
  expect(errors).toEqual([]);
  await browser.close();
});
