import { existsSync, readFileSync } from "node:fs";
import { array, assert, asyncProperty, boolean, constantFrom, integer, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBytes } from "../byte-source.ts";
import { openRecording } from "../registry.ts";
import { bytesOf, formatBytes, sparse, type TestChunk, uint32, uint64, type WavForm, wavBytes } from "../testing.ts";

interface WavFile {
  form?: WavForm;
  tag?: number;
  channels?: number;
  bits?: number;
  rate?: number;
  data: ArrayBufferView;
  /** Length of the data that the header claims. */
  claimed?: number;
  before?: [name: string, body: Uint8Array][];
}

/** A WAV file as in Microsoft's "Multimedia Programming Interface and Data Specifications 1.0", RF64 as in EBU Tech 3306. */
function wav({ form = "RIFF", data, claimed, before = [], ...format }: WavFile) {
  const chunks = [
    ...before.map(([name, body]) => ({ name, body })),
    { name: "fmt ", body: formatBytes(format) },
    { name: "data", body: new Uint8Array(data.buffer as ArrayBuffer), size: claimed },
  ];
  return fromBytes("a.wav", wavBytes(form, chunks));
}

describe("capture/wav", () => {
  it.each([
    ["cu8", { bits: 8, data: Uint8Array.of(192, 0) }, [0.5, -1]],
    ["ci16_le", { bits: 16, data: Int16Array.of(16384, -32768) }, [0.5, -1]],
    ["ci24_le", { bits: 24, data: Uint8Array.of(0, 0, 0x40, 0, 0, 0x80) }, [0.5, -1]],
    ["ci32_le", { bits: 32, data: Int32Array.of(2 ** 30, -(2 ** 31)) }, [0.5, -1]],
    ["cf32_le", { tag: 3, bits: 32, data: Float32Array.of(1, -2) }, [1, -2]],
    ["cf64_le", { tag: 3, bits: 64, data: Float64Array.of(1, -2) }, [1, -2]],
    ["cf32_le", { tag: 0xff03, bits: 32, data: Float32Array.of(1, -2) }, [1, -2]],
    ["ri16_le", { channels: 1, data: Int16Array.of(16384) }, [0.5, 0]],
  ])("reads %s", async (datatype, options, expected) => {
    const [recording] = await openRecording([wav(options)]);
    expect(recording).toMatchObject({ format: "WAV", sampleRate: 48000, samples: 1, warnings: [] });
    expect(recording.datatype.name).toBe(datatype);
    expect([...(await recording.read(0, 1))]).toEqual(expected);
  });

  it("swaps I and Q on request", async () => {
    const [recording] = await openRecording([wav({ data: Int16Array.of(16384, -32768) })], { swapped: true });
    expect([...(await recording.read(0, 1))]).toEqual([-1, 0.5]);
  });

  it("takes centre frequency and time from auxi, past chunks of odd length", async () => {
    const auxi = Buffer.alloc(64);
    for (const [i, part] of [2024, 1, 3, 31, 23, 59, 58, 500].entries()) auxi.writeUInt16LE(part, 2 * i);
    auxi.writeUInt32LE(93_900_000, 32);
    const before: [string, Uint8Array][] = [
      ["LIST", new Uint8Array(3)],
      ["auxi", auxi],
    ];
    const [recording] = await openRecording([wav({ data: new Int16Array(2), before })]);
    expect(recording.centerFrequency).toBe(93.9e6);
    expect(recording.captures[0].datetime).toBe("2024-01-31T23:59:58.500Z");
  });

  it.each([
    ["zero", "RIFF" as const, 0],
    ["overflowed", "RIFF" as const, 0xffffffff],
  ])("reads to the end when the length is %s", async (_, form, claimed) => {
    const [recording] = await openRecording([wav({ form, data: new Int16Array(20), claimed })]);
    expect(recording.samples).toBe(10);
    expect(recording.warnings[0]).toContain(`says that it has ${claimed} bytes of samples; all 40 up to its end`);
  });

  it("takes RF64's length from ds64", async () => {
    const ds64 = Buffer.alloc(28);
    ds64.writeBigUInt64LE(40n, 8);
    const before: [string, Uint8Array][] = [["ds64", ds64]];
    const [recording] = await openRecording([
      wav({ form: "RF64", data: new Int16Array(20), claimed: 0xffffffff, before }),
    ]);
    expect(recording).toMatchObject({ samples: 10, warnings: [] });
  });

  it.each([
    [{ channels: 6, data: new Int16Array(6) }, /6 channels, expected two \(I and Q\) or one/],
    [{ tag: 0xff55, data: new Int16Array(6) }, /format 85 with 16 bits, expected integers/],
    [{ data: new Int16Array(0), claimed: 0 }, /holds no samples/],
  ])("refuses %j", async (options, message) => {
    await expect(openRecording([wav(options)])).rejects.toThrow(message);
  });

  it("refuses a file that ends before its samples", async () => {
    const whole = wav({ data: new Int16Array(2) });
    const cut = fromBytes("a.wav", new Uint8Array(await whole.slice(0, 30)));
    await expect(openRecording([cut])).rejects.toThrow(
      "a.wav: a WAV file whose format is cut off: it ends after 30 bytes. Get a complete copy.",
    );
  });

  /** Values of 16-bit samples, by a way that shares nothing with the reader. */
  const numbersOf = (bytes: Uint8Array) => {
    const count = 2 * Math.floor(bytes.length / 4);
    return Array.from({ length: count }, (_, i) => Buffer.from(bytes).readInt16LE(2 * i) / 32768);
  };
  const others = ["LIST", "fact", "kiwi", "junk", "id3 ", "xyz1", "bext"];

  it("joins the data chunks among any others, in any order, padded or not", async () => {
    const chunk = array(constantFrom("data", "data", ...others), { minLength: 1, maxLength: 12 }).chain((names) =>
      array(uint8Array({ maxLength: 40 }), { minLength: names.length, maxLength: names.length }).map((bodies) =>
        names.map((name, i): TestChunk => ({ name, body: bodies[i] })),
      ),
    );
    const form = constantFrom<WavForm>("RIFF", "RF64", "BW64", "W64");
    await assert(
      asyncProperty(form, chunk, integer({ min: 0, max: 12 }), boolean(), async (kind, chunks, place, isUnpadded) => {
        // Without padding, the content must not begin with a zero, which would be taken for padding.
        const unpadded = isUnpadded && kind !== "W64";
        const all = chunks.map((each) => ({ ...each, unpadded }));
        all.splice(place, 0, { name: "fmt ", body: formatBytes(), unpadded });
        const joined = bytesOf(...chunks.flatMap(({ name, body }) => (name === "data" ? [body] : [])));
        const opening = openRecording([fromBytes("a.wav", wavBytes(kind, all))]);
        if (joined.length < 4) {
          await expect(opening).rejects.toThrow(/without samples|holds no samples/);
          return;
        }
        const [recording] = await opening;
        const read = await recording.read(0, recording.samples);
        expect([...read]).toEqual(numbersOf(joined));
        const rest = joined.length % 4;
        expect(recording.warnings).toEqual(
          [
            [],
            ["The last byte is not a whole sample (4 bytes) and was left out."],
            ["The last 2 bytes are not a whole sample (4 bytes) and were left out."],
            ["The last 3 bytes are not a whole sample (4 bytes) and were left out."],
          ][rest],
        );
      }),
      { numRuns: 150 },
    );
  });

  it("reads a KiwiSDR recording of many chunks: kHz and time from its name", async () => {
    const packets = Array.from({ length: 20 }, (_, k) => Int16Array.from({ length: 1024 }, (_, i) => k * 1024 + i));
    const chunks = packets.flatMap((packet): TestChunk[] => [
      { name: "kiwi", body: new Uint8Array(10) },
      { name: "data", body: new Uint8Array(packet.buffer) },
    ]);
    const bytes = wavBytes("RIFF", [{ name: "fmt ", body: formatBytes({ rate: 12000 }) }, ...chunks]);
    const [recording] = await openRecording([fromBytes("20211008T150350Z_702000_xyz_iq.wav", bytes)]);
    expect(recording).toMatchObject({ samples: 10_240, sampleRate: 12_000, centerFrequency: 702e3, warnings: [] });
    expect(recording.captures[0].datetime).toBe("2021-10-08T15:03:50Z");
    expect([...(await recording.read(511, 2))].map((x) => 32768 * x)).toEqual([1022, 1023, 1024, 1025]);
  });

  it("reads 400,000 chunks with few reads of the file", async () => {
    const count = 400_000;
    const one = wavBytes("RIFF", [{ name: "data", body: uint32(0x00020001) }]).subarray(12);
    const body = new Uint8Array(count * one.length);
    for (let i = 0; i < count; i++) body.set(one, i * one.length);
    const bytes = bytesOf(wavBytes("RIFF", [{ name: "fmt ", body: formatBytes() }]), body);
    const file = sparse("a.wav", bytes.length, bytes);
    const [recording] = await openRecording([file]);
    expect(recording).toMatchObject({ samples: count, warnings: [] });
    expect(file.reads).toBeLessThan(30);
    const read = await recording.read(count - 3, 9);
    expect([...read].map((x) => 32768 * x)).toEqual([1, 2, 1, 2, 1, 2]);
    expect(file.reads).toBeLessThan(40);
  });

  const header = (size: number, form: WavForm = "RIFF", extra: TestChunk[] = []) =>
    wavBytes(form, [...extra, { name: "fmt ", body: formatBytes() }, { name: "data", body: new Uint8Array(0), size }]);
  const samples = (bytes: number) => Uint8Array.from({ length: bytes }, (_, i) => (i % 2 ? 0xff : 0xf0 - (i % 64)));
  const list = wavBytes("RIFF", [{ name: "LIST", body: new Uint8Array(6) }]).subarray(12);

  it.each<[string, WavForm, number, number, number]>([
    ["to the end", "RIFF", 2 ** 32 + 2 ** 20, 0, 1],
    ["twice", "RIFF", 2 ** 33 + 40, 0, 1],
    ["before another chunk", "RIFF", 2 ** 32 + 4000, 14, 1],
    ["in RF64 without ds64", "RF64", 2 ** 32 + 4000, 0, 1],
    ["in W64", "W64", 2 ** 32 + 4000, 0, 1],
    ["not at all, in W64", "W64", 2 ** 32 + 4000, 0, 0],
  ])(
    "reads the samples whose size wrapped at 2^32 %s, without reading them",
    async (_, form, length, behind, wraps) => {
      const start = bytesOf(header(wraps ? length % 2 ** 32 : length, form), samples(64));
      const size = start.length - 64 + length + behind;
      const file = sparse("a.wav", size, start, behind ? list : samples(8));
      const [recording] = await openRecording([file]);
      expect(recording.samples).toBe(length / 4);
      expect(recording.warnings).toHaveLength(wraps);
      if (wraps)
        expect(recording.warnings[0]).toContain(`says ${length % 2 ** 32} bytes, and all ${length} were taken`);
      expect(file.read).toBeLessThan(2 ** 18);
      expect([...(await recording.read(0, 1))]).toEqual(numbersOf(samples(4)));
      const last = await recording.read(length / 4 - 1, 9);
      expect([...last]).toEqual(behind ? [0, 0] : numbersOf(samples(8)).slice(2));
    },
  );

  it.each<[string, Uint8Array[], number, RegExp[]]>([
    ["samples that are longer than stated", [header(8), samples(40)], 40, [/says that it has 8 bytes .* all 40 up to/]],
    ["samples that are shorter than stated", [header(99), samples(40)], 40, [/says that it has 99 bytes .* all 40/]],
    ["a size of 0", [header(0), samples(40)], 40, [/says that it has 0 bytes/]],
    ["an empty chunk before the samples", [header(0), header(8).subarray(36), samples(8)], 8, []],
    ["zeros behind the samples", [header(8), samples(8), new Uint8Array(400_000)], 8, [/400000 bytes of zeros/]],
    ["few bytes behind the samples", [header(8), samples(11)], 8, [/last 3 bytes of the file belong to no chunk/]],
    ["a tag of ID3 behind", [header(8), samples(8), Buffer.from("TAG".padEnd(128))], 8, [/128 bytes of a tag/]],
    ["a chunk behind that is cut off", [header(8), samples(8), list.subarray(0, 10)], 8, [/LIST is cut off: it has 2/]],
    ["a chunk, then bytes that are none", [header(8), samples(8), list, samples(20)], 8, [/last 20 bytes .* no chunk/]],
    [
      "letters among samples that are shorter than stated",
      [header(4), samples(4), Buffer.from("abcd"), uint32(4), samples(20)],
      32,
      [/says that it has 4 bytes .* all 32/],
    ],
    [
      "64 bits in a chunk ds64",
      [
        header(0xffffffff, "RF64", [{ name: "ds64", body: bytesOf(uint64(0), uint64(20), uint64(5), uint32(0)) }]),
        samples(20),
        list,
      ],
      20,
      [],
    ],
    [
      "a chunk ds64 that lies",
      [
        header(0xffffffff, "BW64", [{ name: "ds64", body: bytesOf(uint64(0), uint64(4000), uint64(5), uint32(0)) }]),
        samples(20),
      ],
      20,
      [/says that it has 4000 bytes .* all 20/],
    ],
  ])("reads %s", async (_, parts, length, warnings) => {
    const bytes = bytesOf(...parts);
    const file = sparse("a.wav", bytes.length, bytes);
    const [recording] = await openRecording([file]);
    expect(recording.samples).toBe(length / 4);
    expect(recording.warnings).toHaveLength(warnings.length);
    for (const [i, warning] of warnings.entries()) expect(recording.warnings[i]).toMatch(warning);
    expect(file.reads).toBeLessThan(50);
  });

  const xml =
    '<?xml version="1.0"?>\r\n<SDR-XML-Root><Definition CurrentTimeUTC="20-01-2020 01:50:24" RadioCenterFreq="162550000" ' +
    'SampleRate="48000" UTCSeconds="1579485024"></Definition></SDR-XML-Root>\0';
  const swap16 = (bytes: Uint8Array) => Buffer.from(bytes).swap16();
  const binary = (parts: readonly number[], hertz: number, length = 164) => {
    const auxi = Buffer.alloc(length);
    for (const [i, part] of parts.entries()) auxi.writeUInt16LE(part, 2 * i);
    auxi.writeUInt32LE(hertz, 32);
    return auxi;
  };
  const utc = "2020-01-20T01:50:24Z";

  it.each<[string, string, Uint8Array, number | undefined, string | undefined, RegExp?]>([
    ["XML in 8 bits", "auxi", Buffer.from(xml), 162.55e6, utc],
    ["XML in UTF-8 with a byte order mark", "auxi", Buffer.from(`\ufeff${xml}`), 162.55e6, utc],
    ["XML in UTF-16", "auxi", Buffer.from(xml, "utf16le"), 162.55e6, utc],
    ["XML in UTF-16 with a byte order mark", "auxi", Buffer.from(`\ufeff${xml}`, "utf16le"), 162.55e6, utc],
    ["XML in big-endian UTF-16", "auxi", swap16(Buffer.from(xml, "utf16le")), 162.55e6, utc],
    ["XML in big-endian UTF-16 with a mark", "auxi", swap16(Buffer.from(`\ufeff${xml}`, "utf16le")), 162.55e6, utc],
    ["XML with seconds alone", "auxi", Buffer.from(xml.replace("CurrentTimeUTC", "Local")), 162.55e6, utc],
    ["XML of other things", "auxi", Buffer.from("<a b='1'/>".padEnd(64)), undefined, undefined, /does not know/],
    ["the binary layout", "auxi", binary([2020, 1, 1, 20, 1, 50, 24, 0], 7e6), 7e6, "2020-01-20T01:50:24.000Z"],
    ["the binary layout without a time", "auxi", binary([], 7e6, 36), 7e6, undefined],
    ["a 30 February", "auxi", binary([2020, 2, 1, 30, 1, 50, 24, 0], 7e6), undefined, undefined, /does not know/],
    ["an hour of 24", "auxi", binary([2020, 1, 1, 20, 24, 50, 24, 0], 7e6), undefined, undefined, /does not know/],
    ["another layout", "auxi", binary([60, 63, 120, 109, 108, 32], 7e6), undefined, undefined, /does not know/],
    ["a short chunk", "auxi", new Uint8Array(3), undefined, undefined, /does not know/],
    ["Perseus", "rcvr", bytesOf(uint32(7e6), uint32(1), uint32(1579485024), new Uint8Array(22)), 7e6, utc],
    ["Perseus without a time", "rcvr", bytesOf(uint32(7e6), uint32(1), uint32(0)), 7e6, undefined],
  ])("reads frequency and time of %s", async (_, name, body, hertz, datetime, warning = undefined) => {
    for (const form of ["RIFF", "W64"] as const) {
      const [recording] = await openRecording([wav({ form, data: new Int16Array(2), before: [[name, body]] })]);
      expect(recording.centerFrequency).toBe(hertz);
      expect(recording.captures[0].datetime).toBe(datetime);
      expect(recording.warnings).toHaveLength(warning ? 1 : 0);
      if (warning) expect(recording.warnings[0]).toMatch(warning);
    }
  });

  it.each([
    ["of the bytes per second", { rate: 0 }, 12_000, undefined, /12000 Hz that follows from the bytes per second/],
    ["of XML", { rate: 0 }, 0, Buffer.from(xml), /48000 Hz of the chunk auxi/],
    ["of nothing", { rate: 0 }, 0, undefined, /sample rate in the file is 0; left out/],
    ["of the format, and not of XML", { rate: 8000 }, 0, Buffer.from(xml), /auxi says 48000 Hz; .* 8000 Hz/],
  ])("takes the rate %s, and says so", async (_, format, bytesPerSecond, auxi, warning) => {
    const body = formatBytes(format);
    if (bytesPerSecond) new DataView(body.buffer, body.byteOffset).setUint32(8, 4 * bytesPerSecond, true);
    const chunks = [
      ...(auxi ? [{ name: "auxi", body: auxi }] : []),
      { name: "fmt ", body },
      { name: "data", body: new Uint8Array(8) },
    ];
    const [recording] = await openRecording([fromBytes("a.wav", wavBytes("RIFF", chunks))]);
    expect(recording.sampleRate).toBe(format.rate || bytesPerSecond || (auxi ? 48_000 : undefined));
    expect(recording.warnings[0]).toMatch(warning);
  });

  it("says when bits and bytes disagree", async () => {
    const chunks = [
      { name: "fmt ", body: formatBytes({ bits: 25, bytes: 4 }) },
      { name: "data", body: new Uint8Array(8) },
    ];
    const [recording] = await openRecording([fromBytes("a.wav", wavBytes("RIFF", chunks))]);
    expect(recording.datatype.name).toBe("ci32_le");
    expect(recording.warnings).toEqual([
      "The chunk fmt says 25 bits per number, but 4 bytes per sample of 2 channels. Threeray reads numbers of 32 bits.",
    ]);
  });

  it("reads integers in wider places as their most significant bits", async () => {
    const body = formatBytes({ bits: 24, bytes: 8 });
    const data = new Uint8Array(Int32Array.of(2 ** 30, -(2 ** 31)).buffer);
    const chunks = [
      { name: "fmt ", body },
      { name: "data", body: data },
    ];
    const [recording] = await openRecording([fromBytes("a.wav", wavBytes("RIFF", chunks))]);
    expect([...(await recording.read(0, 1))]).toEqual([0.5, -1]);
  });

  it("lists few of many chunks", async () => {
    const chunks = Array.from({ length: 90 }, (_, i) => ({
      name: `a${String(i).padStart(3, "a")}`,
      body: new Uint8Array(0),
    }));
    await expect(openRecording([fromBytes("a.wav", wavBytes("RIFF", chunks))])).rejects.toThrow(
      /^a.wav: a WAV file without a format: found aaa0, aaa1, .* and 82 more, expected/,
    );
  });

  const folder = "../shared/captures/";
  it.skipIf(!existsSync(folder))(`demodulates as jradio does (skipped where ${folder} is absent)`, async () => {
    const read = (name: string) => new Uint8Array(readFileSync(folder + name));
    const [recording] = await openRecording([fromBytes("stereo.wav", read("stereo.wav"))]);
    const expected = new Float32Array(read("stereo-fm-demod.bin").buffer);
    expect(recording).toMatchObject({ sampleRate: 100e3, samples: expected.length });
    const x = await recording.read(0, recording.samples);
    let worst = 0;
    for (let n = 1; n < expected.length; n++) {
      const [re, im, lastRe, lastIm] = [x[2 * n], x[2 * n + 1], x[2 * n - 2], x[2 * n - 1]];
      const angle = Math.atan2(im * lastRe - re * lastIm, re * lastRe + im * lastIm);
      worst = Math.max(worst, Math.abs(0.5 * angle - expected[n]));
    }
    expect(worst).toBeLessThan(2e-6);
  });
});
