import { correctedCodeword } from "../pocsag/codeword.ts";

/**
 * The contents of one phase of a FLEX frame: 88 codewords. Sources: ITU-R M.584-2, annex 2; Philips, PCD5008 FLEX pager decoder,
 * 1998, chapter 8.7; ARIB RCR STD-43A, as the encoder tinyflex follows it.
 */
export const PHASE_WORDS = 88;

/** A received codeword. */
export interface FlexWord {
  /** As it was sent, its first bit the highest one, after correction. */
  word: number;
  /** 21 bits, the first one the lowest; undefined if more than two bits are wrong or one is missing. */
  info: number | undefined;
  corrected: number;
}

/** A page. */
export interface FlexPage {
  /** Its codewords: address, vector and message. */
  words: FlexWord[];
  /** Places of its first and its last codeword in the message field, or of its vector if it has none there. */
  first: number;
  last: number;
  address: number;
  type: string;
  /** null where the message is not text. */
  text: string | null;
  /** The message continues in a later frame. */
  continued: boolean;
  /** All its codewords are valid, and its check passed. */
  good: boolean;
}

/** Vector types, by number. */
const TYPES = ["secure", "instruction", "short", "numeric", "special numeric", "alphanumeric", "binary", "numbered"];
const [SHORT, NUMERIC, SPECIAL, ALPHANUMERIC, NUMBERED] = [2, 3, 4, 5, 7];
const DIGITS = "0123456789.U -][";
const UNKNOWN = "\ufffd";
/** Fill of the last codeword: NUL and ETX. */
const FILL = new Set([0, 3]);
/** Addresses of two codewords begin in these ranges. */
const LONG_FIRST = [
  [0x000001, 0x008000],
  [0x1f7fff, 0x1ffffe],
] as const;
/** Addresses of one codeword; between them are second codewords. */
const SHORT_ADDRESSES = [
  [0x008001, 0x1e0000],
  [0x1f0001, 0x1f7ffe],
] as const;

export function flexWord(sent: number): FlexWord {
  const fixed = correctedCodeword(sent);
  if (!fixed) return { word: sent, info: undefined, corrected: 0 };
  let info = 0;
  for (let k = 0; k < 21; k++) info |= ((fixed.word >>> (31 - k)) & 1) << k;
  return { word: fixed.word, info, corrected: fixed.corrected };
}

/** Whether the check of an information word or a vector holds: its parts of four bits add up to 15, modulo 16. */
export function flexCheckHolds(info: number): boolean {
  let sum = info >>> 20;
  for (let k = 0; k < 20; k += 4) sum += (info >>> k) & 15;
  return (sum & 15) === 15;
}

/** The sum of a message's information bits in parts of 8, 8 and 5 bits. */
const partsOf = (infos: readonly number[]) =>
  infos.reduce((sum, info) => sum + (info & 255) + ((info >>> 8) & 255) + (info >>> 16), 0);

/** Reads the pages of a phase; none if its block information is damaged or tells of none. */
export function flexPages(words: readonly FlexWord[]): FlexPage[] {
  const block = words[0].info;
  if (block === undefined || block === 0 || block === 0x1fffff || !flexCheckHolds(block)) return [];
  const addresses = 1 + ((block >>> 8) & 3);
  const vectors = (block >>> 10) & 63;
  const pages: FlexPage[] = [];
  for (let at = addresses; at < vectors; at++) {
    const first = words[at].info;
    if (first === undefined) continue;
    const isLong = isWithin(LONG_FIRST, first);
    const address = isLong ? longAddress(first, words[at + 1]?.info) : shortAddress(first);
    const page = address === undefined ? undefined : pageOf(words, at, vectors + at - addresses, isLong);
    if (address !== undefined && page) pages.push({ ...page, address });
    if (isLong) at++;
  }
  return pages;
}

const isWithin = (ranges: readonly (readonly [number, number])[], info: number) =>
  ranges.some(([least, most]) => info >= least && info <= most);

const shortAddress = (info: number) => (isWithin(SHORT_ADDRESSES, info) ? info - 0x8000 : undefined);

/** Returns the address of two codewords; undefined if there is none. */
function longAddress(first: number, second: number | undefined): number | undefined {
  if (second === undefined) return undefined;
  const isSecondSet = first >= LONG_FIRST[1][0];
  if (isSecondSet) {
    return second >= 0x1e0001 && second <= 0x1f0000
      ? (second - 1_867_776) * 32_768 + (first - 2_064_383) + 2_068_479
      : undefined;
  }
  if (second >= 0x1f7fff) return (2_097_151 - second) * 32_768 + (first - 1) + 2_068_481;
  return second >= 0x1e0001 && second <= 0x1f0000 ? (second - 1_933_312) * 32_768 + (first - 1) + 2_068_481 : undefined;
}

/** Reads a page whose address and vector are at these places. */
function pageOf(all: readonly FlexWord[], addressAt: number, vectorAt: number, isLong: boolean) {
  const span = isLong ? 2 : 1;
  const vector = all[vectorAt]?.info;
  if (vector === undefined || vectorAt + span > PHASE_WORDS || !flexCheckHolds(vector)) return undefined;
  const type = (vector >>> 4) & 7;
  const own = [...all.slice(addressAt, addressAt + span), all[vectorAt]];
  const page = { type: TYPES[type], first: vectorAt, last: vectorAt + span - 1, continued: false };
  // The first codeword of a message to a long address follows its vector.
  const beside = isLong ? [all[vectorAt + 1]] : [];
  const read = (message: readonly FlexWord[]) => ({
    words: [...own, ...message],
    isValid: message.every(({ info }) => info !== undefined),
    infos: message.map(({ info }) => info),
  });
  if (type === SHORT) {
    const { words, isValid, infos } = read(beside);
    if ((vector >>> 7) & 3) return { ...page, words, text: null, good: isValid };
    const bits = [...bitsOf(vector, 9, 21), ...infos.flatMap((info) => bitsOf(info, 0, 20))];
    return { ...page, words, text: digitsOf(bits), good: isValid };
  }
  if (TYPES[type] === "instruction") return { ...page, words: read(beside).words, text: null, good: true };
  const isNumeric = type === NUMERIC || type === SPECIAL || type === NUMBERED;
  const begin = (vector >>> 7) & 127;
  const count = (isNumeric ? ((vector >>> 14) & 7) + 1 : (vector >>> 14) & 127) - beside.length;
  if (count < 0 || (count > 0 && begin <= vectorAt) || begin + count > PHASE_WORDS) return undefined;
  const { words, isValid, infos } = read([...beside, ...all.slice(begin, begin + count)]);
  if (infos.length === 0) return undefined;
  const places = count > 0 ? { first: begin, last: begin + count - 1 } : {};
  const known = isValid ? (infos as number[]) : undefined;
  const shared = { ...page, ...places, words };
  if (isNumeric) {
    const bits = infos.flatMap((info) => bitsOf(info, 0, 21)).slice(type === NUMBERED ? 10 : 2);
    return { ...shared, text: digitsOf(bits), good: known !== undefined && numericCheckHolds(vector, known) };
  }
  const header = infos[0];
  const good = known !== undefined && fragmentCheckHolds(known, type === ALPHANUMERIC ? 10 : 12);
  if (type !== ALPHANUMERIC) return { ...shared, text: null, good };
  const isFirst = header === undefined || ((header >>> 11) & 3) === 3;
  const bits = infos.slice(1).flatMap((info) => bitsOf(info, 0, 21));
  return {
    ...shared,
    text: textOf(isFirst ? bits.slice(7) : bits),
    continued: header !== undefined && ((header >>> 10) & 1) === 1,
    good,
  };
}

/** Bits [from, to) of 21 bits, the lowest first. */
const bitsOf = (info: number | undefined, from: number, to: number) =>
  Array.from({ length: to - from }, (_, k) => (info === undefined ? undefined : (info >>> (from + k)) & 1));

/** Takes whole characters of some bits, the first bit of each the lowest; one with an unknown bit is undefined. */
function charactersOf(bits: readonly (number | undefined)[], size: number): (number | undefined)[] {
  return Array.from({ length: Math.floor(bits.length / size) }, (_, c) => {
    const part = bits.slice(c * size, (c + 1) * size);
    return part.includes(undefined) ? undefined : part.reduce<number>((code, bit, k) => code | (Number(bit) << k), 0);
  });
}

const digitsOf = (bits: readonly (number | undefined)[]) =>
  charactersOf(bits, 4)
    .map((code) => (code === undefined ? UNKNOWN : DIGITS[code]))
    .join("")
    .trimEnd();

const textOf = (bits: readonly (number | undefined)[]) =>
  charactersOf(bits, 7)
    .map((code) => (code === undefined ? UNKNOWN : FILL.has(code) ? "" : String.fromCharCode(code)))
    .join("");

/** The check of a numeric message: four bits in the vector and two in its first codeword. Of the sum's 8 bits, the upper two are added to the others. */
function numericCheckHolds(vector: number, infos: readonly number[]): boolean {
  const sum = partsOf([infos[0] & ~3, ...infos.slice(1)]) & 255;
  const check = ~((sum & 63) + (sum >>> 6)) & 63;
  return check === ((vector >>> 17) | ((infos[0] & 3) << 4));
}

/** The check of a message or fragment: its first bits, which count as 0 in the sum. */
function fragmentCheckHolds(infos: readonly number[], bits: number): boolean {
  const mask = 2 ** bits - 1;
  return (infos[0] & mask) === (~partsOf([infos[0] & ~mask, ...infos.slice(1)]) & mask);
}
