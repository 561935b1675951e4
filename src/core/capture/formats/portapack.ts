import { type ByteSource, readText } from "../byte-source.ts";
import { COMPANION, RAW_EXTENSIONS } from "../extensions.ts";
import { extensionOf, stemOf } from "../file-name.ts";

/** Text that a receiver writes beside its samples is short. */
const MOST = 2 ** 12;

/** Metadata from the text file beside a recording. */
export interface CompanionFacts {
  sampleRate?: number;
  centerFrequency?: number;
  metadata: Readonly<Record<string, unknown>>;
  /** Parts that Threeray could not read, one sentence each. */
  warnings: string[];
}

/**
 * Returns the name, in small letters, of the text that PortaPack writes beside samples: `bbd_0001.txt` of `BBD_0001.C16`.
 * Undefined for files of other kinds.
 */
export function companionOf(name: string): string | undefined {
  return RAW_EXTENSIONS.includes(extensionOf(name)) ? `${stemOf(name)}.${COMPANION}`.toLowerCase() : undefined;
}

/** Reads the lines "key=value" of a companion: sample_rate and center_frequency in Hz, latitude and longitude in degrees. */
export async function readCompanion(file: ByteSource): Promise<CompanionFacts> {
  const text = await readText(file, MOST);
  const lines = new Map<string, string>();
  for (const [, key, value] of text.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(-?\d+(?:\.\d+)?)[ \t]*\r?$/gm))
    lines.set(key, value);
  const number = (key: string) => (lines.has(key) ? Number(lines.get(key)) : undefined);
  const sampleRate = number("sample_rate") || undefined;
  const centerFrequency = number("center_frequency") || undefined;
  const warnings: string[] = [];
  if (sampleRate === undefined && centerFrequency === undefined) {
    warnings.push(`${file.name} gives neither a sample_rate nor a center_frequency; it was left out.`);
  }
  const place = [number("longitude"), number("latitude")];
  const known = place.every((degrees) => degrees !== undefined);
  const metadata = known ? { "core:geolocation": { type: "Point", coordinates: place } } : {};
  return { sampleRate, centerFrequency, metadata, warnings };
}
