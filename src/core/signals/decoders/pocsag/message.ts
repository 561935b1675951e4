/** The digits of numeric messages by their four bits, the first bit the lowest. Source: ITU-R M.584-2, table 2; the spare code is a dot. */
const DIGITS = "0123456789.U -][";
/** Characters that fill a text: NUL, ETX, EOT, ETB. */
const FILL = new Set([0, 3, 4, 23]);

/** Takes whole characters of some bits; the first bit of each is the lowest. */
function charactersOf(bits: ArrayLike<number>, size: number): number[] {
  return Array.from({ length: Math.floor(bits.length / size) }, (_, c) => {
    let code = 0;
    for (let k = 0; k < size; k++) code |= bits[c * size + k] << k;
    return code;
  });
}

const printable = (code: number) => (code >= 32 && code < 127) || (code >= 9 && code <= 13);

/**
 * Reads the bits of a message. Function 0 stands for digits and function 3 for text, but networks differ: the contents decide
 * where only one reading is plausible.
 */
export function textOfMessage(bits: ArrayLike<number>, functionBits: number): string {
  const codes = charactersOf(bits, 7);
  while (codes.length > 0 && FILL.has(codes[codes.length - 1])) codes.pop();
  const digits = charactersOf(bits, 4)
    .map((code) => DIGITS[code])
    .join("")
    .trimEnd();
  const isText = codes.length > 0 && codes.every(printable);
  const isNumber = /^[\d -]*$/.test(digits);
  const numeric = functionBits === 0 ? isNumber || !isText : isNumber && !isText;
  return numeric ? digits : String.fromCharCode(...codes);
}
