import { ICONS } from "../../ui/elements/icon-paths.ts";
import { recall, remember } from "../../ui/elements/memory.ts";
import { LETTER_KEYS, THEME_KEY, THEME_NAMES, THEMES } from "../../ui/elements/preferences.ts";
import "../../ui/tokens.css";
import "../../ui/base.css";
import "./site.css";

const find = <E extends Element>(selector: string) => document.querySelector<E>(selector)!;
const input = find<HTMLInputElement>("#search");

startTheme();
startSearch();
document.addEventListener("keydown", press);
for (const wide of document.querySelectorAll<HTMLElement>(".table, pre, .katex-display")) addScroller(wide);
markOutline();
document.querySelector('.contents [aria-current="page"]')?.scrollIntoView({ block: "center" });
// The lab's service worker has these pages, too. Private windows and insecure pages have none.
if (import.meta.env.PROD) {
  const address = new URL(`${document.body.dataset.root}/../service-worker.js`, document.baseURI);
  navigator.serviceWorker?.register(address, { updateViaCache: "none" }).catch(() => {});
}

/** The theme is the lab's: both remember it under the same key. */
function startTheme(): void {
  const button = find<HTMLButtonElement>(".theme-button");
  let theme = THEMES.find((name) => name === recall(THEME_KEY)) ?? "system";
  const show = () => {
    document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-label", `Theme: ${THEME_NAMES[theme]}`);
    button.querySelector("path")!.setAttribute("d", ICONS[theme]);
  };
  show();
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    remember(THEME_KEY, theme);
    show();
  });
}

/** The search and its index load when they are first used. */
function startSearch(): void {
  find<HTMLElement>(".search").dataset.ready = "";
  const start = async () => {
    const { search } = await import("./search.ts");
    await search(input, find<HTMLElement>("#results"), find<HTMLElement>(".search [role=status]"));
  };
  input.addEventListener("focus", () => void start().catch(fail), { once: true });
}

/** The search could not load: it says so, and tries again with the next focus. */
function fail(): void {
  find(".search [role=status]").textContent = "The search could not be loaded. Focus the field to try again.";
  startSearch();
}

/** `/` goes to the search, and the keys of lectures turn the pages. The lab's setting turns keys of one character off. */
function press(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select");
  if (isTyping || ctrlKey || metaKey || altKey || recall(LETTER_KEYS) === "off") return;
  if (key === "/") {
    event.preventDefault();
    input.focus();
    input.select();
  }
  const rel = key === "[" ? "prev" : key === "]" ? "next" : undefined;
  if (rel) find<HTMLAnchorElement>(`.turn [rel=${rel}]`)?.click();
}

/** What is wider than the page scrolls, and the keyboard can reach it. */
function addScroller(frame: HTMLElement): void {
  new ResizeObserver(() => {
    if (frame.scrollWidth > frame.clientWidth) {
      frame.tabIndex = 0;
      frame.setAttribute("role", "group");
      const kind = frame.matches("pre") ? "Code" : frame.matches(".table") ? "Table" : "Formula";
      frame.setAttribute("aria-label", `${kind}, scrolls sideways`);
    } else for (const name of ["tabindex", "role", "aria-label"]) frame.removeAttribute(name);
  }).observe(frame);
}

/** Marks the heading that is being read in the list of headings. */
function markOutline(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>(".outline a")].map((link) => [link.hash.slice(1), link]),
  );
  const headings = [...document.querySelectorAll<HTMLElement>("article :is(h2, h3)")].filter(({ id }) => links.has(id));
  const mark = () => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < 120);
    for (const [id, link] of links) link.toggleAttribute("aria-current", id === current?.id);
  };
  document.addEventListener("scroll", mark, { passive: true });
  mark();
}
