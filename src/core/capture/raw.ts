import type { ByteSource } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import { parseDatatype } from "./datatype.ts";
import { DATATYPES, RAW_EXTENSIONS } from "./extensions.ts";
import { extensionOf, nameHints, typeInName } from "./file-name.ts";
import { foreignKind } from "./foreign.ts";
import { plainRecording } from "./plain.ts";
import type { Recording } from "./recording.ts";

/** Facts that a person supplies about a file without metadata; each overrides the file's name. */
export interface RawHints {
  /** SigMF name of the sample type. */
  datatype?: string;
  sampleRate?: number;
  centerFrequency?: number;
}

export function isRaw({ name }: ByteSource): boolean {
  return RAW_EXTENSIONS.includes(extensionOf(name));
}

/**
 * Opens samples without a header. Their type comes from the extension or from the name before it, rate and frequency from the
 * name; without a type there, it is guessed from the numbers and listed in `guesses`. * @throws CaptureError without a complete sample, or for a file that is known to be something else.
 */
export async function openRaw(source: ByteSource, hints: RawHints = {}): Promise<Recording> {
  const guesses: string[] = [];
  const known = hints.datatype ?? nameHints(source.name).datatype ?? DATATYPES[extensionOf(source.name)];
  const named = known ?? typeInName(source.name);
  const datatype = parseDatatype(named ?? (await likelyDatatype(source)));
  if (!named) {
    guesses.push(
      `The name does not tell the sample type. Judging by the numbers, Threeray reads it as ${datatype.name}.`,
    );
  } else if (!known) {
    guesses.push(`The sample type ${datatype.name} comes from the file's name.`);
  }
  return plainRecording({
    source,
    format: "raw",
    datatype,
    start: 0,
    end: source.size,
    said: { sampleRate: hints.sampleRate, centerFrequency: hints.centerFrequency },
    warnings: [],
    guesses,
    uncertain: !named,
  });
}

/** Number and size in bytes of the pieces for the guess, spread evenly over the file, because a recording may start with silence. */
const PIECES = 16;
const PIECE = 4096;

async function spreadBytes(source: ByteSource): Promise<Uint8Array<ArrayBuffer>> {
  const end = source.size - (source.size % 8);
  if (end <= PIECES * PIECE) return new Uint8Array(await source.slice(0, end));
  const bytes = new Uint8Array(PIECES * PIECE);
  for (let i = 0; i < PIECES; i++) {
    const start = 8 * Math.floor(((end - PIECE) * i) / (PIECES - 1) / 8);
    bytes.set(new Uint8Array(await source.slice(start, start + PIECE)), i * PIECE);
  }
  return bytes;
}

/** The likely type of complex samples: floats of a sensible size, else 16 bits where the high bytes vary less, else 8 bits. */
async function likelyDatatype(source: ByteSource): Promise<string> {
  const bytes = await spreadBytes(source);
  const kind = foreignKind(bytes);
  if (kind) {
    throw new CaptureError(
      `${source.name}: looks like ${kind}, expected IQ samples. If it does hold samples, choose their type by hand.`,
    );
  }
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
