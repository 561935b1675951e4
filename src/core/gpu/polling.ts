type Immediate = (callback: (...values: never[]) => void, ...values: unknown[]) => unknown;
const host = globalThis as { setImmediate?: Immediate & { paused?: true } };
const PAUSE_MS = 1;

/**
 * Makes Dawn's binding for Node.js poll for finished work once per millisecond. By default it polls in a loop of
 * immediates, which keeps a processor core busy; a software GPU needs that core. It does nothing in a browser, or when
 * it is called again.
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

/** Returns true for functions of a compiled module: those belong to the binding. */
const isNative = (callback: (...values: never[]) => void) =>
  Function.prototype.toString.call(callback).includes("[native code]");
