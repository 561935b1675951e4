import { type ByteSource, readText } from "../byte-source.ts";
import { DATA, dataNameOf, META, metaNameOf } from "./sigmf-names.ts";

/** Metadata are searched for the name of their data file up to this size, bytes. */
const MOST = 2 ** 27;

/**
 * Returns the name of the file that one of these files needs: the samples of SigMF metadata, or the metadata of samples.
 * Undefined if none is missing, or the metadata cannot be read.
 */
export async function missingFile(files: readonly ByteSource[]): Promise<string | undefined> {
  const names = new Set(files.map(({ name }) => name));
  for (const file of files) {
    const wanted = await partnerOf(file);
    if (wanted !== undefined && !names.has(wanted)) return wanted;
  }
  return undefined;
}

async function partnerOf(file: ByteSource): Promise<string | undefined> {
  if (file.name.endsWith(DATA)) return metaNameOf(file.name);
  if (!file.name.endsWith(META)) return undefined;
  try {
    const { global } = JSON.parse(await readText(file, MOST)) as { global?: Record<string, unknown> };
    if (!global || global["core:metadata_only"] === true) return undefined;
    return dataNameOf(file.name, global);
  } catch {
    // The reader says what is wrong with it.
    return undefined;
  }
}
