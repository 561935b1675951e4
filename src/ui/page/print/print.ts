import { isDrawing } from "../../figures/draw-queue.ts";
import { useView } from "../view.ts";
import "./print.css";

/** Longest wait in ms for figures that are still computed or drawn. */
const PATIENCE_MS = 15_000;
/**
 * All figures are drawn if none is busy in this many frames in a row. After a change of the layout, observers of size and sight
 * start the drawing within a frame, and React shows the result in the next one.
 */
const CALM_FRAMES = 4;
/** Longest wait in ms for a frame: a hidden page has none. */
const FRAME_MS = 200;

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

/** Resolves when the head has been fetched and no figure is being computed or drawn. */
async function drawn(): Promise<void> {
  const start = performance.now();
  let calm = 0;
  while (calm < CALM_FRAMES && performance.now() - start < PATIENCE_MS) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, FRAME_MS);
    });
    const complete = document.querySelector(".print-head") !== null;
    calm = complete && !isDrawing() && !hasBusyFigure() ? calm + 1 : 0;
  }
}

/** Whether a card, or what takes a figure's place in it, is marked as busy. A closed section's figures do not count. */
const hasBusyFigure = () =>
  [...document.querySelectorAll("main [aria-busy=true]")].some((figure) => figure.checkVisibility());
