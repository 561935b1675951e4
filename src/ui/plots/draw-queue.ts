/**
 * Draws plots one a task, so that many of them never make one long task, and each at most ten times a second. A plot that
 * asks again before its turn is drawn once, with its newest data.
 */
const INTERVAL_MS = 100;

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
  setTimeout(() => {
    scheduled = false;
    void drawNext();
  }, ms);
}

async function drawNext(): Promise<void> {
  const now = performance.now();
  const due = [...waiting.keys()].map((key) => ({ key, wait: (drawn.get(key) ?? -Infinity) + INTERVAL_MS - now }));
  const next = due.find(({ wait }) => wait <= 0);
  if (next) {
    const draw = waiting.get(next.key);
    waiting.delete(next.key);
    drawn.set(next.key, now);
    await draw?.();
  }
  if (waiting.size) schedule(next ? 0 : Math.max(0, Math.min(...due.map(({ wait }) => wait))));
}
