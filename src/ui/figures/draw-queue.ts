/**
 * Draws plots in turn, the least recently drawn first, each at most ten times per second. A drawing task is short, so that input is
 * handled in between. A plot that is queued again before its turn is drawn once, with its newest data.
 */
const INTERVAL_MS = 100;

/** A task starts no further plot after this many milliseconds. */
const BUDGET_MS = 4;

interface Waiting {
  draw: Draw;
  onError: (error: unknown) => void;
}

/** Draws a plot. `atOnce`: before the function returns its promise, in one task. */
type Draw = (atOnce: boolean) => Promise<unknown> | void;

const waiting = new Map<object, Waiting>();
const drawn = new WeakMap<object, number>();
let scheduled = false;

/** @param onError Called with the error of `draw`; the other plots are still drawn. */
export function enqueueDraw(key: object, draw: Draw, onError: Waiting["onError"]): void {
  waiting.set(key, { draw, onError });
  schedule(0);
}

export function cancelDraw(key: object): void {
  waiting.delete(key);
}

/** Draws all waiting plots before it returns. */
export function drawAtOnce(): void {
  for (const [key, { draw, onError }] of waiting) {
    waiting.delete(key);
    drawn.set(key, performance.now());
    void (async () => draw(true))().catch(onError);
  }
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
      await draw(false);
    } catch (error) {
      onError(error);
    }
  }
  return 0;
}
