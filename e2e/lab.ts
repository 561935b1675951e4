import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Download, Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import axe from "axe-core";

/** The page under test, addressed by names and roles as a person sees it. */

/** Opens the lab with a scenario small enough for a software GPU, and waits for its figures. */
export async function openLab(page: Page, fields = ""): Promise<void> {
  const few = fields.includes("&packets=") ? "" : "&packets=4";
  await page.goto(`./#equalizers?v=1${few}${fields}`);
  await expect(score(page, "MMSE")).toContainText(/ of .* bits/, { timeout: 90_000 });
  await settled(page);
}

/** Waits until nothing is being computed. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("contentinfo").getByRole("status")).toHaveText(/^(Ready|Stopped)/, { timeout: 90_000 });
}

/**
 * Goes to a link of the page, and waits until the page has read it. Before that the page shows the last scenario, for which it
 * may be settled, and would take the next click for it.
 */
export async function follow(page: Page, link: string): Promise<void> {
  await page.evaluate(async (link) => {
    const before = location.href;
    location.hash = link;
    if (location.href !== before)
      await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
  }, link);
  // A lab that was not fetched before comes later.
  const shown = page.getByRole("navigation", { name: "Labs", includeHidden: true }).locator("[aria-current=page]");
  await expect(shown).toHaveAttribute("href", new RegExp(`^${/^#\w+/.exec(link)?.[0]}\\b`));
  // The status line follows in the next frames.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Answers all questions of the open lecture's step with anything, so that its figure and its explanation open. */
export async function predict(page: Page): Promise<void> {
  // Before the lecture is loaded there is neither a question nor a covered figure.
  await expect(page.getByRole("region", { name: /^Lecture: / })).toBeVisible();
  // A step that was just opened may still have the questions of the one before.
  await expect(async () => {
    await page.evaluate(answerAll);
    await expect(page.locator(".covered")).toHaveCount(0, { timeout: 2000 });
  }).toPass();
}

/** Runs in the page, because each click of Playwright's takes longer than all answers of a step. */
async function answerAll(): Promise<void> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (const question of document.querySelectorAll(".lecture .question")) {
    const button = [...question.querySelectorAll("button")].find(({ textContent }) => textContent === "Predict");
    if (!button) continue;
    question.querySelector<HTMLInputElement>("input[type=radio]")?.click();
    const field = question.querySelector<HTMLInputElement>("input:not([type=radio]), textarea");
    if (field) {
      field.value = "1";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    await drawn();
    button.click();
    await drawn();
  }
}

/** Makes an edit and waits until the address has it. Until then the page takes the next edit for a part of this one. */
export async function edit(page: Page, make: () => Promise<unknown>): Promise<void> {
  const before = page.url();
  await make();
  await expect.poll(() => page.url()).not.toBe(before);
}

/** Runs the sweep of a lab's bit error rates to its end. */
export async function runSweep(page: Page): Promise<void> {
  const ber = card(page, "Bit error rate");
  await ber.getByRole("button", { name: /^Run/ }).click();
  await expect(ber.getByRole("button", { name: "Run again" })).toBeVisible();
  await settled(page);
}

/** Presses space in the frame in which a sweep has counted a part of its errors. Later a small sweep may have ended. */
export const stopWhenCounting = (page: Page) =>
  page.waitForFunction(() => {
    if (!/[1-9]\d* %/.test(document.querySelector("#ber .run-note")?.textContent ?? "")) return false;
    const space = { key: " ", code: "Space", bubbles: true, cancelable: true };
    return document.querySelector("main")?.dispatchEvent(new KeyboardEvent("keydown", space)) !== undefined;
  });

export const score = (page: Page, name: string) =>
  page.getByRole("group", { name: "Algorithms" }).getByRole("button", { name });

/** Returns the error rate of an algorithm in the strip. */
export async function scoreOf(page: Page, name: string): Promise<number> {
  const text = (await page.getByRole("group", { name: "Algorithms" }).locator(".unseen").textContent()) ?? "";
  const [, errors, bits] = new RegExp(`(?:^|; )${name}: wrong are ([\\d\\s]+) of ([\\d\\s]+) bits`).exec(text) ?? [];
  return Number(errors.replace(/\s/g, "")) / Number(bits.replace(/\s/g, ""));
}

export const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });

/** Opens a figure's menu and picks an entry. */
export async function pick(page: Page, title: string, entry: string): Promise<void> {
  const item = card(page, title).getByRole("button", { name: entry });
  // A figure that is drawn as it comes into sight can move the menu between press and release; then no click occurs.
  await expect(async () => {
    if (!(await item.isVisible())) await card(page, title).getByLabel(`Data and export of ${title}`).click();
    await expect(item).toBeVisible({ timeout: 2000 });
  }).toPass();
  await item.click();
}

/** Picks an entry from a figure's menu and returns the file that it saves. */
export async function exported(page: Page, title: string, entry: "PNG" | "SVG" | "CSV"): Promise<Buffer> {
  const [saved] = await Promise.all([page.waitForEvent("download"), pick(page, title, entry)]);
  return contents(saved);
}

/** Returns the texts of a card's saved picture that its edges cut. */
export async function cutTexts(page: Page, title: string): Promise<string[]> {
  const svg = (await exported(page, title, "SVG")).toString();
  return page.evaluate((svg) => {
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const root = document.body.appendChild(document.importNode(drawn, true));
    const { left, top, right, bottom } = root.getBoundingClientRect();
    const cut = [...root.querySelectorAll("text")].filter((text) => {
      const own = text.getBoundingClientRect();
      return own.left < left - 0.5 || own.top < top - 0.5 || own.right > right + 0.5 || own.bottom > bottom + 0.5;
    });
    root.remove();
    return cut.map(({ textContent }) => textContent);
  }, svg);
}

export async function contents(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

/** A figure's CSV as rows of named cells. */
export async function csvOf(page: Page, title: string): Promise<Record<string, string>[]> {
  const text = (await exported(page, title, "CSV")).toString();
  const [head, ...rows] = text
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
}

export interface DroppedFile {
  name: string;
  bytes: Buffer;
}

/** Drops files on the page. */
export async function drop(page: Page, files: DroppedFile[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: bytes.toString("base64") }));
  await page.evaluate((sent) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of sent) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    for (const type of ["dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, sent);
}

/** Returns the files in a tar archive, by their names without folders. */
export function untar(archive: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0;) {
    const field = (from: number, length: number) =>
      archive.toString("latin1", at + from, at + from + length).replace(/\0.*$/, "");
    const size = Number.parseInt(field(124, 12), 8);
    files[field(0, 100).replace(/^.*\//, "")] = archive.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

export const sha512 = (bytes: Buffer) => createHash("sha512").update(bytes).digest("hex");

/** Inserts a program before the worker's own. */
export async function inWorker(page: Page, program: string): Promise<void> {
  await page.route(/worker-.*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${program}\n${await response.text()}` });
  });
}

/** Expects no violation of any axe rule, or of those about colours: all that another theme of the same page can violate. */
export async function expectAccessible(page: Page, rules: "all" | "colours" = "all"): Promise<void> {
  // A page loads axe once, because loading takes longer than a run.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (rules) => {
    // Another theme or width reaches figures in the next frames. Until then, colours and sizes belong to neither.
    for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map((one) => one.finished));
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ["violations"],
      selectors: false,
      ...(rules === "colours" && { runOnly: ["color-contrast", "link-in-text-block"] }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, rules);
  expect(violations).toEqual([]);
}

/** Expects that the page is accessible in both themes, of which it keeps the dark one. */
export async function expectAccessibleInThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page, "colours");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
}

/** What the strip has counted in live draws. */
export async function liveTrials(page: Page): Promise<number> {
  const text = await page.locator(".strip").textContent();
  const [, trials = "0"] = /live: [\d\s]+ of ([\d\s]+) /.exec(text ?? "") ?? [];
  return Number(trials.replaceAll(/\s/g, ""));
}

/** Text of a figure beside its picture. */
const wordsOf = (figure: Locator) =>
  figure.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const picture of copy.querySelectorAll("svg")) picture.remove();
    return copy.textContent;
  });

/** Runs the figures live: errors add up, the address stays, and the draw of the seed comes back at the end. */
export async function expectLive(page: Page, figure: Locator): Promise<void> {
  const own = { words: await wordsOf(figure), url: page.url() };
  const live = page.getByRole("button", { name: "Live l", exact: true });
  await expect(live).toHaveAttribute("aria-pressed", "false");
  await figure.scrollIntoViewIfNeeded();
  await page.locator("body").press("l");
  await expect.poll(() => liveTrials(page)).toBeGreaterThan(0);
  const first = await liveTrials(page);
  await expect.poll(() => liveTrials(page)).toBeGreaterThan(first);
  expect(page.url()).toBe(own.url);
  await live.click();
  await expect(page.locator(".strip")).not.toContainText("growing");
  // Limits of axes may stay where a live draw has moved them.
  await expect.poll(() => wordsOf(figure)).toBe(own.words);
}
