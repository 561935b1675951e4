import type { ComponentType } from "react";
import { flushSync } from "react-dom";
import { drawEveryFigure, measureEveryFigure } from "../../figures/watch.ts";
import { type Printed, useView } from "../view.ts";
import { Answers, Questions } from "./handout.tsx";
import { PrintHead } from "./print-head.tsx";
import "./print.css";

/** Longest wait in ms for figures that are still computed. */
const PATIENCE_MS = 15_000;
/** All figures are computed if none is busy in this many checks in a row: React shows a result after the next frame. */
const CALM_CHECKS = 3;
const CHECK_MS = 50;

/** Where the figures were scrolled to: the paper layout does not scroll. */
let place = 0;

/** The browser's own menu does not ask. */
const UNASKED = "both";
let what: Printed = UNASKED;
/** A student's result, in place of a hand-out. */
let Sheet: ComponentType | undefined;

const begin = () => useView.setState({ printing: { what, Head: PrintHead, Questions: Sheet ?? Questions, Answers } });
const end = () => useView.setState({ printing: undefined });

// The page is printed by its button, by Ctrl+P, and by the browser's menu, which says so only here.
window.addEventListener("beforeprint", () => {
  place = document.querySelector("main")?.scrollTop ?? 0;
  flushSync(begin);
  drawEveryFigure();
});
window.addEventListener("afterprint", () => {
  flushSync(end);
  flushSync(measureEveryFigure);
  document.querySelector("main")?.scrollTo({ top: place, behavior: "instant" });
});

/**
 * Opens the browser's print dialog when no figure is being computed.
 *
 * @param sheet The result to print.
 */
export async function print(chosen: Printed, sheet?: ComponentType): Promise<void> {
  const start = performance.now();
  for (let calm = 0; calm < CALM_CHECKS && performance.now() - start < PATIENCE_MS;) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    calm = hasBusyFigure() ? 0 : calm + 1;
  }
  what = chosen;
  Sheet = sheet;
  try {
    if (chosen !== "figures") await showWords();
    window.print();
  } finally {
    what = UNASKED;
    Sheet = undefined;
    end();
  }
}

/** Shows a lecture's texts, and waits for their formulas: KaTeX and its fonts are fetched with the first one. */
async function showWords(): Promise<void> {
  await import("../../elements/equation.tsx");
  begin();
  await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  await document.fonts.ready;
}

/** Whether a card, or what takes a figure's place in it, is marked as busy. A closed section's figures do not count. */
const hasBusyFigure = () =>
  [...document.querySelectorAll("main [aria-busy=true]")].some((figure) => figure.checkVisibility());
