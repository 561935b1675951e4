import { describe, expect, it } from "vitest";
import { MOST_BYTES, qrCode, type QrCode } from "./qr.ts";

/** Returns the dark modules of a drawing as rows. */
function modulesOf({ size, path }: QrCode): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    for (let i = 0; i < Number(width); i++) rows[Number(y)][Number(x) + i] = true;
  }
  return rows;
}

/** The eight masks of ISO/IEC 18004, table 10: i is the row, j the column. */
const MASKS: readonly ((i: number, j: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** Reads a code of version 1 without errors, as ISO/IEC 18004 describes it: one block, bytes, no interleaving. */
function readVersion1(dark: boolean[][]): string {
  // Bits 14 to 0 of the format are in row 8 beside the upper left finder, and column 8 below it.
  const places = [0, 1, 2, 3, 4, 5, 7, 8].map((j) => dark[8][j]);
  const format = places.reduce((bits, one) => bits * 2 + Number(one), 0);
  const mask = MASKS[((format ^ 0b10101000) >> 3) & 0b111];
  const isFunction = (i: number, j: number) =>
    i === 6 || j === 6 || (i < 9 && j < 9) || (i < 9 && j > 12) || (i > 12 && j < 9);
  const bits: number[] = [];
  for (let pair = 0; pair < 10; pair++) {
    // Pairs of columns from the right, upwards first. Column 6 is the timing pattern.
    const right = 20 - 2 * pair - (pair >= 7 ? 1 : 0);
    for (let step = 0; step < 21; step++) {
      const i = pair % 2 === 0 ? 20 - step : step;
      for (const j of [right, right - 1]) {
        if (!isFunction(i, j)) bits.push(Number(dark[i][j] !== mask(i, j)));
      }
    }
  }
  const take = (count: number) => bits.splice(0, count).reduce((value, bit) => value * 2 + bit, 0);
  expect(take(4)).toBe(0b0100);
  return String.fromCodePoint(...Array.from({ length: take(8) }, () => take(8)));
}

describe("QR codes", () => {
  it.each(["https://a.example", "http://x.y/#turbo", "#filters?v=1"])("hold %s", (text) => {
    const code = qrCode(text);
    expect(code).toMatchObject({ size: 21, quietZone: 4 });
    expect(readVersion1(modulesOf(code))).toBe(text);
  });

  it("has finders in three corners, and timing patterns between them", () => {
    const dark = modulesOf(qrCode("https://a.example/#equalizers?v=1&channel=3&ebn0=14"));
    const size = dark.length;
    // A finder: a ring of 7 modules around a ring of white around 3 modules.
    const finder = (i: number, j: number) => {
      const distance = Math.max(Math.abs(i - 3), Math.abs(j - 3));
      return distance !== 2;
    };
    for (let i = 0; i < 7; i++) {
      for (let j = 0; j < 7; j++) {
        expect([dark[i][j], dark[i][size - 7 + j], dark[size - 7 + i][j]]).toEqual(Array(3).fill(finder(i, j)));
      }
    }
    for (let i = 8; i < size - 8; i++) expect([dark[6][i], dark[i][6]]).toEqual(Array(2).fill(i % 2 === 0));
  });

  it("takes links up to the largest code, and refuses longer ones", () => {
    expect(qrCode("a".repeat(MOST_BYTES)).size).toBe(177);
    expect(() => qrCode("ä".repeat(MOST_BYTES / 2 + 1))).toThrow("share: a QR code holds at most 2953 bytes, got 2954");
  });
});
