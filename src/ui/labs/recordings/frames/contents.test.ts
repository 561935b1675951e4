import { expect, it } from "vitest";
import { isUnchecked, lineOf, readFields } from "./contents.ts";

it.each([
  [
    { df: 17, icao: "40621d", altitudeFt: 38_000, odd: false, lat: 52.26 },
    "DF 17, ICAO 40621d, altitude 38000 ft, odd no, latitude 52.26",
  ],
  [
    { groundSpeedKt: 159.2, trackDeg: 182.88, verticalRateFpm: -832 },
    "ground speed 159.2 kt, track 182.88°, vertical rate -832 ft/min",
  ],
  [
    { from: "N0CALL-9", to: "APRS", via: ["WIDE1-1", "WIDE2-1"], text: "" },
    "from N0CALL-9, to APRS, via WIDE1-1, WIDE2-1",
  ],
  [
    { pdu: "ADV_IND", addressType: "public", name: null, data: [{ type: 1, hex: "06" }] },
    "PDU ADV_IND, address type public",
  ],
  [{ mmsi: 371_798_000, rot: null, sog: 12.3 }, "MMSI 371798000, SOG 12.3"],
  [{ symbolRateHz: 1200, rateMbps: 6, trackDeg: null }, "symbol rate 1200 Hz, rate 6 Mb/s"],
  [{}, "8d40"],
])("says %j in one line", (fields, line) => {
  expect(lineOf({ fields, hex: "8d40", bits: null })).toBe(line);
});

it("shows the bits of a message that no field explains, and that it has no check", () => {
  const fields = { line: "PWM", repeats: 4 };
  const frame = { fields, hex: null, bits: "01".repeat(40), good: false };
  expect(lineOf(frame)).toBe(`bits ${"01".repeat(32)}…, line PWM, repeats 4`);
  expect(isUnchecked(frame)).toBe(true);
  const checked = { fields: { ...fields, crc: "CRC-8", payload: "0378" }, hex: "037801", bits: null, good: true };
  expect(lineOf(checked)).toBe("line PWM, repeats 4, check CRC-8, payload 0378");
  expect(isUnchecked(checked)).toBe(false);
  expect(isUnchecked({ good: false, fields: { df: 17 } })).toBe(false);
});

it("lists the parts of a field", () => {
  const data = [
    { type: 1, hex: "06" },
    { type: 9, hex: "48" },
  ];
  expect(readFields({ data })).toEqual([{ name: "data", text: "type 1, hex 06; type 9, hex 48" }]);
});
