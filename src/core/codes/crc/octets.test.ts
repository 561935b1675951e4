import { describe, expect, it } from "vitest";
import { OCTET_CRCS } from "./catalogue.ts";
import { crcOfOctets } from "./octets.ts";

const DIGITS = [..."123456789"].map((digit) => digit.charCodeAt(0));

describe("codes/crc/octets", () => {
  it.each(OCTET_CRCS.map((crc) => [crc.name, crc] as const))("%s has the catalogue's value of 123456789", (_, crc) => {
    expect(crcOfOctets(DIGITS, crc).toString(16)).toBe(crc.check.toString(16));
  });

  it("has each check once", () => {
    const keys = OCTET_CRCS.map(({ bits, polynomial, initial, final, reflected }) =>
      [bits, polynomial, initial, final, reflected].join(),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(OCTET_CRCS.map(({ name }) => name)).size).toBe(keys.length);
  });
});
