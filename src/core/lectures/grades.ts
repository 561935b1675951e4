import type { Evaluate } from "./outputs.ts";
import type { Grade } from "./grade.ts";
import { hashOf } from "./identity.ts";
import type { Lecture } from "./lecture.ts";
import type { Result } from "./result.ts";
import type { Labs } from "./verdict.ts";

/** A result's file with its grade, or with the reason why it has none. */
export type Graded = { file: string } & (Grade | { error: string });

/**
 * Returns the lecture of a result: one of the lecturer's files, or a known one with the result's hash, else with its id.
 *
 * @param given The lecturer's files. The newest one of an id counts.
 * @param known The lectures of the labs.
 * @throws RangeError if there is none.
 */
export function lectureOfResult(
  given: readonly Lecture[],
  known: readonly Lecture[],
  { id, hash }: Result["lecture"],
): Lecture {
  const same = known.filter((one) => one.id === id);
  const found = given.findLast((one) => one.id === id) ?? same.find((one) => hashOf(one) === hash) ?? same[0];
  if (found) return found;
  throw new RangeError(`no lecture has the id "${id}"; give its lecture’s file, in a terminal with --lecture`);
}

/** Returns labs that compute each output of a scenario once: many students have the same numbers. */
export function rememberingLabs({ evaluate, usual }: Labs): Labs {
  const known = new Map<string, ReturnType<Evaluate>>();
  return {
    usual,
    evaluate(scenario, output, reference) {
      const place = JSON.stringify([scenario, output, reference]);
      const value = known.get(place) ?? evaluate(scenario, output, reference);
      known.set(place, value);
      // A lost device must not stay the answer.
      value.catch(() => known.delete(place));
      return value;
    },
  };
}

const COLUMNS = [
  "file",
  "student",
  "lecture",
  "score",
  "right",
  "wrong",
  "missing",
  "given",
  "predicted",
  "met",
  "unmet",
  "tasks",
  "seconds",
] as const;

/** Returns CSV after RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe. */
export function gradesCsv(graded: readonly Graded[]): string {
  const cell = (value: unknown) => {
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? "");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = graded.map((one) => {
    const problems = "error" in one ? one.error : one.problems.join(" ");
    return [...COLUMNS.map((name) => (one as Partial<Grade & { file: string }>)[name]), problems].map(cell).join(",");
  });
  return [[...COLUMNS, "problems"].join(","), ...lines].map((line) => `${line}\r\n`).join("");
}
