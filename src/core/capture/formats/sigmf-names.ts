import { stemOf } from "../file-name.ts";

/** The endings of the two files of a recording. */
export const META = ".sigmf-meta";
export const DATA = ".sigmf-data";

/** Returns the name of the file with the samples that metadata describe: `core:dataset`, or the same stem. */
export function dataNameOf(metaName: string, global: Readonly<Record<string, unknown>>): string {
  const dataset = global["core:dataset"];
  return typeof dataset === "string" ? dataset : stemOf(metaName) + DATA;
}

/** Returns the name of the metadata that describe a file of samples. */
export const metaNameOf = (dataName: string): string => stemOf(dataName) + META;
