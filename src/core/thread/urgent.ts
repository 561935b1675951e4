/** Work of this thread that a person waits for. */
const running = new Set<Promise<unknown>>();
/** Longest time that other work waits for it, ms: urgent work may itself wait for something that the other work holds. */
const MOST_MS = 500;

/** Does work that a person waits for. Long work in slices pauses meanwhile. */
export async function urgently<T>(work: () => Promise<T>): Promise<T> {
  const answer = work();
  running.add(answer);
  try {
    return await answer;
  } finally {
    running.delete(answer);
  }
}

/** Resolves when no such work is in progress, and after half a second at most. */
export async function afterUrgent(): Promise<void> {
  if (running.size === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const longest = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MOST_MS);
  });
  const ended = async () => {
    while (running.size > 0) await Promise.allSettled(running);
  };
  await Promise.race([longest, ended()]);
  clearTimeout(timer);
}
