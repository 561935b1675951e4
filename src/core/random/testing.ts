import { noise } from "../gpu/check.ts";

/** Returns `rows` rows of random bits; the same seed gives the same bits. */
export function randomRows(seed: number, rows: number, length: number): number[][] {
  const values = noise(seed, rows * length);
  return Array.from({ length: rows }, (_, row) =>
    Array.from(values.subarray(row * length, (row + 1) * length), (value) => Number(value < 0)),
  );
}
