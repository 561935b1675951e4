/**
 * Draws plots in turn, the least recently drawn first, each at most ten times per second. A drawing task is short, so that input is
 * handled in between. A plot that is queued again before its turn is drawn once, with its newest data.
 */
const INTERVAL_MS = 100;

/** A task starts no further plot after this many milliseconds. */
const BUDGET_MS = 4;

interface Waiting {
  draw: () => Promise<unknown> | void;
  onError: (error: unknown) => void;
}

const waiting = new Map<object, Waiting>();
const drawn = new WeakMap<object, number>();
let scheduled = false;

/** @param onError Called with the error of `draw`; the other plots are still drawn. */
export function enqueueDraw(key: object, draw: Waiting["draw"], onError: Waiting["onError"]): void {
  waiting.set(key, { draw, onError });
  schedule(0);
}

export function cancelDraw(key: object): void {
  waiting.delete(key);
}

/** Whether any plot waits for its turn. */
export function isDrawing(): boolean {
  return scheduled || waiting.size > 0;
}

function schedule(ms: number): void {
  if (scheduled) return;
  scheduled = true;
  setTimeout(async () => {
    const wait = await drawDue();
    scheduled = false;
    if (waiting.size) schedule(wait);
  }, ms);
}

/** Returns the milliseconds until the next plot may be drawn. */
async function drawDue(): Promise<number> {
  const start = performance.now();
  while (waiting.size && performance.now() - start < BUDGET_MS) {
    const last = (key: object) => drawn.get(key) ?? -Infinity;
    const next = [...waiting.keys()].reduce((first, key) => (last(key) < last(first) ? key : first));
    const wait = last(next) + INTERVAL_MS - performance.now();
    if (wait > 0) return wait;
    const { draw, onError } = waiting.get(next)!;
    waiting.delete(next);
    drawn.set(next, performance.now());
    try {
      await draw();
    } catch (error) {
      onError(error);
    }
  }
  return 0;
}
