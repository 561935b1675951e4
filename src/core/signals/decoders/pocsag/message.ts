/** The digits of numeric messages by their four bits, the first bit the lowest. Source: ITU-R M.584-2, table 2; the spare code is a dot. */
const DIGITS = "0123456789.U -][";
/** Characters that fill a text: NUL, ETX, EOT, ETB. */
const FILL = new Set([0, 3, 4, 23]);

/** Stands for a character of which a codeword cannot be corrected. */
const UNKNOWN = "\ufffd";

/** Takes whole characters of some bits; the first bit of each is the lowest. An unknown bit makes its character undefined. */
function charactersOf(bits: readonly (number | undefined)[], size: number): (number | undefined)[] {
  return Array.from({ length: Math.floor(bits.length / size) }, (_, c) => {
    let code = 0;
    for (let k = 0; k < size; k++) {
      const bit = bits[c * size + k];
      if (bit === undefined) return undefined;
      code |= bit << k;
    }
    return code;
  });
}

const printable = (code: number) => (code >= 32 && code < 127) || (code >= 9 && code <= 13);

/**
 * Reads the bits of a message, of which some may be unknown: U+FFFD stands for their characters. Function 0 stands for digits and function 3 for text, but
 * networks differ: the contents decide where only one reading is plausible.
 */
export function textOfMessage(bits: readonly (number | undefined)[], functionBits: number): string {
  const codes = charactersOf(bits, 7);
  for (let last = codes.at(-1); last !== undefined && FILL.has(last); last = codes.at(-1)) codes.pop();
  const digits = charactersOf(bits, 4)
    .map((code) => (code === undefined ? UNKNOWN : DIGITS[code]))
    .join("")
    .trimEnd();
  const known = codes.filter((code) => code !== undefined);
  const isText = codes.length > 0 && known.every(printable);
  const isNumber = /^[\d \ufffd-]*$/.test(digits);
  const numeric = functionBits === 0 ? isNumber || !isText : isNumber && !isText;
  return numeric ? digits : codes.map((code) => (code === undefined ? UNKNOWN : String.fromCharCode(code))).join("");
}
