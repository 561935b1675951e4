import { existsSync } from "node:fs";
import { firstLab, type Lecture } from "../../core/lectures/lecture.ts";
import { MOST, readLecture } from "../../core/lectures/read.ts";
import { readText } from "../files.ts";
import { nearestName } from "../help/nearest-name.ts";
import { orUsage, UsageError } from "../options.ts";

/** The texts of the labs' lectures. */
const FILES = import.meta.glob<string>("../../ui/labs/*/lectures/*.json", {
  eager: true,
  query: "?raw",
  import: "default",
});

let known: readonly Lecture[] | undefined;

/** Returns the lectures of all labs. */
export const builtInLectures = (): readonly Lecture[] => (known ??= Object.values(FILES).map(readLecture));

/** Returns the name by which a command finds a lecture: "turbo/windows". */
export const fullName = (lecture: Lecture): string => `${firstLab(lecture)}/${lecture.id}`;

/**
 * Returns a lecture of a file, or of the labs by its name: "turbo/windows", or "max-log" where one lab has it.
 *
 * @throws UsageError for a wrong file, and for an unknown or ambiguous name.
 */
export function lectureOf(name: string): Lecture {
  const found = builtInLectures().filter((one) => one.id === name || fullName(one) === name);
  if (found.length === 1 && !existsSync(name)) return found[0];
  if (found.length > 1) {
    throw new UsageError(`lecture: ${name} is in several labs; name one of ${found.map(fullName).join(", ")}`);
  }
  if (!name.endsWith(".json") && !existsSync(name)) {
    const nearest = nearestName(name, builtInLectures().map(fullName));
    throw new UsageError(
      `lecture: there is no lecture ${name}; ${nearest ? `did you mean ${nearest}? ` : ""}"lecture list" prints all, and a file ends in .json`,
    );
  }
  const text = readText(name, MOST.file, "a lecture");
  return orUsage(() => readLecture(text), name);
}
