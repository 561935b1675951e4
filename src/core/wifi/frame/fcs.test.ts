import { crc32 } from "node:zlib";
import { assert, integer, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { fcsHolds, fcsOf } from "./fcs.ts";
import { annex } from "./testing.ts";

const littleEndian = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);

describe("frame check sequence", () => {
  it("equals zlib's CRC-32, least significant octet first", () => {
    const any = property(uint8Array({ maxLength: 4091 }), (frame) => {
      expect([...fcsOf(frame)]).toEqual(littleEndian(crc32(frame)));
    });
    assert(any, { numRuns: 50 });
  });

  it("of the annex's first 96 octets is the one that later editions print, not the one of 1999", () => {
    const frame = annex.psdu.subarray(0, 96);
    expect([...fcsOf(frame)]).toEqual([0x67, 0x33, 0x21, 0xb6]);
    expect([...annex.psdu.subarray(96)]).toEqual([0xda, 0x57, 0x99, 0xed]);
    expect(fcsHolds(annex.psdu)).toBe(false);
    expect(fcsHolds(Uint8Array.of(...frame, ...fcsOf(frame)))).toBe(true);
  });

  it("fails when any octet changes", () => {
    const any = property(uint8Array({ maxLength: 300 }), integer({ min: 0 }), integer({ min: 1, max: 255 }), test);
    function test(frame: Uint8Array, place: number, change: number) {
      const psdu = Uint8Array.of(...frame, ...fcsOf(frame));
      expect(fcsHolds(psdu)).toBe(true);
      psdu[place % psdu.length] ^= change;
      expect(fcsHolds(psdu)).toBe(false);
    }
    assert(any);
  });

  it.each([0, 1, 2, 3])("is absent from %i octets", (length) => {
    expect(fcsHolds(new Uint8Array(length))).toBe(false);
  });
});
