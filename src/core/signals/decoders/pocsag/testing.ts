/** A page to send. */
export interface MadePage {
  address: number;
  function: number;
  /** Digits (four bits each) or text (seven bits each). */
  digits?: string;
  text?: string;
}

const lowestFirst = (code: number, size: number) => Array.from({ length: size }, (_, k) => (code >> k) & 1);
const highestFirst = (value: number, size: number) => lowestFirst(value, size).toReversed();

/** 21 bits, the remainder of their division by the generator 11101101001, and even parity. */
export function codewordBits(data: readonly number[]): number[] {
  const generator = [1, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1];
  const rest = [...data, ...Array.from({ length: 10 }, () => 0)];
  for (let k = 0; k < 21; k++) {
    if (rest[k]) for (const [j, coefficient] of generator.entries()) rest[k + j] ^= coefficient;
  }
  const word = [...data, ...rest.slice(21)];
  return [...word, word.reduce((a, b) => a ^ b, 0)];
}

const SYNC = highestFirst(0x7cd215d8, 32);
const IDLE = highestFirst(0x7a89c197, 32);

function pageWords({ address, function: functionBits, digits, text }: MadePage): number[][] {
  const bits = [
    ...Array.from(digits ?? "").flatMap((digit) => lowestFirst("0123456789.U -][".indexOf(digit), 4)),
    ...Array.from(text ?? "").flatMap((letter) => lowestFirst(letter.charCodeAt(0), 7)),
  ];
  const fill = digits === undefined ? [0] : [0, 0, 1, 1];
  while (bits.length % 20) bits.push(...fill);
  const first = codewordBits([0, ...highestFirst(address >> 3, 18), ...highestFirst(functionBits, 2)]);
  const rest = Array.from({ length: bits.length / 20 }, (_, k) =>
    codewordBits([1, ...bits.slice(20 * k, 20 * k + 20)]),
  );
  return [first, ...rest];
}

/** A transmission: 576 alternating bits, then batches with the pages in their frames and idle codewords between. */
export function pocsagBits(
  pages: readonly MadePage[],
  spoil: (word: number[], index: number) => number[] = (word) => word,
): number[] {
  const words: number[][] = [];
  for (const page of pages) {
    while (Math.floor((words.length % 16) / 2) !== (page.address & 7)) words.push(IDLE);
    words.push(...pageWords(page));
  }
  while (words.length % 16) words.push(IDLE);
  const sent = words.map(spoil).flatMap((word, k) => (k % 16 ? word : [...SYNC, ...word]));
  return [...Array.from({ length: 576 }, (_, k) => 1 - (k % 2)), ...sent];
}
