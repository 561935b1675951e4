import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Lecture } from "../../core/lectures/lecture.ts";
import { scormPackage } from "../../core/lectures/package.ts";
import type { ScormVersion } from "../../core/lectures/scorm.ts";
import { UsageError } from "../options.ts";
import { writeWhole } from "../output.ts";
import { print } from "../terminal.ts";

/** Files of the built page that a package leaves out: maps of sources, the cache of the whole page, and the documentation. */
const LEFT_OUT = /\.map$|^service-worker\.js$|^docs\//;

/** Writes a package of the built page with one lecture. */
export async function packageLecture(
  lecture: Lecture,
  version: ScormVersion,
  folder: string | undefined,
  out: string,
): Promise<number> {
  const page = folder ?? join(dirname(process.argv[1]), "../dist");
  const index = join(page, "index.html");
  if (!existsSync(index)) {
    // The npm package holds no page.
    const isClone = existsSync(join(dirname(page), "vite.config.ts"));
    const remedy =
      folder !== undefined || isClone
        ? "run npm run build first, or name the built page with --page"
        : "run npm run build in a clone of the repository, and name its folder dist with --page";
    throw new UsageError(`lecture scorm: ${page} has no index.html; ${remedy}`);
  }
  const names = readdirSync(page, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(page, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .filter((name) => !LEFT_OUT.test(name));
  const files = Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(join(page, name)))]));
  const bytes = scormPackage(lecture, version, files);
  await writeWhole(out, [bytes]);
  print(
    `${out}: ${lecture.title}, SCORM ${version}, ${names.length} files of the page, ${(bytes.length / 2 ** 20).toFixed(1)} MiB.\n`,
  );
  return 0;
}
