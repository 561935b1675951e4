import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInThemes } from "./lab.ts";

/** From the narrowest phones to a large screen. */
const WIDTHS = [360, 768, 1024, 1280, 1920];

/**
 * Expects at every width that no control leaves its card and that the page does not scroll sideways, that figures of error
 * rates are high enough on a laptop, and that each figure of the lab fills the page when it is enlarged. Call it with results, which make the most controls.
 */
export async function expectLayout(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
    // A plot follows its card a moment later. What stays is a fault.
    let left: string[] = [];
    await expect(async () => expect((left = await page.evaluate(findOverflows))).toEqual([]))
      .toPass({ timeout: 20_000, intervals: [50, 100, 300, 1000] })
      .catch(() => faults.push(...left.map((fault) => `${width} px: ${fault}`)));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  faults.push(...(await page.evaluate(findSmallRateFigures)));
  faults.push(...(await page.evaluate(findSmallEnlarged)));
  expect(faults).toEqual([]);
}

/** Expects that the page is accessible in both themes and on a phone, and that its layout is right. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await expectAccessibleInThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectLayout(page);
}

/** Runs in the page. Returns the controls outside their cards, and what makes the page scroll sideways. */
export function findOverflows(): string[] {
  const faults: string[] = [];
  const nameOf = (element: Element) => {
    const name = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 30);
    return `${element.localName}.${element.getAttribute("class") ?? ""} “${name}”`;
  };
  /** Whether the element is in a part of the frame that scrolls or clips its content. */
  const isClipped = (element: Element, frame: Element) => {
    for (let parent = element.parentElement; parent && parent !== frame; parent = parent.parentElement)
      if (getComputedStyle(parent).overflowX !== "visible") return true;
    return false;
  };
  for (const frame of [document.documentElement, ...document.querySelectorAll("main, .rail")]) {
    if (frame.scrollWidth <= frame.clientWidth) continue;
    const right = frame.getBoundingClientRect().left + frame.clientWidth;
    const wide = [...frame.querySelectorAll("*")].find(
      (element) => element.getBoundingClientRect().right > right + 0.5 && !isClipped(element, frame),
    );
    faults.push(`${frame.localName} scrolls sideways to ${frame.scrollWidth} px: ${wide && nameOf(wide)}`);
  }
  const { width } = document.querySelector("main")!.getBoundingClientRect();
  if (width < Math.min(innerWidth, 500)) faults.push(`the figures have ${Math.round(width)} px`);
  for (const frame of document.querySelectorAll(".bar, main .card")) {
    const outer = frame.getBoundingClientRect();
    if (!outer.width) continue;
    for (const control of frame.querySelectorAll("h2, button, input, select, summary, a, label")) {
      if (control.closest(".unseen, .skip-link, .menu-list, [popover]")) continue;
      if (!control.checkVisibility({ visibilityProperty: true }) || isClipped(control, frame)) continue;
      const { left, right } = control.getBoundingClientRect();
      const outside = Math.max(outer.left - left, right - outer.right);
      if (outside > 0.5)
        faults.push(`${nameOf(control)} is ${Math.round(outside)} px outside of ${frame.id || "the bar"}`);
    }
  }
  return faults;
}

/** Runs in the page. Returns the figures of error rates whose plots, between their axes, are less than 220 px high. */
async function findSmallRateFigures(): Promise<string[]> {
  const faults: string[] = [];
  for (const figure of document.querySelectorAll(".rate-figure")) {
    figure.scrollIntoView({ block: "center" });
    const heightOf = () => figure.querySelector("rect.nsewdrag")?.getBoundingClientRect().height ?? 0;
    // A plot is drawn a moment after it comes into sight.
    for (let frames = 0; frames < 600 && heightOf() < 220; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const card = figure.closest(".card")!.id;
    if (heightOf() < 220) faults.push(`the plot of ${card} is ${Math.round(heightOf())} px high`);
  }
  return faults;
}

/**
 * Runs in the page. Enlarges each figure in turn, and returns those that do not fill the page. Each takes the place of the one
 * before, because all figures would be drawn again if that one shrank.
 */
async function findSmallEnlarged(): Promise<string[]> {
  const faults: string[] = [];
  const main = document.querySelector("main")!;
  const press = async (id: string, name: string) => {
    document.querySelector<HTMLElement>(`#${CSS.escape(id)} .card-tools [aria-label^="${name} "]`)?.click();
    // React answers a click before the next task.
    await new Promise((resolve) => setTimeout(resolve));
  };
  const names = [...document.querySelectorAll("main .card[id]")].map(({ id }) => id);
  for (const id of names) {
    await press(id, "Enlarge");
    const { width, bottom } = document.getElementById(id)!.getBoundingClientRect();
    const room = main.getBoundingClientRect();
    if (width < 0.9 * room.width)
      faults.push(`${id}, enlarged, has ${Math.round(width)} of ${Math.round(room.width)} px`);
    if (bottom < room.bottom - 0.1 * room.height)
      faults.push(`${id}, enlarged, ends ${Math.round(room.bottom - bottom)} px above the foot`);
  }
  for (const id of names) await press(id, "Shrink");
  return faults;
}
