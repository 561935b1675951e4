type Immediate = (callback: (...values: never[]) => void, ...values: unknown[]) => unknown;
const host = globalThis as { setImmediate?: Immediate & { paused?: true } };
const PAUSE_MS = 1;

/**
 * Lets Dawn's binding for Node.js look for finished work once per millisecond. Left alone it looks in a loop of immediates, which
 * keeps a processor core busy; a GPU in software needs that core. Does nothing in a browser, nor the second time.
 */
export function pausePolling(): void {
  const immediate = host.setImmediate;
  if (!immediate || immediate.paused) return;
  const pausing: Immediate = (callback, ...values) =>
    isNative(callback)
      ? setTimeout(() => (callback as (...values: unknown[]) => void)(...values), PAUSE_MS)
      : immediate(callback, ...values);
  host.setImmediate = Object.assign(pausing, { paused: true as const });
}

/** True for functions of a compiled module: the binding's, not JavaScript's own. */
const isNative = (callback: (...values: never[]) => void) =>
  Function.prototype.toString.call(callback).includes("[native code]");
