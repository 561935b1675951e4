/**
 * Draws plots in turn, who was drawn longest ago first, and each at most ten times a second. A task of drawing is short, so
 * that input comes between. A plot that asks again before its turn is drawn once, with its newest data.
 */
const INTERVAL_MS = 100;

/** A task begins no further plot after so long. */
const BUDGET_MS = 4;

const waiting = new Map<object, () => Promise<unknown> | void>();
const drawn = new WeakMap<object, number>();
let scheduled = false;

export function enqueueDraw(key: object, draw: () => Promise<unknown> | void): void {
  waiting.set(key, draw);
  schedule(0);
}

export function cancelDraw(key: object): void {
  waiting.delete(key);
}

function schedule(ms: number): void {
  if (scheduled) return;
  scheduled = true;
  setTimeout(async () => {
    let wait = 0;
    try {
      wait = await drawDue();
    } finally {
      scheduled = false;
      if (waiting.size) schedule(wait);
    }
  }, ms);
}

/** Returns after how many ms the next one may be drawn. */
async function drawDue(): Promise<number> {
  const start = performance.now();
  while (waiting.size && performance.now() - start < BUDGET_MS) {
    const last = (key: object) => drawn.get(key) ?? -Infinity;
    const next = [...waiting.keys()].reduce((first, key) => (last(key) < last(first) ? key : first));
    const wait = last(next) + INTERVAL_MS - performance.now();
    if (wait > 0) return wait;
    const draw = waiting.get(next);
    waiting.delete(next);
    drawn.set(next, performance.now());
    await draw?.();
  }
  return 0;
}
