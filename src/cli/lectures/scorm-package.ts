import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { strToU8, zipSync } from "fflate";
import type { Lecture } from "../../core/lectures/lecture.ts";
import { scormFiles, type ScormVersion } from "../../core/lectures/scorm.ts";
import { UsageError } from "../options.ts";
import { writeWhole } from "../output.ts";
import { print } from "../terminal.ts";

/** Files of the built page that a package leaves out: maps of sources, and the cache of the whole page. */
const LEFT_OUT = /\.map$|^service-worker\.js$/;

/** The same lecture gives the same bytes. Zip files begin in 1980. */
const TIME = new Date(1980, 0, 1);

/** Writes a package of the built page with one lecture. */
export async function packageLecture(
  lecture: Lecture,
  version: ScormVersion,
  folder: string | undefined,
  out: string,
): Promise<number> {
  const page = folder ?? fileURLToPath(new URL("../dist", import.meta.url));
  const index = join(page, "index.html");
  if (!existsSync(index)) {
    throw new UsageError(
      `lecture scorm: ${page} has no index.html; run npm run build first, or name the built page with --page`,
    );
  }
  const names = readdirSync(page, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(page, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .filter((name) => !LEFT_OUT.test(name))
    .toSorted();
  const own = scormFiles(lecture, version, { page: readFileSync(index, "utf8"), files: names });
  const entries = [
    ...Object.entries(own).map(([name, text]) => [name, strToU8(text)] as const),
    ...names.map((name) => [name, new Uint8Array(readFileSync(join(page, name)))] as const),
  ];
  const bytes = zipSync(Object.fromEntries(entries), { level: 9, mtime: TIME });
  await writeWhole(out, [bytes]);
  print(
    `${out}: ${lecture.title}, SCORM ${version}, ${entries.length} files, ${(bytes.length / 2 ** 20).toFixed(1)} MiB.\n`,
  );
  return 0;
}
