import { strToU8, zipSync } from "fflate";
import type { Lecture } from "./lecture.ts";
import { scormFiles, type ScormVersion } from "./scorm.ts";

/** Parts of the page with solutions of problem sets: the course fetches them for teachers, and students get none. */
const FOR_TEACHERS = /(^|\/)problems-[^/]+\.js$/;

/** The same lecture and page give the same bytes. Zip files begin in 1980. */
const TIME = new Date(1980, 0, 1);

/**
 * Returns a package for a course as a zip archive: the built page with one lecture.
 *
 * @param lecture The student's copy.
 * @param page The files of the built page by their paths, with index.html.
 * @throws RangeError for a page without index.html.
 */
export function scormPackage(
  lecture: Lecture,
  version: ScormVersion,
  page: Readonly<Record<string, Uint8Array>>,
): Uint8Array<ArrayBuffer> {
  const index = page["index.html"];
  if (!index) throw new RangeError("package: the page has no index.html; build it again");
  const names = Object.keys(page)
    .filter((name) => !FOR_TEACHERS.test(name))
    .toSorted();
  const own = scormFiles(lecture, version, { page: new TextDecoder().decode(index), files: names });
  const entries = [
    ...Object.entries(own).map(([name, text]) => [name, strToU8(text)] as const),
    ...names.map((name) => [name, page[name]] as const),
  ];
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: TIME });
}
