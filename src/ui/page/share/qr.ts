import { correction, generate } from "lean-qr";

/** Modules of white around a QR code: ISO/IEC 18004 demands four. */
const QUIET_ZONE = 4;
/** Bytes in the largest QR code: version 40 with the least error correction. */
export const MOST_BYTES = 2953;

/** The drawing of a QR code. */
export interface QrCode {
  /** Modules per side, without the quiet zone. */
  size: number;
  /** Modules of white on each side. */
  quietZone: number;
  /** SVG path of the dark modules, one unit each. */
  path: string;
}

/** Returns the number of bytes of a text in a QR code. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Returns the QR code of a text, with the best error correction that does not enlarge it.
 *
 * @throws RangeError for a text that is too long.
 */
export function qrCode(text: string): QrCode {
  const bytes = bytesOf(text);
  if (bytes > MOST_BYTES) {
    throw new RangeError(`share: a QR code holds at most ${MOST_BYTES} bytes, got ${bytes}`);
  }
  const code = generate(text, { minCorrectionLevel: correction.L });
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      const from = x;
      while (code.get(x + 1, y)) x++;
      path += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
    }
  }
  return { size: code.size, quietZone: QUIET_ZONE, path };
}
