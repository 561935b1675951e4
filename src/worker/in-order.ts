/**
 * Calls a function with callbacks among its arguments. The answer, or the error, waits until the page has taken the last call of each
 * callback: each crosses on its own port, so that a report of progress could otherwise follow the answer.
 *
 * @throws What the function throws, or a callback of the page.
 */
export async function inOrder<Args extends readonly unknown[], Answer>(
  call: (...args: Args) => Answer | Promise<Answer>,
  ...args: Args
): Promise<Answer> {
  // Calls on one port keep their order, so the last one is enough.
  const last = new Map<unknown, unknown>();
  const watched = args.map((argument) => {
    if (typeof argument !== "function") return argument;
    return (...values: unknown[]): unknown => {
      const taken: unknown = argument(...values);
      last.set(argument, taken);
      return taken;
    };
  });
  try {
    return await call(...(watched as unknown as Args));
  } finally {
    await Promise.all(last.values());
  }
}
