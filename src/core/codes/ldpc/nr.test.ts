import { describe, expect, it } from "vitest";
import { parityChecksOf } from "./base-graphs.ts";
import { type LdpcCode, ldpcCode, placesOf } from "./code.ts";
import { encodeLdpc, encodeBlocks } from "./encoder.reference.ts";
import { LIFTING_SIZES } from "./nr.ts";
import { failedChecks, NR_VECTORS } from "./testing.ts";
import { randomRows } from "../../random/testing.ts";

/** A code with all layers of a base graph, and one filler bit. */
function wholeCode(graph: "nr-1" | "nr-2", z: number): LdpcCode {
  const [informationBlocks, layers] = graph === "nr-1" ? [22, 46] : [10, 42];
  const [information, length] = [informationBlocks * z - 1, (informationBlocks + layers - 2) * z - 1];
  return { name: "whole", graph, z, informationBlocks, layers, information, length, punctured: 2 * z };
}

/**
 * Rank over GF(2) of the code's map from the information bits that are not sent to the parity bits that are. The other information
 * bits are sent, so the codeword determines all of them if the rank is the number of bits that are not.
 */
function puncturedRank(code: LdpcCode): number {
  const { punctured, information, length } = code;
  const first = information - punctured;
  const pivots = new Map<number, bigint>();
  for (let bit = 0; bit < punctured; bit++) {
    const parity = encodeLdpc(
      code,
      Array.from({ length: information }, (_, i) => Number(i === bit)),
    ).slice(first, length);
    let row = BigInt(`0b0${parity.join("")}`);
    while (row > 0n) {
      const top = row.toString(2).length;
      const pivot = pivots.get(top);
      if (pivot === undefined) {
        pivots.set(top, row);
        break;
      }
      row ^= pivot;
    }
  }
  return pivots.size;
}

/** A code of base graph 2 that is refused, with its four core layers. */
function unchecked(information: number, length: number): LdpcCode {
  const z = information > 12 ? 4 : 2;
  const sizes = { z, informationBlocks: 10, layers: 4, information, length, punctured: 2 * z };
  return { name: "refused", graph: "nr-2", ...sizes };
}

describe("ldpc/nr", () => {
  it.each(NR_VECTORS)("has the codewords of Sionna: $name", ({ name, frames }) => {
    const code = ldpcCode(name);
    for (const { information, codeword } of frames) expect(encodeLdpc(code, information)).toEqual(codeword);
  });

  it.each(["nr-1", "nr-2"] as const)("satisfies all checks of %s at 51 lifting sizes, 2 to 384", (graph) => {
    expect(LIFTING_SIZES).toHaveLength(51);
    expect([LIFTING_SIZES[0], LIFTING_SIZES.at(-1)]).toEqual([2, 384]);
    for (const z of LIFTING_SIZES) {
      const code = wholeCode(graph, z);
      const [bits] = randomRows(z, 1, code.information);
      const all = encodeBlocks(code, bits);
      expect(all.slice(0, code.information)).toEqual(bits);
      expect(failedChecks(code, all)).toBe(0);
      all[placesOf(code).sent(z)] ^= 1;
      expect(failedChecks(code, all)).toBeGreaterThan(0);
    }
  });

  it("has codewords that determine the information bits, with the fewest coded bits of each K", () => {
    const refused: string[] = [];
    // The least K of each size of block leaves the fewest coded bits more. Base graph 1 begins at K = 293.
    const least = LIFTING_SIZES.filter((z) => z > 4 && z < 32).map((z) => 6 * z + 1);
    for (const information of [...Array.from({ length: 13 }, (_, i) => 12 + i), ...least, 257, 293]) {
      for (let length = Math.ceil(information / 0.95); ; length++) {
        try {
          const code = ldpcCode(`nr-ldpc:${information}:${length}`);
          expect(puncturedRank(code), code.name).toBe(code.punctured);
          break;
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          refused.push(`${information}:${length}`);
          expect(puncturedRank(unchecked(information, length))).toBeLessThan(2 * (information > 12 ? 4 : 2));
        }
      }
    }
    const found = ["12:13", "19:20", "19:21", "20:22", "21:23", "22:24", "23:25", "24:26"];
    expect(refused).toEqual(found);
  });

  // Base graph, z, layers and filler bits.
  it.each([
    ["nr-ldpc-2304-1/2", "nr-2", 120, 12, 48],
    ["nr-ldpc:12:60", "nr-2", 2, 26, 8],
    ["nr-ldpc:192:960", "nr-2", 32, 26, 128],
    ["nr-ldpc:292:320", "nr-2", 40, 4, 108],
    ["nr-ldpc:293:320", "nr-1", 14, 4, 15],
    ["nr-ldpc:3824:5708", "nr-2", 384, 7, 16],
    ["nr-ldpc:3824:5707", "nr-1", 176, 13, 48],
    ["nr-ldpc:8448:25344", "nr-1", 384, 46, 0],
  ] as const)("chooses the base graph and lifting size: %s", (name, graph, z, layers, filler) => {
    const code = ldpcCode(name);
    expect(code).toMatchObject({ graph, z, layers, punctured: 2 * z });
    expect(placesOf(code).filler).toBe(filler);
    expect(parityChecksOf(code).layers).toHaveLength(layers);
  });

  it("reads around the circular buffer from the start of the redundancy version", () => {
    // z = 384 without filler bits: the standard's table 5.4.2.1-2 gives the starts for the whole buffer.
    const whole = ldpcCode("nr-ldpc:8448:25344");
    for (const [version, start] of [0, 17, 33, 56].entries()) {
      const order = whole.matching?.(500, version).order;
      expect(Array.from({ length: 3 }, (_, i) => order?.[i])).toEqual([0, 1, 2].map((i) => start * 384 + i));
      expect(new Set(Array.from(order ?? [])).size).toBe(25344);
    }
    // z = 120: 48 filler bits follow 912 information bits in a buffer of 2352 places; version 2 begins at place 1080 = ⌊25·2352/6000⌋·120.
    const short = ldpcCode("nr-ldpc-2304-1/2");
    expect(Array.from(short.matching?.(2304, 0).order ?? [])).toEqual(Array.from({ length: 2304 }, (_, i) => i));
    const second = Array.from(short.matching?.(4000, 2).order ?? []);
    expect(second.slice(0, 2)).toEqual([1032, 1033]);
    expect(second.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2304 }, (_, i) => i));
    expect(() => short.matching?.(2304, 4)).toThrow("redundancyVersion must be 0, 1, 2 or 3, got 4");
    expect(() => short.matching?.(0, 0)).toThrow("sent must be a positive integer, got 0");
  });

  it.each([
    ["nr-ldpc:11:60", "K must be 12 to 8448, got 11"],
    ["nr-ldpc:8449:20000", "K must be 12 to 8448, got 8449"],
    ["nr-ldpc:1152:1212", "the rate must be at most 0.95, so N must be at least 1213; got 1212"],
    ["nr-ldpc:3850:16000", "K must be at most 3840 at rates up to 1/4, got 3850"],
    ["nr-ldpc:1152:5953", "N must be at most 5952, the circular buffer, got 5953"],
    ["nr-ldpc:12:13", "13 coded bits do not determine 12 information bits; N must be at least 14"],
    ["nr-ldpc:19:21", "21 coded bits do not determine 19 information bits; N must be at least 22"],
  ])("refuses %s", (name, message) => {
    expect(() => ldpcCode(name)).toThrow(`ldpc/code: ${name} is not a code of NR: ${message}`);
  });
});
