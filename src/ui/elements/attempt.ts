import { listOf } from "#core/configuration/list-of.ts";
import { say } from "./notices.ts";

/** Most names of files in a message. */
const MOST_NAMES = 3;

/** Returns the names of files in one line: the first ones, and the number of the others. */
export const namesOf = (files: Iterable<{ readonly name: string }>): string =>
  listOf(
    [...files].map(({ name }) => `“${name}”`),
    MOST_NAMES,
  );

/** Does work on files that a person opened. An error of any kind becomes a message with their names. */
export async function attempt(files: Iterable<{ readonly name: string }>, work: () => unknown): Promise<void> {
  // A list of dropped files is empty after the first pause.
  const names = namesOf(files);
  try {
    await work();
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, ".");
    say(`${names} could not be opened. ${reason}`, "warning");
  }
}
