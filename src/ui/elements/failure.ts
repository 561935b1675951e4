/** Something that went wrong, as the page tells it. */
export interface Failure {
  /** What was being done, e.g. "The figures could not be computed." */
  what: string;
  /** Why, in the words of whoever noticed. */
  why: string;
  /** Everything that helps to find the cause, to be copied. */
  report: string;
}

export function describeFailure(what: string, cause: unknown): Failure {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  const report = [what, error.stack ?? `${error.name}: ${error.message}`, location.href, navigator.userAgent].join(
    "\n",
  );
  return { what, why: error.message, report };
}
