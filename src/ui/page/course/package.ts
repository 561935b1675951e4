import type { Lecture } from "#core/lectures/lecture.ts";
import { studentCopy } from "#core/lectures/identity.ts";
import { readLecture } from "#core/lectures/read.ts";
import type { ScormVersion } from "#core/lectures/scorm.ts";
import { download } from "../../figures/download.ts";
import { worker } from "../../kit/engine.ts";

/** The list of the page's files, which the build writes. */
const LIST = "files.json";
/** Files that are fetched at a time. */
const AT_ONCE = 8;

/**
 * Makes a package for a course of the page's own files, and saves it. Without a network the files come from the browser's cache.
 *
 * @param onProgress Called with the number of fetched files.
 * @throws Error that names the missing file.
 */
export async function saveScorm(
  lecture: Lecture,
  version: ScormVersion,
  onProgress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const names = await listed(signal);
  const page: Record<string, Uint8Array> = {};
  const waiting = [...names];
  const fetchSome = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      page[name] = new Uint8Array(await (await fetched(name, signal)).arrayBuffer());
      onProgress(Object.keys(page).length, names.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
  // The reader brings the fields into their order, so that the terminal makes the same bytes.
  const copy = studentCopy(readLecture(JSON.stringify(lecture)));
  const { bytes } = await worker.ask("lectures", "scorm", copy, version, page);
  signal.throwIfAborted();
  download(`${lecture.id}-scorm-${version}.zip`, bytes, "application/zip");
}

async function fetched(name: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(new URL(name, document.baseURI), { signal });
  if (!response.ok) {
    throw new Error(`${name}: the server answers ${response.status}. Reload the page: it may have a newer version.`);
  }
  return response;
}

async function listed(signal: AbortSignal): Promise<readonly string[]> {
  const text = await (await fetched(LIST, signal)).text();
  try {
    return JSON.parse(text) as readonly string[];
  } catch {
    throw new Error(`${LIST} is missing: a package needs the built page. Run npm run build, and open that page.`);
  }
}
