import type { ChapterName, Lecture } from "#core/lectures/lecture.ts";
import { readLecture } from "#core/lectures/read.ts";

/** The lecturer's files, by path: each is fetched on demand. */
const FILES = import.meta.glob<string>("../../labs/*/lectures/problems-*.json", { query: "?raw", import: "default" });

/**
 * Fetches the problem set of a chapter as the lecturer has it, with solutions and hidden checks. The page's lists hold the
 * student's copy.
 */
export async function problemSetOf(chapter: ChapterName): Promise<Lecture | undefined> {
  const path = Object.keys(FILES).find((one) => one.endsWith(`/problems-${chapter}.json`));
  return path === undefined ? undefined : readLecture(await FILES[path]());
}
