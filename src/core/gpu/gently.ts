/** Works in progress that leave the thread to other work now and then. */
let running = 0;
/** When other work last had its turn. */
let since = 0;
/** Longest time without a turn for other work, ms. */
const TURN_MS = 4;

/** Does long work that calls {@link giveWay} now and then. */
export async function gently<T>(work: () => Promise<T>): Promise<T> {
  running++;
  since = performance.now();
  try {
    return await work();
  } finally {
    running--;
  }
}

/** Lets other waiting work of the thread run, if a work is done gently and has used the thread long enough. */
export async function giveWay(): Promise<void> {
  if (running === 0 || performance.now() - since < TURN_MS) return;
  // A fulfilled promise would continue before any message.
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  since = performance.now();
}
