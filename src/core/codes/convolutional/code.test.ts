import { describe, expect, it } from "vitest";
import { CONVOLUTIONAL_CODES } from "./code.ts";

const code = CONVOLUTIONAL_CODES[1];

describe("convolutional/code", () => {
  it("has the lengths of SIGNAL, and of SERVICE with 1 to 4095 octets", () => {
    expect(CONVOLUTIONAL_CODES).toHaveLength(4096);
    expect(CONVOLUTIONAL_CODES[0]).toMatchObject({ name: "bcc-18", information: 18, length: 48 });
    expect(CONVOLUTIONAL_CODES.at(-1)).toMatchObject({ name: "bcc-32776", information: 32776, length: 65564 });
  });

  it("sends A B, A B A, or A B A B of two, three or six coded bits", () => {
    const starts = [60, 45, 40].map((sent) => Array.from(code.matching?.(sent, 0).order ?? []).slice(0, 8));
    expect(code.length).toBe(60);
    expect(starts).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7],
      [0, 1, 2, 4, 5, 6, 8, 9],
      [0, 1, 2, 5, 6, 7, 8, 11],
    ]);
  });

  it("refuses other numbers of transmitted bits, and redundancy versions", () => {
    expect(() => code.matching?.(41, 0)).toThrow(
      "convolutional/code: sent must be one of 60, 45, 40 for 60 coded bits, got 41",
    );
    expect(() => code.matching?.(40, 1)).toThrow("convolutional/code: redundancyVersion must be 0, got 1");
  });
});
