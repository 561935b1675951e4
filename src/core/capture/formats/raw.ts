import { type ByteSource, spreadBytes } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";
import { parseDatatype } from "../datatype.ts";
import { DATATYPES, RAW_EXTENSIONS } from "../extensions.ts";
import { extensionOf, nameHints, typeInName } from "../file-name.ts";
import { foreignKind } from "../foreign.ts";
import { plainRecording } from "../plain.ts";
import { type CompanionFacts, companionOf, readCompanion } from "./portapack.ts";
import type { Recording } from "../recording.ts";

/** Facts that a person supplies about a file without metadata; each overrides the file's name. */
export interface RawHints {
  /** SigMF name of the sample type. */
  datatype?: string;
  sampleRate?: number;
  centerFrequency?: number;
}

/**
 * Opens the files of samples without a header, each with the text beside it, and returns the other files. A file without an
 * extension may hold samples; its content decides.
 */
export async function openRaws(
  files: readonly ByteSource[],
  hints: RawHints,
): Promise<{ recordings: Recording[]; rest: ByteSource[] }> {
  const raws = files.filter(({ name }) => RAW_EXTENSIONS.includes(extensionOf(name)) || extensionOf(name) === "");
  const wanted = new Set(raws.map(({ name }) => companionOf(name)));
  const beside = files.filter(({ name }) => wanted.has(name.toLowerCase()));
  const companions = new Map(beside.map((file) => [file.name.toLowerCase(), file]));
  const recordings: Recording[] = [];
  for (const file of raws) recordings.push(await openRaw(file, hints, companions.get(companionOf(file.name) ?? "")));
  const used = new Set([...raws, ...companions.values()]);
  return { recordings, rest: files.filter((file) => !used.has(file)) };
}

/**
 * Opens samples without a header. Their type comes from the extension or from the name before it; without a type there, it is
 * guessed from the numbers and listed in `guesses`. Rate and frequency come from a person, from the text that a PortaPack
 * writes beside the samples, or from the name.
 *
 * @throws CaptureError without a complete sample, or for a file that is known to be something else.
 */
export async function openRaw(source: ByteSource, hints: RawHints = {}, companion?: ByteSource): Promise<Recording> {
  const guesses: string[] = [];
  const known = hints.datatype ?? nameHints(source.name).datatype ?? DATATYPES[extensionOf(source.name)];
  const named = known ?? typeInName(source.name);
  const bytes = hints.datatype === undefined ? await spreadBytes(source) : undefined;
  if (bytes) refuseForeign(source, bytes, named === undefined);
  const datatype = parseDatatype(named ?? likelyDatatype(bytes!));
  if (!named) {
    guesses.push(
      `The name does not tell the sample type. Judging by the numbers, Threeray reads it as ${datatype.name}.`,
    );
  } else if (!known) {
    guesses.push(`The sample type ${datatype.name} comes from the file's name.`);
  }
  const { warnings, metadata, ...beside } = await factsBeside(companion);
  return plainRecording({
    source,
    format: "raw",
    datatype,
    start: 0,
    end: source.size,
    said: {
      sampleRate: hints.sampleRate ?? beside.sampleRate,
      centerFrequency: hints.centerFrequency ?? beside.centerFrequency,
    },
    warnings,
    guesses,
    uncertain: named ? undefined : true,
    metadata,
  });
}

const factsBeside = async (file: ByteSource | undefined): Promise<CompanionFacts> =>
  file ? readCompanion(file) : { metadata: {}, warnings: [] };

/** @throws CaptureError for a file that is certainly something else under any name: for example a page of a failed download. */
function refuseForeign({ name }: ByteSource, bytes: Uint8Array, isUnnamed: boolean): void {
  const kind = foreignKind(bytes) ?? (isText(bytes) ? "text" : undefined);
  if (!kind) return;
  const todo = isUnnamed
    ? "If it does hold samples, give its name the extension of their type: .cs16, for example."
    : "Is it the right file?";
  throw new CaptureError(`${name}: looks like ${kind}, expected IQ samples. ${todo}`);
}

/** The likely type of complex samples: floats of a sensible size, else 16 bits where the high bytes vary less, else 8 bits. */
function likelyDatatype(bytes: Uint8Array<ArrayBuffer>): string {
  const floats = new Float32Array(bytes.buffer);
  const sensible = floats.filter((x) => Math.abs(x) > 1e-9 && Math.abs(x) < 1e6).length;
  const zeros = floats.filter((x) => x === 0).length;
  if (sensible > 0 && sensible + zeros > 0.95 * floats.length) return "cf32_le";
  let [even, odd, offset] = [0, 0, 0]; // sums of |byte| at even and odd places, and of |byte − 128|
  for (const [i, byte] of bytes.entries()) {
    const size = Math.abs((byte << 24) >> 24);
    if (i % 2) odd += size;
    else even += size;
    offset += Math.abs(byte - 128);
  }
  if (odd < 0.7 * even) return "ci16_le";
  return offset < even + odd ? "cu8" : "ci8";
}

/** True for at least 64 bytes of ASCII text with spaces or line breaks, and for a web page. Equal samples are no text. */
function isText(bytes: Uint8Array): boolean {
  if (/^\s*<(?:!doctype|html|\?xml)\b/i.test(String.fromCharCode(...bytes.subarray(0, 64)))) return true;
  const isPrinted = (byte: number) => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13);
  return bytes.length >= 64 && bytes.every(isPrinted) && bytes.some((byte) => byte === 0x20 || byte === 10);
}
