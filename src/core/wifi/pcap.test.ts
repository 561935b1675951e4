import { describe, expect, it } from "vitest";
import { rateOf } from "./frame/rates.ts";
import { type CapturedFrame, pcapFile } from "./pcap.ts";

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text: string) => text.replaceAll(/\s/g, "");

const frame: CapturedFrame = {
  seconds: 1.5,
  rate: rateOf(54),
  psdu: Uint8Array.of(0xd4, 0, 0, 0, 1, 2),
  intact: true,
};

/** Magic number, version 2.4, no zone, no accuracy, longest record, link type 127. */
const HEAD = bytes("d4c3b2a1 0200 0400 00000000 00000000 ffff0000 7f000000");

describe("pcap with radiotap", () => {
  it("is a header only without frames", () => {
    expect(hex(pcapFile([]))).toBe(HEAD);
  });

  it("has every byte where the formats define it", () => {
    const record = bytes(`
      01000000 20a10700 18000000 18000000
      0000 1200 07000000 74e3160000000000 10 6c
      d40000000102`);
    // The first bit of the PSDU comes 400 samples, which are 20 µs, after the frame's start.
    expect(record.slice(48, 64)).toBe(hex(new Uint8Array(BigUint64Array.of(1_500_020n).buffer)));
    expect(hex(pcapFile([frame]))).toBe(HEAD + record);
  });

  it("has channel and levels where they are known, and tells a wrong check sequence", () => {
    const whole = pcapFile([{ ...frame, intact: false, signalDb: -20.4, noiseDb: -300 }], { frequency: 5.18e9 });
    expect(hex(whole.subarray(40))).toBe(
      bytes("0000 1800 0f300000 74e3160000000000 50 6c 3c14 4001 64 00 d40000000102"),
    );
  });

  it("has the rates, the channel's flags and the times of frames at 10 MHz", () => {
    const whole = pcapFile([{ ...frame, rate: rateOf(9) }], { frequency: 2.412e9, halfRate: true });
    expect(hex(whole.subarray(40))).toBe(bytes("0000 1600 0f000000 88e3160000000000 10 09 6c09 c040 d40000000102"));
  });

  it("counts time from the recording's", () => {
    const view = new DataView(pcapFile([frame, frame], { datetime: "2024-02-29T12:00:00.750Z" }).buffer);
    const expected = [Date.UTC(2024, 1, 29, 12, 0, 2) / 1e3, 250_000];
    for (const at of [24, 24 + 16 + 24])
      expect([view.getUint32(at, true), view.getUint32(at + 4, true)]).toEqual(expected);
  });

  it.each([
    [{ ...frame, seconds: Number.NaN }, {}, "seconds must be from 0 to 2^32, got NaN"],
    [{ ...frame, seconds: -1 }, {}, "seconds must be from 0 to 2^32, got -1"],
    [{ ...frame, signalDb: -Infinity }, {}, "a level must be a finite number of dB, got -Infinity"],
    [frame, { datetime: "soon" }, 'datetime must be a time in ISO 8601, got "soon"'],
    [frame, { datetime: "1960-01-01T00:00:00Z" }, "a time must be from 1970 to 2106"],
  ])("refuses what the format cannot hold: %#", (wrong, options, message) => {
    expect(() => pcapFile([wrong], options)).toThrow(message);
  });
});
