import { useView } from "../store/view.ts";

/** Colours as the theme in force has them, for drawings that CSS does not reach. */
export type Palette = (property: `--${string}`) => string;

/** Reads resolved colours from the document (tokens.css registers them as colours). */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return (property) => style.getPropertyValue(property).trim();
}

/** The page's small text in pixels: 12, and more in presenter mode. */
export function textSize(): number {
  return 0.75 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

/** Calls back when the colours have changed, by the person's choice or the system's. */
export function onThemeChange(listener: () => void): () => void {
  systemDark.addEventListener("change", listener);
  const unsubscribe = useView.subscribe((view, before) => view.theme !== before.theme && listener());
  return () => {
    systemDark.removeEventListener("change", listener);
    unsubscribe();
  };
}

/** A colour that what is under it shines through. A registered colour comes as rgb(r, g, b). */
export function translucent(colour: string): string {
  return colour.replace(/^rgb\((.*)\)$/, "rgba($1, 0.18)");
}
