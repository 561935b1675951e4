import { visible } from "#core/configuration/visible.ts";

/** A failure as the page shows it. */
export interface Failure {
  /** What failed, e.g. "The figures could not be computed." */
  what: string;
  /** Why: the message of the error. */
  why: string;
  /** The full report, for copying. */
  report: string;
}

/** An error's message without the prefix that names its source. */
export const withoutPlace = (error: unknown) => (error as Error).message.replace(/^[a-z0-9/-]+: /, "");

export function describeFailure(what: string, cause: unknown): Failure {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  const report = [what, error.stack ?? `${error.name}: ${error.message}`, location.href, navigator.userAgent].join(
    "\n",
  );
  return { what: visible(what), why: visible(error.message), report };
}
