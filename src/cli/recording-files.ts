import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { companionOf } from "../core/capture/formats/portapack.ts";
import { lastOfPath } from "../core/capture/formats/sigmf-names.ts";

/** Metadata are text for people; more than this is something else. */
const MOST_METADATA = 2 ** 27;

/**
 * Returns the files that a command reads for a name: both files of a SigMF pair, of which either may be named; the dataset that
 * the metadata name instead; and the text that a PortaPack writes beside its samples. Metadata may say that there are no samples.
 */
export function recordingFiles(path: string): readonly string[] {
  const pair = /^(.*)\.sigmf-(meta|data)$/s.exec(path);
  if (!pair) return [path, ...companionsOf(path)];
  const meta = `${pair[1]}.sigmf-meta`;
  const text = textOf(meta);
  if (/"core:metadata_only"\s*:\s*true/.test(text)) return [meta];
  const dataset = datasetOf(text);
  return [meta, dataset === undefined ? `${pair[1]}.sigmf-data` : join(dirname(path), dataset)];
}

function textOf(meta: string): string {
  const stats = statSync(meta, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= MOST_METADATA ? readFileSync(meta, "utf8") : "";
}

/** The dataset that metadata name: a file in their own folder. */
function datasetOf(metadata: string): string | undefined {
  const written = /"core:dataset"\s*:\s*("(?:[^"\\]|\\.)+")/.exec(metadata)?.[1];
  const name = written && unescaped(written);
  return (name && lastOfPath(name)) || undefined;
}

/** The text that a string of JSON holds: programs may write "ä" as "\u00e4". */
function unescaped(written: string): string | undefined {
  try {
    return String(JSON.parse(written));
  } catch {
    // Opening the recording tells what is wrong with its metadata.
    return undefined;
  }
}

/** The text of the same name in the same folder, whose extension may be in capitals. */
function companionsOf(path: string): string[] {
  const wanted = companionOf(basename(path));
  const folder = dirname(path);
  if (wanted === undefined || !existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.toLowerCase() === wanted);
  return names.slice(0, 1).map((name) => join(folder, name));
}
