/** The colours of the current theme, for drawings that CSS cannot style. */
export type Palette = (property: `--${string}`) => string;

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

/** A cache of the document's computed colours. Each query makes the browser restyle everything that has changed. */
const known = new Map<string, string>();
/** Forgets the colours: the theme was changed within this task, and no observer was called yet. */
export const forgetColours = () => known.clear();
// Theme and presenter mode are attributes of the document.
new MutationObserver(forgetColours).observe(document.documentElement, { attributes: true });
systemDark.addEventListener("change", forgetColours);
window.addEventListener("resize", forgetColours);

function styleOf(property: string): string {
  const value = known.get(property) || getComputedStyle(document.documentElement).getPropertyValue(property).trim();
  known.set(property, value);
  return value;
}

/** Reads resolved colours from the document (tokens.css registers them as colours). */
export function readPalette(): Palette {
  return styleOf;
}

/** The page's small text in pixels: 12, and more in presenter mode. */
export function textSize(): number {
  return 0.75 * Number.parseFloat(styleOf("font-size"));
}

/** Calls back when the colours have changed, by the user's or the system's choice. */
export function onThemeChange(listener: () => void): () => void {
  const chosen = new MutationObserver(([{ oldValue }]) => {
    if (oldValue !== document.documentElement.getAttribute("data-theme")) listener();
  });
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"], attributeOldValue: true });
  systemDark.addEventListener("change", listener);
  return () => {
    systemDark.removeEventListener("change", listener);
    chosen.disconnect();
  };
}
