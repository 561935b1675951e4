import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { fromBytes } from "../byte-source.ts";
import { nameHints } from "../file-name.ts";
import { openRaw } from "./raw.ts";
import { openRecording } from "../registry.ts";

const source = (name: string, data: ArrayBufferView = new Uint8Array(64).fill(1)) =>
  fromBytes(name, new Uint8Array(data.buffer as ArrayBuffer).slice());

describe("capture/raw", () => {
  it.each([
    ["a.cf32", "cf32_le"],
    ["a.CFILE", "cf32_le"],
    ["a.fc64", "cf64_le"],
    ["a.sc32", "ci32_le"],
    ["a.cs16", "ci16_le"],
    ["a.c8", "ci8"],
    ["a.complex16s", "ci8"],
    ["a.complex16u", "cu8"],
    ["a.data", "cu8"],
    ["2024-01-01_12-00-00_6000000SPS_1701300000Hz.f32", "cf32_le"],
    ["2024-01-01_12-00-00_6000000SPS_1701300000Hz.s8", "ci8"],
    ["a.f32", "rf32_le"],
    ["a.s16", "ri16_le"],
    ["a.u8", "ru8"],
  ])("knows %s as %s", async (name, datatype) => {
    const recording = await openRaw(source(name));
    expect(recording.datatype.name).toBe(datatype);
    expect(recording.uncertain).toBe(false);
    expect(recording.guesses.filter((guess) => guess.includes("type"))).toEqual([]);
  });

  it.each([
    ["gqrx_20240131_235959_100000000_1800000_fc.raw", 100e6, 1.8e6],
    ["g001_433.92M_250k.cu8", 433.92e6, 250e3],
    ["baseband_93900000Hz_14-21-15_20-03-2021.wav", 93.9e6, undefined],
    ["SDRSharp_20200101_120000Z_100000000Hz_IQ.wav", 100e6, undefined],
    ["2024-01-01_12-00-00_6000000SPS_1701300000Hz.cs8", 1701.3e6, 6e6],
    ["day_2_of_3.cu8", undefined, undefined],
    ["433.92M_0k.cu8", 433.92e6, undefined],
    ["40m_cw_80m.cu8", undefined, undefined],
    ["a_2.4MSps_100MHz.cu8", 100e6, 2.4e6],
    ["a (100.3 MHz) 2400kS_s.cu8", undefined, 2.4e6],
    ["lte_2.66G_1.92M.cf32", 2.66e9, 1.92e6],
    ["fc100M_fs2.4M.bin", 100e6, 2.4e6],
    ["a_f1e8_s2e6_10s.bin", 100e6, 2e6],
    ["s16_f32_c8_r2.bin", undefined, undefined],
    ["20231399_150159_145942500_78125.raw", 145942500, 78125],
    ["5890MHz_10M.cf32", 5890e6, 10e6],
  ])("reads %s: %s Hz, %s samples/s", (name, centerFrequency, sampleRate) => {
    expect(nameHints(name)).toMatchObject(JSON.parse(JSON.stringify({ centerFrequency, sampleRate })));
    expect(nameHints(name).sampleRate).toBe(sampleRate);
  });

  it.each([
    ["fm_broadcast_256k_cs16.bin", "ci16_le"],
    ["a.CF32.iq", "cf32_le"],
    ["band-ci16_be-2.raw", "ci16_be"],
    ["a_cu8.dat", "cu8"],
  ])("reads the type from %s: %s", async (name, datatype) => {
    const recording = await openRaw(source(name));
    expect(recording.datatype.name).toBe(datatype);
    expect(recording.uncertain).toBe(false);
    expect(recording.guesses[0]).toBe(`The sample type ${datatype} comes from the file's name.`);
  });

  it.each(["cs16.bin", "a_cs16_cu8.bin", "a_cs64.bin", "a_cf8.iq", "abcs16.bin", "a_cs16x.bin"])(
    "reads no type from %s",
    async (name) => expect(await openRaw(source(name))).toMatchObject({ uncertain: true }),
  );

  it("goes by the extension where the name says another type", async () => {
    expect((await openRaw(source("from_cs16.cu8"))).datatype.name).toBe("cu8");
  });

  it("shows what it took from the name, and lets a person correct it", async () => {
    const name = "g001_433.92M_250k.cu8";
    const recording = await openRaw(source(name));
    expect(recording).toMatchObject({ sampleRate: 250e3, centerFrequency: 433.92e6, samples: 32, format: "raw" });
    expect(recording.guesses).toEqual([
      "The sample rate, 250000 Hz, was read from the file's name.",
      "The centre frequency, 433920000 Hz, was read from the file's name.",
    ]);
    const hints = { datatype: "cf32_le", sampleRate: 1e6, centerFrequency: 0 };
    const corrected = await openRaw(source(name), hints);
    expect(corrected).toMatchObject({ sampleRate: 1e6, centerFrequency: 0, samples: 8, guesses: [] });
    expect(corrected.datatype.name).toBe("cf32_le");
    await expect(openRaw(source(name), { sampleRate: 0 })).rejects.toThrow(
      "the sample rate must be a number above 0, got 0",
    );
    await expect(openRaw(source(name), { datatype: "int" })).rejects.toThrow('the sample type "int" is unknown');
  });

  const text = (name: string, content: string) => fromBytes(name, new TextEncoder().encode(content));
  const samples = source("BBD_0001.C16", new Int16Array(8));

  it.each([
    ["BBD_0001.TXT", "sample_rate=500000\ncenter_frequency=433920000\n", 500e3, 433.92e6, {}, []],
    [
      "bbd_0001.txt",
      "\ufeffcenter_frequency = 433920000\r\nsample_rate=500000\r\nlatitude=48.1\r\nlongitude=-11.5\r\nsatinuse=7",
      500e3,
      433.92e6,
      { "core:geolocation": { type: "Point", coordinates: [-11.5, 48.1] } },
      [],
    ],
    ["BBD_0001.TXT", "my notes", undefined, undefined, {}, [/BBD_0001.TXT gives neither a sample_rate nor/]],
  ])(
    "takes rate and frequency from PortaPack's %s",
    async (name, content, sampleRate, centerFrequency, metadata, warnings) => {
      for (const files of [
        [samples, text(name, content)],
        [text(name, content), samples, source("other.cu8")],
      ]) {
        const recordings = await openRecording(files);
        expect(recordings).toHaveLength(files.length - 1);
        expect(recordings[0]).toMatchObject({ sampleRate, centerFrequency, metadata, samples: 4 });
        expect(recordings[0].warnings).toEqual(warnings.map((warning) => expect.stringMatching(warning)));
      }
    },
  );

  it("refuses text that describes none of the files", async () => {
    await expect(openRecording([samples, text("BBD_0002.TXT", "sample_rate=1")])).rejects.toThrow(
      "BBD_0002.TXT: is of an",
    );
    const long = text("BBD_0001.TXT", "x".repeat(5000));
    await expect(openRecording([samples, long])).rejects.toThrow(
      "BBD_0001.TXT: 5000 bytes of text, expected at most 4096",
    );
  });

  it.each(["capture", "ism_433.92M", "rec.1", "iq", "data"])(
    "reads %s, which has no extension, as a guess",
    async (name) => {
      const [recording] = await openRecording([source(name, new Int16Array(testNormals(3, 400).map((x) => 300 * x)))]);
      expect(recording).toMatchObject({ title: name, uncertain: true, samples: 200 });
      expect(recording.datatype.name).toBe("ci16_le");
    },
  );

  it("refuses text under names that may hold samples", async () => {
    const lines = "1.5e-3, 2.5e-3\n".repeat(20);
    for (const name of ["README", "capture.dat", "band_2M.cfile", "band.cs16", "samples_cu8.raw"]) {
      await expect(openRecording([text(name, lines)])).rejects.toThrow(`${name}: looks like text, expected IQ samples`);
    }
    const page = text("band.cf32", "\n<!DOCTYPE html>\n<title>404 – not found</title>".padEnd(256, "é"));
    await expect(openRecording([page])).rejects.toThrow("band.cf32: looks like text");
    // A person may choose the type, and equal samples are no text.
    expect(await openRaw(text("band.cs16", lines), { datatype: "ci16_le" })).toMatchObject({ samples: 75 });
    expect(await openRaw(source("band.cs8", new Uint8Array(200).fill(64)))).toMatchObject({ samples: 100 });
  });

  it("asks whether a single size in M is the rate", async () => {
    const [recording] = await openRecording([source("v2x_10M.cf32")]);
    expect(recording).toMatchObject({ sampleRate: 10e6, uncertain: true });
    expect(recording.centerFrequency).toBeUndefined();
    expect(recording.guesses).toEqual([
      "The file's name says 10M without a unit. Threeray reads it as the sample rate; if it is the centre frequency, correct both.",
    ]);
    const hints = { sampleRate: 2e6, centerFrequency: 10e6 };
    expect(await openRaw(source("v2x_10M.cf32"), hints)).toMatchObject({ ...hints, uncertain: false, guesses: [] });
    expect((await openRaw(source("v2x_10M.cf32"), { sampleRate: 2e6 })).guesses[0]).toContain(
      "10M, which may be a frequency",
    );
  });

  const noise = testNormals(1, 4000);
  it.each([
    ["floats", "cf32_le", Float32Array.from(noise, (x) => x * 1e-3)],
    ["floats with some NaN", "cf32_le", Float32Array.from(noise, (x, i) => (i % 50 ? x : Number.NaN))],
    ["loud 16-bit integers", "ci16_le", Int16Array.from(noise, (x) => x * 6000)],
    ["quiet 16-bit integers", "ci16_le", Int16Array.from(noise, (x) => x * 20)],
    ["signed bytes", "ci8", Int8Array.from(noise, (x) => x * 25)],
    ["unsigned bytes", "cu8", Uint8Array.from(noise, (x) => 127.5 + x * 25)],
  ])("guesses %s under an extension that says nothing, and says that it is a guess", async (_, datatype, data) => {
    const [recording] = await openRecording([source("a.bin", data)]);
    expect(recording.datatype.name).toBe(datatype);
    expect(recording.guesses[0]).toContain(`Threeray reads it as ${datatype}`);
  });

  it("guesses by the whole file where it begins with silence", async () => {
    const data = new Int16Array(2 ** 18);
    data.set(
      Int16Array.from(testNormals(2, 2 ** 17), (x) => x * 200),
      2 ** 17,
    );
    expect((await openRaw(source("a.bin", data))).datatype.name).toBe("ci16_le");
  });

  const folder = "../shared/captures/";
  const present = existsSync(folder);
  it.skipIf(!present)(`opens recordings of others (skipped where ${folder} is absent)`, async () => {
    for (const [name, samples] of [
      ["conducted_dot11a_6mbps.dat", 52000],
      ["fm_broadcast_256k_cs16.bin", 262144],
    ] as const) {
      const [recording] = await openRecording([fromBytes(name, new Uint8Array(readFileSync(folder + name)))]);
      expect(recording.datatype.name).toBe("ci16_le");
      expect(recording.samples).toBe(samples);
    }
  });
});
