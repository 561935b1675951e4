import type { Lecture } from "#core/lectures/lecture.ts";
import { MOST, readLecture, readResult } from "#core/lectures/read.ts";
import type { Result } from "#core/lectures/result.ts";
import type { GivenFiles } from "../../kit/given-files.ts";
import { filesOf } from "../../kit/recording/folder.ts";

/** What a file holds: a student's result, a lecture, or neither. */
export type ReadFile =
  | { file: string; result: Result }
  | { file: string; lecture: Lecture }
  | { file: string; error: string };

/** Most files of an archive. */
const MOST_ENTRIES = 2000;

/** Returns the given files, and the files in given folders. */
export async function allFiles({ files, folders }: GivenFiles): Promise<File[]> {
  const inside = await Promise.all(folders.map((folder) => filesOf(folder)));
  return [...files, ...inside.flat()];
}

/** Reads files. A zip archive stands for the JSON files in it. */
export async function readFiles(files: readonly File[]): Promise<ReadFile[]> {
  const read = await Promise.all(
    files.map((file) => (/\.zip$/i.test(file.name) ? readArchive(file) : [readOne(file)])),
  );
  return Promise.all(read.flat());
}

async function readOne(file: File): Promise<ReadFile> {
  if (file.size > MOST.file) {
    return { file: file.name, error: `the file has ${file.size} bytes; expected at most ${MOST.file}` };
  }
  return readText(file.name, await file.text());
}

function readText(file: string, text: string): ReadFile {
  try {
    return isLecture(text) ? { file, lecture: readLecture(text) } : { file, result: readResult(text) };
  } catch (error) {
    return { file, error: (error as Error).message };
  }
}

function isLecture(text: string): boolean {
  try {
    return "steps" in (JSON.parse(text) as object);
  } catch {
    return false;
  }
}

/** Returns the JSON files of a zip archive, as courses collect them. Others in it are left out. */
async function readArchive(file: File): Promise<ReadFile[]> {
  const { strFromU8, unzip } = await import("fflate");
  let entries = 0;
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }) =>
    /\.json$/i.test(name) && !/(^|\/)[._]/.test(name) && originalSize <= MOST.file && ++entries <= MOST_ENTRIES;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const texts = await new Promise<Record<string, Uint8Array>>((resolve, reject) =>
      unzip(bytes, { filter: isWanted }, (error, all) => (error ? reject(error) : resolve(all))),
    );
    const read = Object.entries(texts).map(([name, text]) => readText(name, strFromU8(text)));
    if (read.length > 0) return read;
    return [{ file: file.name, error: "the archive holds no JSON file; expected students’ results" }];
  } catch (error) {
    return [{ file: file.name, error: `the archive cannot be read: ${(error as Error).message}` }];
  }
}
