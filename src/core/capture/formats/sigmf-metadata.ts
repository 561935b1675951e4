import { CaptureError, fewOf, quoted } from "../capture-error.ts";
import { isNestedDeeper, parseJsonText } from "../../configuration/json-text.ts";
import { listOf } from "../../configuration/list-of.ts";
import { type Datatype, parseDatatype } from "../datatype.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A capture or an annotation: its place, counted from the first sample of the file, and all its fields. */
export interface Marked {
  start: number;
  fields: Fields;
}

/** The contents of a .sigmf-meta file that determine how samples are read. */
export interface SigmfMetadata {
  global: Fields;
  datatype: Datatype;
  channels: number;
  trailingBytes: number;
  /** In order; at least one. */
  captures: (Marked & { headerBytes: number })[];
  annotations: Marked[];
  warnings: string[];
}

/**
 * Extensions that describe a recording: samples are read without them. Those in the SigMF repository (extensions/), NTIA's
 * (NTIA/sigmf-ns-ntia), and other published ones.
 */
const DESCRIPTIVE =
  /^(?:core|threeray|antenna|capture_details|signal|spatial|traceability|adsb|dsss|modulation|wifi|ntia(?:-[a-z]+)*)$/;

/**
 * Reads SigMF metadata, version 1 (sigmf-schema.json of sigmf/SigMF v1.2.6).
 *
 * @throws CaptureError for what cannot be read; what can, against the rules, is a warning.
 */
export function parseSigmf(text: string): SigmfMetadata {
  const warnings: string[] = [];
  const { global, captures, annotations } = objectOf(parseJson(text), "the file");
  const fields = objectOf(global, "global");
  checkExtensions(fields["core:extensions"], warnings);
  const datatype = parseDatatype(fields["core:datatype"]);
  if (datatype.name !== fields["core:datatype"]) {
    warnings.push(`core:datatype ${fields["core:datatype"]} is not a name of SigMF's; read as ${datatype.name}.`);
  }
  const version = fields["core:version"];
  if (typeof version !== "string" || !/^v?1\./.test(version)) {
    warnings.push(`core:version should be 1.x.y, found ${quoted(version)}; read as 1.2.`);
  }
  const channels = whole(fields["core:num_channels"] ?? 1, "core:num_channels");
  if (channels < 1)
    throw new CaptureError(`core:num_channels must be at least 1, found ${channels}. Correct the metadata.`);

  const marked = (list: unknown, name: string): Marked[] => {
    if (!Array.isArray(list)) {
      if (list !== undefined)
        throw new CaptureError(`${name} must be a list, found ${kindOf(list)}. Correct the metadata.`);
      warnings.push(`${name} is missing; read as an empty list.`);
    }
    const items = ((list ?? []) as unknown[]).flatMap((item, i) => {
      const place = `${name}[${i}]`;
      try {
        const fields = objectOf(item, place);
        return { start: whole(fields["core:sample_start"], `${place}: core:sample_start`), fields };
      } catch (error) {
        // Samples are read without annotations, and not without captures.
        if (list === captures || !(error instanceof CaptureError)) throw error;
        misplaced.push(`${error.message} Threeray leaves it out.`);
        return [];
      }
    });
    return items.sort((a, b) => a.start - b.start);
  };
  const misplaced: string[] = [];
  const lists = { captures: marked(captures, "captures"), annotations: marked(annotations, "annotations") };
  warnings.push(...fewOf(misplaced));
  if (lists.captures.length === 0) lists.captures.push({ start: 0, fields: {} });
  shift([...lists.captures, ...lists.annotations], whole(fields["core:offset"] ?? 0, "core:offset"), warnings);
  return {
    global: fields,
    datatype,
    channels,
    trailingBytes: whole(fields["core:trailing_bytes"] ?? 0, "core:trailing_bytes"),
    captures: lists.captures.map((capture) => {
      return { ...capture, headerBytes: whole(capture.fields["core:header_bytes"] ?? 0, "core:header_bytes") };
    }),
    annotations: lists.annotations,
    warnings,
  };
}

/** SigMF's bound on rates and frequencies, Hz. */
const MOST_HERTZ = 1e12;

/** The sample rate or a frequency: a finite number within SigMF's bounds, or undefined with a warning. */
export function hertz(fields: Fields, name: string, least: number, warnings: string[]): number | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value === "number" && Math.abs(value) <= MOST_HERTZ && value > least) return value;
  const bounds = least === 0 ? "above 0 and at most 10^12" : "of at most ±10^12";
  const found = typeof value === "number" ? String(value) : quoted(value);
  warnings.push(`${name} must be a number ${bounds} Hz, found ${found}; left out.`);
  return undefined;
}

/** `core:offset` is the index of the file's first sample: indices count from there. */
function shift(marked: Marked[], offset: number, warnings: string[]): void {
  if (marked.some((item) => item.start < offset)) {
    warnings.push(
      `core:offset is ${offset}, but there are indices below it; they were taken from the start of this file.`,
    );
  } else for (const item of marked) item.start -= offset;
}

function checkExtensions(extensions: unknown, warnings: string[]): void {
  if (extensions === undefined) return;
  if (!Array.isArray(extensions)) {
    warnings.push(`core:extensions must be a list, found ${kindOf(extensions)}; left out.`);
    return;
  }
  const needed: string[] = [];
  for (const extension of extensions as ({ name?: unknown; optional?: unknown } | null)[]) {
    if (extension?.optional !== false) continue;
    const name = String(extension.name);
    if (!DESCRIPTIVE.test(name)) {
      throw new CaptureError(
        `the metadata say that the extension ${quoted(extension.name)} must be understood, and Threeray does not know it. ` +
          "If the samples are plain, set its `optional` to true.",
      );
    }
    if (name !== "core" && name !== "threeray") needed.push(name);
  }
  if (needed.length > 0) {
    warnings.push(
      `The metadata say that these extensions must be understood: ${listOf(needed)}. They describe the recording; Threeray keeps ` +
        "them and does not use them.",
    );
  }
}

/** Deeper values are no metadata: a program that copies them would exceed its call stack. */
const MOST_DEPTH = 256;

/** @throws CaptureError for a text that is not JSON, or is nested too deep. */
export function parseJson(text: string): unknown {
  if (isNestedDeeper(text, MOST_DEPTH)) {
    throw new CaptureError(
      `JSON that is nested deeper than ${MOST_DEPTH} levels, expected metadata. Is it the right file?`,
    );
  }
  try {
    return parseJsonText(text, MOST_DEPTH);
  } catch (cause) {
    throw new CaptureError(
      `not JSON: ${(cause as Error).message}. Expected the text that a SigMF recorder writes: is it the right file?`,
    );
  }
}

export function objectOf(value: unknown, name: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new CaptureError(`${name} must be a JSON object, found ${kindOf(value)}. Is it the right file?`);
}

function whole(value: unknown, name: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new CaptureError(
    `${name} must be a whole number from 0 to 2^53 − 1, found ${quoted(value)}. Correct the metadata.`,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
