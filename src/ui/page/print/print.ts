import { isDrawing } from "../../figures/draw-queue.ts";
import { useView } from "../view.ts";
import "./print.css";

/** Longest wait in ms for figures that are still computed or drawn. */
const PATIENCE_MS = 15_000;
/** All figures are drawn if none was drawn for this many milliseconds. */
const CALM_MS = 500;

let busy = false;

/**
 * Switches to the paper layout in light colours, waits until every figure is drawn, and opens the browser's print
 * dialog.
 */
export async function printFigures(): Promise<void> {
  if (busy) return;
  busy = true;
  useView.setState({ printing: true });
  try {
    await drawn();
    const printed = new Promise((resolve) => window.addEventListener("afterprint", resolve, { once: true }));
    window.print();
    await printed;
  } finally {
    useView.setState({ printing: false });
    busy = false;
  }
}

/** Resolves when no figure is being computed or drawn. */
async function drawn(): Promise<void> {
  const start = performance.now();
  let calm = start;
  while (performance.now() - calm < CALM_MS && performance.now() - start < PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (isDrawing() || document.querySelector(".card[aria-busy=true]")) calm = performance.now();
  }
}
