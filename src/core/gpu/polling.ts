type Immediate = (callback: (...values: never[]) => void, ...values: unknown[]) => unknown;
const host = globalThis as { setImmediate?: Immediate & { pauses?: true } };
const PAUSE_MS = 1;
/** Work in progress during which Dawn polls slowly. */
let slow = 0;

/**
 * Makes Dawn's binding for Node.js poll for finished work once per millisecond until the returned function is called. By default it
 * polls in a loop of immediates, which keeps a processor core busy. It does nothing in a browser.
 */
export function pausePolling(): () => void {
  const immediate = host.setImmediate;
  if (immediate && !immediate.pauses) {
    const pausing: Immediate = (callback, ...values) =>
      slow > 0 && isNative(callback)
        ? setTimeout(() => (callback as (...values: unknown[]) => void)(...values), PAUSE_MS)
        : immediate(callback, ...values);
    host.setImmediate = Object.assign(pausing, { pauses: true as const });
  }
  slow++;
  let ended = false;
  return () => {
    if (!ended) slow--;
    ended = true;
  };
}

/** Returns true for functions of a compiled module: those belong to the binding. */
const isNative = (callback: (...values: never[]) => void) =>
  Function.prototype.toString.call(callback).includes("[native code]");
