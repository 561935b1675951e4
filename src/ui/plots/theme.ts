import { useSyncExternalStore } from "react";
import { useView } from "../store/view.ts";

/** Colours as the theme in force has them, for drawings that CSS does not reach. */
export type Palette = (property: `--${string}`) => string;

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

function subscribe(onChange: () => void): () => void {
  systemDark.addEventListener("change", onChange);
  return () => systemDark.removeEventListener("change", onChange);
}

/** "light" or "dark", whoever decides it: the person, or else the system. */
export function useTheme(): "light" | "dark" {
  const chosen = useView((view) => view.theme);
  const dark = useSyncExternalStore(subscribe, () => systemDark.matches);
  if (chosen !== "system") return chosen;
  return dark ? "dark" : "light";
}

/** Reads resolved colours from the document (tokens.css registers them as colours). */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return (property) => style.getPropertyValue(property).trim();
}
