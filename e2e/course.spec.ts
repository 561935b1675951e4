import { expect, test } from "@playwright/test";
import { LABS } from "../src/ui/labs/registry.ts";
import { expectAccessible } from "./lab.ts";

test("the course leads from lecture to lecture, and explains its terms", async ({ page }) => {
  const course = page.getByRole("article");
  const bar = page.getByRole("navigation", { name: "Labs" });

  await test.step("lists every lecture of every lab, with time and prerequisites", async () => {
    await page.goto("./#course");
    await expect(page).toHaveTitle("Threeray: course");
    await expect(bar.getByRole("link", { name: "Course" })).toHaveAttribute("aria-current", "page");
    await expect(course.getByRole("heading", { level: 3 }).first()).toHaveText("1 Samples, noise and error rates");
    await expect(course.getByRole("heading", { level: 3 }).last()).toHaveText("Index");
    await expect(course.getByRole("listitem").first()).toContainText(/\d steps, about \d+ min/);
    await expectAccessible(page);
  });

  await test.step("a search leaves the lectures that have all words, and contents lead to a chapter", async () => {
    const search = course.getByRole("searchbox", { name: "Search the lectures" });
    await search.fill("Wiener filter");
    await expect(course.getByRole("status")).toHaveText(/^[1-9] of \d+ lectures$/);
    await search.fill("Wiener zyzzyva");
    await expect(course.getByRole("status")).toHaveText("No lecture has all these words.");
    await search.fill("");
    await course.getByRole("button", { name: /Computing on a GPU/ }).click();
    await expect(course.getByRole("heading", { name: "G Computing on a GPU" })).toBeFocused();
  });

  await test.step("a term opens its glossary entry on hover and on focus, and Escape closes it", async () => {
    const term = course.getByRole("button", { name: "poles" }).first();
    await term.hover();
    await expect(page.getByRole("tooltip")).toContainText("A root of the feedback polynomial.");
    await page.mouse.move(0, 0);
    await expect(page.getByRole("tooltip")).toBeHidden();
    await term.focus();
    await expect(page.getByRole("tooltip")).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("tooltip")).toBeHidden();
  });

  await test.step("the glossary opens by a key, and is searched", async () => {
    await page.getByRole("main").focus();
    await page.keyboard.press("g");
    const glossary = page.getByRole("dialog", { name: "Glossary" });
    await glossary.getByRole("searchbox", { name: "Search" }).fill("log-like");
    await expect(glossary.getByRole("term")).toHaveText(["LLR"]);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(glossary).toBeHidden();
  });

  await test.step("opens a lecture whose end leads to the next one and back", async () => {
    const [first, second] = await course
      .getByRole("listitem")
      .getByRole("link", { name: /^1\.\d+ / })
      .allTextContents();
    await course.getByRole("link", { name: first }).click();
    const panel = page.getByRole("region", { name: `Lecture: ${first.replace("1.1 ", "")}` });
    await expect(panel).toBeVisible();
    await page.keyboard.press("]");
    while ((await panel.getByRole("button", { name: "Next step" }).getAttribute("aria-disabled")) === "false") {
      await page.keyboard.press("]");
    }
    await panel.getByRole("link", { name: `Next lecture: ${second}` }).click();
    await expect(page.getByRole("region", { name: `Lecture: ${second.replace("1.2 ", "")}` })).toBeVisible();
    await page.goBack();
    await expect(panel).toBeVisible();
    await bar.getByRole("link", { name: "Course" }).click();
    await expect(course).toBeVisible();
    await expect(page.getByRole("region", { name: /^Lecture: / })).toBeHidden();
  });

  await test.step("the labs are a menu on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(bar).toBeHidden();
    await page.getByRole("button", { name: "Labs: Course" }).click();
    for (const { title } of Object.values(LABS)) await expect(bar.getByRole("link", { name: title })).toBeVisible();
    await expectAccessible(page);
    const [{ title }] = Object.values(LABS).slice(-1);
    await bar.getByRole("link", { name: title }).click();
    await expect(bar).toBeHidden();
    await expect(page.getByRole("button", { name: `Labs: ${title}` })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
