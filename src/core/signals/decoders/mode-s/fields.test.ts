import { describe, expect, it } from "vitest";
import { gillhamAltitude } from "./altitude.ts";
import { longitudeZones } from "./cpr.ts";
import { bitCorrections, modeSRemainder, remainderOfWords } from "./crc.ts";
import { createFieldReader } from "./fields.ts";
import { octetsOf } from "./testing.ts";

const RATE = 2e6;

/** Reads frames in order, each with its time in seconds. */
function fieldsOf(...frames: readonly (readonly [hex: string, seconds: number])[]) {
  const read = createFieldReader(RATE);
  return frames.map(([hex, seconds]) => {
    const octets = octetsOf(hex);
    const [df, remainder] = [octets[0] >> 3, modeSRemainder(octets)];
    const icao = df === 11 || df === 17 || df === 18 ? Number.parseInt(hex.slice(2, 8), 16) : remainder;
    const rest = { interrogator: 0, correctedBits: 0, contrast: 1, snrDb: null, carrierHz: 0 };
    return read({ octets, df, icao, start: seconds * RATE, ...rest });
  });
}

describe("signals/decoders/mode-s, published messages", () => {
  // J. Sun, The 1090 Megahertz Riddle (mode-s.org), and the tests of pyModeS (tests/test_common.py, test_adsb.py, test_surv.py, test_commb.py).
  it.each([
    ["8D406B902015A678D4D220AA4BDA", 0],
    ["8d8960ed58bf053cf11bc5932b7d", 0],
    ["8d45cab390c39509496ca9a32912", 0],
    ["8d4ca251204994b1c36e60a5343d", 16],
    ["c80b2dca34aa21dd821a04cb64d4", 10719924],
    ["a800089d8094e33a6004e4b8a522", 4805588],
    ["b0001718c65632b0a82040715b65", 353333],
    ["A0001839CA3800315800007448D9", 0x400940],
    ["2A00516D492B80", 0x510af9],
  ])("%s has the remainder %i", (hex, remainder) => {
    expect(modeSRemainder(octetsOf(hex))).toBe(remainder);
    const words = [
      9,
      ...`${hex}${"0".repeat(32 - hex.length)}`.match(/.{8}/g)!.map((word) => Number.parseInt(word, 16)),
    ];
    expect(remainderOfWords(Uint32Array.from(words), 1, hex.length / 2)).toBe(remainder);
  });

  it.each([
    ["8D4840D6202CC371C32CE0576098", { df: 17, icao: "4840d6", typeCode: 4, callsign: "KLM1023" }],
    ["8D406B902015A678D4D220AA4BDA", { df: 17, icao: "406b90", typeCode: 4, callsign: "EZY85MH" }],
    [
      "8D485020994409940838175B284F",
      { icao: "485020", typeCode: 19, groundSpeedKt: 159.2, trackDeg: 182.88, verticalRateFpm: -832 },
    ],
    [
      "8DA05F219B06B6AF189400CBC33F",
      { typeCode: 19, airspeedKt: 375, isTrueAirspeed: true, headingDeg: 243.98, verticalRateFpm: -2304 },
    ],
    ["2000171806A983", { df: 4, altitudeFt: 36000 }],
    ["A02014B400000000000000F9D514", { df: 20, altitudeFt: 32300 }],
    ["2A00516D492B80", { df: 5, flightStatus: 2, squawk: "0356" }],
    ["A800292DFFBBA9383FFCEB903D01", { df: 21, squawk: "1346" }],
    ["A000083E202CC371C31DE0AA1CCF", { df: 20, callsign: "KLM1017" }],
    ["A0001993202422F2E37CE038738E", { df: 20, callsign: "IBK2873" }],
  ])("%s is read as published", (hex, published) => {
    expect(fieldsOf([hex, 0])[0]).toMatchObject(published);
  });

  it("gives the published position of an even and an odd report, from pairs of at most 10 s", () => {
    const [even, odd] = ["8D40621D58C382D690C8AC2863A7", "8D40621D58C386435CC412692AD6"];
    const [alone, pair] = fieldsOf([odd, 0], [even, 10]);
    expect(alone).not.toHaveProperty("lat");
    expect(pair).toMatchObject({ altitudeFt: 38000, odd: false });
    expect(pair.lat).toBeCloseTo(52.2572, 4);
    expect(pair.lon).toBeCloseTo(3.91937, 5);
    expect(fieldsOf([odd, 0], [even, 10.001])[1]).not.toHaveProperty("lat");
    // The odd one as the newer: 52.26578, 3.93891 (same source, by its formula).
    const [, newer] = fieldsOf([even, 0], [odd, 1]);
    expect(newer.lat).toBeCloseTo(52.26578, 4);
    expect(newer.lon).toBeCloseTo(3.93891, 4);
  });

  it.each([
    ["00000000010", -1000],
    ["00000001010", -500],
    ["00000011011", -100],
    ["00000011010", 0],
    ["00000011110", 100],
    ["00000010011", 600],
    ["00000110010", 1000],
  ])("the Gillham code %s is %i ft", (code, altitude) => {
    expect(gillhamAltitude(Number.parseInt(code, 2))).toBe(altitude);
  });

  it("has the longitude zones of DO-260B's table at its edges", () => {
    expect(
      [0, 10.47047129, 10.47047131, 59.95459276, 59.95459278, 86.53536997, 86.9, 87, 88].map(longitudeZones),
    ).toEqual([59, 59, 58, 30, 29, 3, 2, 2, 1]);
  });
});

describe("signals/decoders/mode-s, correction", () => {
  const frame = octetsOf("8D4840D6202CC371C32CE0576098");
  const damaged = (...bits: number[]) => {
    const octets = frame.slice();
    for (const bit of bits) octets[bit >> 3] ^= 0x80 >> (bit & 7);
    return octets;
  };

  const flipsOf = (octets: Uint8Array, most: number) =>
    bitCorrections(most)[octets.length === 7 ? "short" : "long"].get(modeSRemainder(octets));

  it("mends each single bit but the first five", () => {
    for (let bit = 0; bit < 112; bit++) expect(flipsOf(damaged(bit), 1)).toEqual(bit < 5 ? undefined : [bit]);
  });

  it("mends two bits on request only, and none with 0", () => {
    expect(flipsOf(damaged(20, 90), 1)).toBeUndefined();
    expect(flipsOf(damaged(20, 90), 2)).toEqual([20, 90]);
    expect(flipsOf(damaged(50), 0)).toBeUndefined();
  });
});
