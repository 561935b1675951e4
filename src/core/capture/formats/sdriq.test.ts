import { crc32 as zlibCrc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fromBytes } from "../byte-source.ts";
import { crc32 } from "../archives/crc32.ts";
import { openRecording } from "../registry.ts";
import { bytesOf, crcOf, uint32, uint64 } from "../testing.ts";

/** As plugins/samplesource/fileinput/readme.md of f4exb/sdrangel describes it. */
function sdriq(
  body: ArrayBufferView,
  { rate = 48_000, hertz = 435e6, time = 1_639_664_596_147, bits = 16, check = 0 } = {},
) {
  const head = bytesOf(uint32(rate), uint64(hertz), uint64(time), uint32(bits), uint32(0));
  const bytes = new Uint8Array(body.buffer as ArrayBuffer);
  return fromBytes("a.sdriq", bytesOf(head, uint32((crcOf(head) ^ check) >>> 0), bytes));
}

describe("capture/sdriq", () => {
  it("has the checksum of ZIP, also in pieces", () => {
    const bytes = new TextEncoder().encode("123456789");
    // The check value of the catalogue of parametrised CRC algorithms, CRC-32/ISO-HDLC.
    expect(crc32(bytes)).toBe(0xcbf43926);
    expect(crc32(bytes.subarray(4), crc32(bytes.subarray(0, 4)))).toBe(0xcbf43926);
    expect(zlibCrc32?.(bytes) ?? 0xcbf43926).toBe(crcOf(bytes));
  });

  it.each([
    [16, Int16Array.of(16384, -32768), "ci16_le"],
    [24, Int32Array.of(2 ** 22, -(2 ** 23)), "ci32_le"],
  ])("reads %i bits at full scale 1, rate, frequency and time", async (bits, data, datatype) => {
    const [recording] = await openRecording([sdriq(data, { bits })]);
    expect(recording).toMatchObject({
      format: "SDRangel",
      samples: 1,
      sampleRate: 48_000,
      centerFrequency: 435e6,
      warnings: [],
    });
    expect(recording.datatype.name).toBe(datatype);
    expect(recording.captures[0].datetime).toBe("2021-12-16T14:23:16.147Z");
    expect([...(await recording.read(0, 9))]).toEqual([0.5, -1]);
  });

  it("reads the seconds of older files", async () => {
    const [recording] = await openRecording([sdriq(new Int16Array(2), { time: 1_639_664_596 })]);
    expect(recording.captures[0].datetime).toBe("2021-12-16T14:23:16.000Z");
  });

  it.each([
    [{ check: 1 }, /header of 32 bytes is damaged.*another checksum/],
    [{ bits: 12 }, /found 48000 samples\/s of 12 bits, expected 16 or 24/],
    [{ rate: 0 }, /found 0 samples\/s/],
  ])("refuses %j", async (header, message) => {
    await expect(openRecording([sdriq(new Int16Array(2), header)])).rejects.toThrow(message);
  });

  it("refuses a file that is cut short", async () => {
    await expect(openRecording([fromBytes("a.sdriq", new Uint8Array(9))])).rejects.toThrow("a.sdriq: ends at byte 9");
    await expect(openRecording([sdriq(new Int16Array(0))])).rejects.toThrow("a.sdriq: holds no samples");
  });
});
