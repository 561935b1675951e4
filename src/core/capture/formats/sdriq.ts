import { type ByteSource, readExactly } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";
import { crc32 } from "../archives/crc32.ts";
import { datatypeOf } from "../datatype.ts";
import { extensionOf } from "../file-name.ts";
import { plainRecording } from "../plain.ts";
import type { Recording } from "../recording.ts";

const HEADER = 32;
/** Older files have the time in seconds; as milliseconds they would be from 1973 or before. */
const SECONDS_BELOW = 1e11;

export function isSdriq({ name }: ByteSource): boolean {
  return extensionOf(name) === "sdriq";
}

/**
 * Opens a recording of SDRangel (plugins/samplesource/fileinput/readme.md): a header of 32 bytes with rate, frequency, time and
 * size of the numbers, then I and Q of 16 bits, or of 24 bits in 32.
 *
 * @throws CaptureError for a damaged header, and without samples.
 */
export async function openSdriq(source: ByteSource): Promise<Recording> {
  const header = await readExactly(source, 0, HEADER);
  const view = new DataView(header);
  const bits = view.getUint32(20, true);
  const isIntact = crc32(new Uint8Array(header, 0, HEADER - 4)) === view.getUint32(HEADER - 4, true);
  const sampleRate = view.getUint32(0, true);
  if (!isIntact || (bits !== 16 && bits !== 24) || sampleRate === 0) {
    throw new CaptureError(
      `${source.name}: the header of 32 bytes is damaged: found ${sampleRate} samples/s of ${bits} bits, ` +
        `${isIntact ? "expected 16 or 24 bits" : "and another checksum than its own"}. Repair it with SDRangel's rescuesdriq.`,
    );
  }
  const time = Number(view.getBigUint64(12, true));
  const milliseconds = time < SECONDS_BELOW ? 1000 * time : time;
  return plainRecording({
    source,
    format: "SDRangel",
    datatype: datatypeOf(true, bits === 16 ? "i16" : "i32"),
    fullScale: bits === 16 ? undefined : 2 ** 23,
    start: HEADER,
    end: source.size,
    said: {
      sampleRate,
      centerFrequency: Number(view.getBigUint64(4, true)) || undefined,
      datetime: milliseconds > 0 && milliseconds < 8e15 ? new Date(milliseconds).toISOString() : undefined,
    },
    warnings: [],
    guesses: [],
  });
}
