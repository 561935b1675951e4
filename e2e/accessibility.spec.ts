import { expect, type Locator, type Page, test } from "@playwright/test";
import { findOverflows } from "./layout.ts";
import { card, follow, settled } from "./lab.ts";

// docs/accessibility.md says which criterion of WCAG 2.1 each test belongs to. The tests of each lab run axe.

/** A lab that computes nothing until a run is started, and few codewords. */
const TURBO = "turbo?v=1&length=40&codewords=16&windows=1&ebn0=8:1:9";

/** Most presses of Tab on the way to a control. */
const MOST_TABS = 150;

/** Presses of Tab before the page is asked whether the control has the focus. */
const TABS_AT_ONCE = 10;

/** How far presses of Tab have come. */
interface Walk {
  isThere: boolean;
  /** Controls on the way that cannot be seen, that show no focus, or that the next press does not leave. */
  faults: string[];
}

/** Runs in the page. Observes presses of Tab until a control has the focus; later presses do nothing. */
function watchTabs(goal: Element): Walk {
  const walk: Walk = { isThere: goal === document.activeElement, faults: [] };
  const listening = new AbortController();
  const { signal } = listening;
  let before: Element | null = null;
  addEventListener("keydown", leave, { signal, capture: true });
  addEventListener("keyup", arrive, { signal, capture: true });
  return walk;

  function leave(event: KeyboardEvent): void {
    if (event.key !== "Tab") listening.abort();
    else if (walk.isThere) event.preventDefault();
    before = document.activeElement;
  }

  function arrive(): void {
    if (walk.isThere) return;
    const element = document.activeElement;
    if (element === before && element !== document.body)
      walk.faults.push(`trapped: ${element?.outerHTML.slice(0, 100)}`);
    walk.isThere = element === goal;
    const fault = walk.isThere ? undefined : focusFault();
    if (fault) walk.faults.push(fault);
  }

  /** Returns what is wrong with the focused element: it cannot be seen, or nothing shows that it has the focus. */
  function focusFault(): string | undefined {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const name = `${element.localName} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}”`;
    // A field's frame, a choice's line or a block's frame may show the focus in place of the element.
    const hasMark = (one: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    };
    const around = [element, element.parentElement!, element.closest("label, .field-box, .react-flow__node")];
    const inside = [...element.querySelectorAll("*")].slice(0, 20);
    // A handle in a figure has a thick rim.
    const isHandle = inside.some((one) => {
      const { stroke, strokeWidth } = getComputedStyle(one);
      const width = stroke === "none" ? 0 : parseFloat(strokeWidth);
      return (one.matches(".grip") && width >= 5) || (one.matches(".halo") && width >= 2);
    });
    if (!isHandle && ![...around, ...inside].some((one) => one && hasMark(one))) return `${name}: no mark of the focus`;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (width * height > 0 && (right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight))
      return `${name}: outside of the window`;
    return undefined;
  }
}

/** Presses Tab until a control has the focus. Each control on the way must show its focus, and the next press must leave it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const walk = await target.evaluateHandle(watchTabs);
  for (let presses = 0; presses < MOST_TABS; presses += TABS_AT_ONCE) {
    const { isThere, faults } = await walk.jsonValue();
    if (isThere) {
      expect(faults).toEqual([]);
      return;
    }
    for (let i = 0; i < TABS_AT_ONCE; i++) await page.keyboard.press("Tab");
  }
  throw new Error(`${MOST_TABS} presses of Tab do not reach ${target}; ${(await walk.jsonValue()).faults.join("; ")}`);
}

test("with the keyboard alone: a lab, a field, a run, a lecture, an answer and its figure", async ({ page }) => {
  await page.goto("./#filters?v=1");
  await expect(card(page, "Magnitude")).toBeVisible();

  await test.step("a lab is reached, and the first link skips to the figures", async () => {
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText(/figures/);
    await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Turbo" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle(/Turbo/);
    await follow(page, `#${TURBO}`);
    await expect(card(page, "Bit error rate")).toBeVisible();
  });

  await test.step("a field is changed", async () => {
    const field = page.getByRole("spinbutton", { name: "Codewords", exact: true });
    await tabTo(page, field);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("32");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("codewords=32");
  });

  await test.step("a run is started", async () => {
    const ber = card(page, "Bit error rate");
    await tabTo(page, ber.getByRole("button", { name: /^Run/ }));
    await page.keyboard.press("Enter");
    await expect(ber.getByRole("button", { name: "Run again" })).toBeVisible();
    await settled(page);
  });

  await test.step("a lecture is opened, and a question answered: its figure opens", async () => {
    await page.goto("./#filters?v=1");
    await expect(card(page, "Magnitude")).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "Lectures" }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("dialog").getByRole("link", { name: "Narrow is slow" }));
    await page.keyboard.press("Enter");
    const panel = page.getByRole("region", { name: "Lecture: Narrow is slow" });
    await expect(panel.getByRole("heading", { name: "Narrow is slow" })).toBeFocused();
    await expect(page.locator("#magnitude .covered")).toBeVisible();
    await tabTo(page, panel.locator(".question").getByRole("textbox"));
    await page.keyboard.type("-36");
    await page.keyboard.press("Enter");
    await expect(panel.locator(".verdict")).toContainText("Right");
    await expect(page.locator("#magnitude .covered")).toHaveCount(0);
    await tabTo(page, panel.getByRole("button", { name: "Next step" }));
    await page.keyboard.press("Enter");
    await tabTo(page, panel.getByRole("radio").first());
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(panel.locator(".verdict")).toContainText("Right");
    // The figure has the focus mark, and Tab continues behind it.
    await tabTo(page, card(page, "Zeros and poles").getByLabel(/^Data and export/));
  });

  await test.step("keys of one character can be turned off", async () => {
    await page.getByRole("main").focus();
    // The field of a dialog does not take the key that opens it.
    await page.keyboard.press("g");
    await expect(page.getByRole("searchbox")).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Threeray" });
    await tabTo(page, help.getByRole("checkbox", { name: "Keys of one character" }));
    await page.keyboard.press("Space");
    // A dialog that takes the place of another one returns the focus to where the first was opened.
    await page.keyboard.press("Escape");
    const opener = page.getByRole("button", { name: "Help and keys" });
    await opener.press("Enter");
    await help.getByRole("button", { name: "Glossary" }).press("Enter");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await page.getByRole("main").focus();
    await page.keyboard.press("g");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

/** WCAG's spacing of text, and more height per line. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Runs in the page. Its policy forbids style elements, and allows constructed style sheets. */
function setSpacing(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}

/** Runs in the page. Returns texts of controls and headings that are cut off. */
function findCutTexts(): string[] {
  return [...document.querySelectorAll("button, label, h2, h3, legend, summary")].flatMap((element) => {
    const { overflow, textOverflow } = getComputedStyle(element);
    // The strip hides what leaves a score.
    const isClipped = /hidden|clip/.test(overflow) || element.matches(".score, .strip-item");
    const isCut = element.scrollWidth > element.clientWidth + 1 && isClipped;
    const isShown = element.checkVisibility() && element.clientWidth > 1 && !element.closest(".unseen");
    return isCut && isShown && textOverflow !== "ellipsis" ? [`cut: ${element.textContent?.trim().slice(0, 40)}`] : [];
  });
}

const PLACES = [
  "equalizers?v=1&packets=1&equalizers=mmse",
  "adaptive?v=1",
  "convolution?v=1",
  "filters?v=1",
  "mimo?v=1",
  "turbo?v=1",
  "wifi?v=1",
  "graphs?v=1",
  "recordings?v=1",
  "filters?lecture=narrow-and-slow&step=2",
  "course",
];

test("zoom of 200 % and 400 %, and spaced text: nothing is lost, and nothing scrolls in two directions", async ({
  page,
}) => {
  const faults: string[] = [];
  for (const place of PLACES) {
    await page.goto(`./#${place}`);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    // A window of 1280 × 1024 pixels, zoomed.
    for (const [zoom, spaced] of [
      [2, false],
      [4, false],
      [4, true],
      [1, true],
    ] as const) {
      await page.setViewportSize({ width: 1280 / zoom, height: 1024 / zoom });
      await page.evaluate(setSpacing, spaced ? SPACED : "");
      let found: string[] = [];
      const find = async () => [...(await page.evaluate(findOverflows)), ...(await page.evaluate(findCutTexts))];
      await expect(async () => expect((found = await find())).toEqual([]))
        .toPass({ timeout: 2000, intervals: [50, 200, 400] })
        .catch(() =>
          faults.push(...found.map((one) => `${place}, ${zoom * 100} %${spaced ? ", spaced" : ""}: ${one}`)),
        );
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  expect(faults).toEqual([]);
});
