import { stemOf } from "../file-name.ts";

/** The endings of the two files of a recording. */
export const META = ".sigmf-meta";
export const DATA = ".sigmf-data";

/** Returns the last part of a path. Only a path that begins with a drive has backslashes: they may be in a name elsewhere. */
export const lastOfPath = (path: string): string => path.split(/^[a-z]:/i.test(path) ? /[/\\]/ : "/").at(-1) ?? "";

/**
 * Returns the name of the file with the samples that metadata describe: `core:dataset`, or the same stem. Programs write the path
 * on the computer that recorded; the file is expected beside the metadata.
 */
export function dataNameOf(metaName: string, global: Readonly<Record<string, unknown>>): string {
  const dataset = global["core:dataset"];
  return (typeof dataset === "string" && lastOfPath(dataset)) || stemOf(metaName) + DATA;
}

/** Returns the name of the metadata that describe a file of samples. */
export const metaNameOf = (dataName: string): string => stemOf(dataName) + META;
