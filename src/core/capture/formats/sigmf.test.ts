import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../flow/run/source.ts";
import { pagesOf } from "../../flow/run/source-pages.ts";
import { type ByteSource, fromBytes } from "../byte-source.ts";
import { excerptAnnotations } from "../excerpt.ts";
import { openRecording } from "../registry.ts";
import { sigmfMetadata } from "./sigmf-writer.ts";
import { recordedSignal } from "../signal.ts";
import { sigmfBytes, tarBytes } from "../testing.ts";

const encoder = new TextEncoder();
const bytesOf = (array: ArrayBufferView) => new Uint8Array(array.buffer as ArrayBuffer).slice();
const sha512 = (bytes: Uint8Array) => createHash("sha512").update(bytes).digest("hex");

type Meta = Parameters<typeof sigmfBytes>[0];

function pair(meta: Meta, data: ArrayBufferView, dataName = "a.sigmf-data"): ByteSource[] {
  return [fromBytes("a.sigmf-meta", sigmfBytes(meta)), fromBytes(dataName, bytesOf(data))];
}

const swapped = (array: ArrayBufferView & { BYTES_PER_ELEMENT: number }) => {
  const bytes = bytesOf(array);
  for (let i = 0; i < bytes.length; i += array.BYTES_PER_ELEMENT)
    bytes.subarray(i, i + array.BYTES_PER_ELEMENT).reverse();
  return bytes;
};

describe("capture/sigmf", () => {
  it.each([
    ["cf32_le", Float32Array.of(1, -2, 0.5, 3), [1, -2, 0.5, 3]],
    ["cf32_be", swapped(Float32Array.of(1, -2)), [1, -2]],
    ["cf64_le", Float64Array.of(1, -2), [1, -2]],
    ["cf64_be", swapped(Float64Array.of(1, -2)), [1, -2]],
    ["ci32_le", Int32Array.of(2 ** 30, -(2 ** 31)), [0.5, -1]],
    ["ci32_be", swapped(Int32Array.of(2 ** 30, -(2 ** 31))), [0.5, -1]],
    ["ci16_le", Int16Array.of(16384, -32768), [0.5, -1]],
    ["ci16_be", swapped(Int16Array.of(16384, -32768)), [0.5, -1]],
    ["cu32_le", Uint32Array.of(3 * 2 ** 30, 0), [0.5, -1]],
    ["cu16_be", swapped(Uint16Array.of(49152, 0)), [0.5, -1]],
    ["ci8", Int8Array.of(64, -128), [0.5, -1]],
    ["cu8", Uint8Array.of(192, 0), [0.5, -1]],
    ["rf32_le", Float32Array.of(1, -2), [1, 0, -2, 0]],
    ["ru8", Uint8Array.of(192, 0), [0.5, 0, -1, 0]],
  ])("reads %s at full scale 1", async (name, data, expected) => {
    const [recording] = await openRecording(pair({ global: { "core:datatype": name } }, data));
    expect(recording.samples).toBe(expected.length / 2);
    expect(recording.datatype.name).toBe(name);
    expect(recording.warnings).toEqual([]);
    expect([...(await recording.read(0, recording.samples))]).toEqual(expected);
  });

  it.each([
    ["cf32", "cf32_le"],
    ["ci8_le", "ci8"],
  ])("reads the improper %s as %s, with a warning", async (name, proper) => {
    const [recording] = await openRecording(pair({ global: { "core:datatype": name } }, new Float32Array(2)));
    expect(recording.datatype.name).toBe(proper);
    expect(recording.warnings).toEqual([`core:datatype ${name} is not a name of SigMF's; read as ${proper}.`]);
  });

  it("finds samples behind the headers of captures, in any order, and leaves out the last bytes", async () => {
    const data = Int16Array.of(9, 9, 1, 2, 3, 4, 9, 5, 6, 7, 8, 9, 9, 9);
    const [recording] = await openRecording(
      pair(
        {
          global: { "core:datatype": "ci16_le", "core:dataset": "odd.bin", "core:trailing_bytes": 6 },
          captures: [
            { "core:sample_start": 2, "core:header_bytes": 2, "core:frequency": 2e9 },
            { "core:sample_start": 0, "core:header_bytes": 4, "core:frequency": 1e9, "vendor:gain": 3 },
          ],
        },
        data,
        "odd.bin",
      ),
    );
    expect(recording.samples).toBe(4);
    expect(recording.captures).toMatchObject([
      { start: 0, count: 2, centerFrequency: 1e9, metadata: { "vendor:gain": 3 } },
      { start: 2, count: 2, centerFrequency: 2e9 },
    ]);
    const numbers = (await recording.read(0, 9)).map((x) => x * 32768);
    expect([...numbers]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await recording.read(1, 2)).toEqual(Float32Array.of(3, 4, 5, 6).map((x) => x / 32768));
  });

  it("takes channels apart", async () => {
    const meta = { global: { "core:num_channels": 2 } };
    const [recording] = await openRecording(pair(meta, Float32Array.of(1, 2, 10, 20, 3, 4, 30, 40)));
    expect(recording).toMatchObject({ samples: 2, channels: 2 });
    expect([...(await recording.read(0, 2, 0))]).toEqual([1, 2, 3, 4]);
    expect([...(await recording.read(1, 1, 1))]).toEqual([30, 40]);
    await expect(recording.read(0, 1, 2)).rejects.toThrow("channel must be an integer from 0 to 1, got 2");
  });

  it("takes the last one of several captures at the same sample, and says so", async () => {
    const at = (start: number, frequency: number) => ({ "core:sample_start": start, "core:frequency": frequency });
    const captures = [at(0, 1e8), at(0, 2e8), at(5, 3e8)];
    const [recording] = await openRecording(pair({ captures }, new Float32Array(20)));
    expect(recording).toMatchObject({ centerFrequency: 2e8, captures: [{ count: 5 }, { start: 5, count: 5 }] });
    expect(recording.warnings).toEqual([
      "1 of 3 captures start at the same sample as the next one, so they hold no samples; left out.",
    ]);
  });

  it("counts from core:offset, and gives annotations their ends and edges", async () => {
    const annotations = [
      { "core:sample_start": 1006, "core:sample_count": 100, "core:freq_lower_edge": 1, "core:freq_upper_edge": 2 },
      { "core:sample_start": 1001, "core:label": "<img src=x onerror=alert(1)>", "core:freq_lower_edge": 1 },
      { "core:sample_start": 1010 },
    ];
    const captures = [{ "core:sample_start": 1000 }, { "core:sample_start": 1005 }, { "core:sample_start": 1010 }];
    const meta = { global: { "core:offset": 1000 }, captures, annotations };
    const [recording] = await openRecording(pair(meta, new Float32Array(20)));
    expect(recording.captures).toMatchObject([
      { start: 0, count: 5 },
      { start: 5, count: 5 },
    ]);
    expect(recording.annotations).toMatchObject([
      { start: 1, count: 4, label: "<img src=x onerror=alert(1)>", edges: undefined },
      { start: 6, count: 4, edges: [1, 2] },
    ]);
    expect(recording.warnings).toEqual([
      "1 of 3 captures start past the end of the samples and were left out.",
      "The annotation at sample 1 has frequency edges that are not a pair; they were left out.",
      "1 of 3 annotations lies past the end or has no length; left out.",
    ]);
  });

  it("opens archives of several recordings in folders, packed or not", async () => {
    const files = {
      "one/a.sigmf-meta": sigmfBytes({ global: { "core:description": "first" } }),
      "one/a.sigmf-data": bytesOf(Float32Array.of(1, 2)),
      "two/a.sigmf-data": bytesOf(Float32Array.of(3, 4)),
      "two/a.sigmf-meta": sigmfBytes({ global: { "core:description": "second" } }),
    };
    const archive = tarBytes(files);
    const sources = [fromBytes("x.sigmf", archive), fromBytes("y.sigmf.gz", new Uint8Array(gzipSync(archive)))];
    const recordings = await openRecording(sources);
    expect(recordings.map((recording) => recording.metadata["core:description"])).toEqual([
      "first",
      "second",
      "first",
      "second",
    ]);
    expect([...(await recordings[3].read(0, 1))]).toEqual([3, 4]);
  });

  it("verifies hashes in blocks, of the data on request and of a collection's metadata at once", async () => {
    const data = new Float32Array(2 ** 19).fill(1);
    const meta = sigmfBytes({ global: { "core:sha512": sha512(bytesOf(data)).toUpperCase() } });
    const collection = (hash: string) =>
      encoder.encode(
        JSON.stringify({ collection: { "core:version": "1.2.6", "core:streams": [{ name: "a", hash }] } }),
      );
    const open = (bytes: ArrayBufferView, hash: string) =>
      openRecording([
        fromBytes("c.sigmf-collection", collection(hash)),
        fromBytes("a.sigmf-meta", meta),
        fromBytes("a.sigmf-data", bytesOf(bytes)),
      ]);
    const [good] = await open(data, sha512(meta));
    const progress: number[] = [];
    expect(good.warnings).toEqual([]);
    expect(await good.verify?.({ onProgress: (done) => progress.push(done) })).toBe(true);
    expect(progress).toEqual([0.5, 1]);
    const [bad] = await open(data.fill(2), "00");
    expect(await bad.verify?.()).toBe(false);
    expect(bad.warnings).toEqual([
      "a.sigmf-meta was changed since the collection c.sigmf-collection was made: its hash differs.",
    ]);
    const controller = new AbortController();
    controller.abort();
    await expect(good.verify?.({ signal: controller.signal })).rejects.toThrow(/abort/);
  });

  it("reads 4 GiB as fast as 4 MiB: only what is asked for", async () => {
    const size = 2 ** 32 + 8;
    let read = 0;
    const data: ByteSource = {
      name: "a.sigmf-data",
      size,
      async slice(start, end) {
        read += end - start;
        return new Float32Array((end - start) / 4).fill(start === size - 8 ? 7 : 0).buffer;
      },
    };
    const [recording] = await openRecording([fromBytes("a.sigmf-meta", sigmfBytes()), data]);
    expect(recording.samples).toBe(2 ** 29 + 1);
    expect(read).toBe(0);
    expect([...(await recording.read(2 ** 29, 10))]).toEqual([7, 7]);
    expect(read).toBe(8);
  });

  it.each([
    [{ captures: [{}] }, /captures\[0\]: core:sample_start must be a whole number from 0 to 2\^53 − 1, found nothing/],
    [{ captures: [{ "core:sample_start": 2 ** 53 }] }, /found 9007199254740992. Correct the metadata/],
    [{ captures: {} }, /captures must be a list, found an object/],
    [{ captures: [null] }, /captures\[0\] must be a JSON object, found null/],
    [{ global: { "core:datatype": "cf16_le" } }, /sample type "cf16_le" is unknown. Expected c or r/],
    [{ global: { "core:datatype": undefined } }, /no sample type is given/],
    [{ global: { "core:num_channels": 0 } }, /core:num_channels must be at least 1, found 0/],
    [{ global: { "core:num_channels": 2 ** 52 } }, /a.sigmf-data: holds no samples: found 16 bytes/],
    [{ global: { "core:trailing_bytes": 99 } }, /holds no samples: found 0 bytes of them/],
    [{ global: { "core:datatype": "x".repeat(999) } }, /sample type "x{79}… is unknown/],
    [{ captures: [{ "core:sample_start": "9".repeat(999) }] }, /found "9{79}…. Correct the metadata/],
    [
      { global: { "core:extensions": [{ name: "cipher", version: "1.0.0", optional: false }] } },
      /the extension "cipher" must be understood/,
    ],
  ])("refuses %j", async (meta, message) => {
    const opened = openRecording(pair(meta, new Float32Array(4)));
    await expect(opened).rejects.toThrow(message);
    await expect(opened).rejects.toThrow(/^a\.sigmf-(meta|data): /);
    await expect(opened).rejects.toMatchObject({ name: "CaptureError" });
  });

  it.each([
    ...[0, -5, 1e308, "1M"].map((rate): [object, string] => [
      { global: { "core:sample_rate": rate } },
      `core:sample_rate must be a number above 0 and at most 10^12 Hz, found ${typeof rate === "string" ? `"${rate}"` : rate}; left out.`,
    ]),
    ...[-1e13, []].map((frequency): [object, string] => [
      { captures: [{ "core:sample_start": 0, "core:frequency": frequency }] },
      `core:frequency must be a number of at most ±10^12 Hz, found ${Array.isArray(frequency) ? "[]" : frequency}; left out.`,
    ]),
    [{ global: { "core:version": undefined } }, "core:version should be 1.x.y, found nothing; read as 1.2."],
    [{ annotations: undefined }, "annotations is missing; read as an empty list."],
    [
      { captures: [{ "core:sample_start": 2 ** 52 }] },
      "1 of 1 captures start past the end of the samples and were left out.",
    ],
    [
      { annotations: [{ "core:sample_start": 1, "core:sample_count": -3 }] },
      "1 of 1 annotations lies past the end or has no length; left out.",
    ],
    [
      { annotations: [{ "core:sample_start": -5 }] },
      "annotations[0]: core:sample_start must be a whole number from 0 to 2^53 − 1, found -5. Correct the metadata. Threeray leaves it out.",
    ],
    [
      { annotations: [null] },
      "annotations[0] must be a JSON object, found null. Is it the right file? Threeray leaves it out.",
    ],
    [
      { annotations: [{ "core:sample_start": 1, "core:freq_lower_edge": 9, "core:freq_upper_edge": -2 }] },
      "The annotation at sample 1 has its upper edge below its lower one; Threeray exchanged them.",
    ],
    [
      { global: { "core:offset": 5 }, captures: [{ "core:sample_start": 0 }] },
      "core:offset is 5, but there are indices below it; they were taken from the start of this file.",
    ],
  ])("reads %j with a warning", async (meta, warning) => {
    const [recording] = await openRecording(pair(meta, new Float32Array(4)));
    expect(recording.warnings).toEqual([warning]);
    expect(recording.captures).toHaveLength(1);
    expect(await recording.read(0, 9)).toHaveLength(4);
  });

  it("keeps extensions that describe a recording, and names them", async () => {
    const needed = (name: string) => ({ name, version: "1.0.0", optional: false });
    const extensions = [
      ...["antenna", "spatial", "ntia-sensor"].map(needed),
      { name: "cipher", version: "1", optional: true },
    ];
    const meta = { global: { "core:extensions": [...extensions, null], "antenna:gain": 5 } };
    const [recording] = await openRecording(pair(meta, new Float32Array(4)));
    expect(recording).toMatchObject({
      samples: 2,
      metadata: { "antenna:gain": 5, "core:extensions": meta.global["core:extensions"] },
    });
    expect(recording.warnings).toEqual([
      "The metadata say that these extensions must be understood: antenna, spatial, ntia-sensor. They describe the recording; " +
        "Threeray keeps them and does not use them.",
    ]);
  });

  const text = new TextDecoder().decode(sigmfBytes({ global: { "core:datatype": "ci8" } }));
  it.each<[string, Uint8Array]>([
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["big-endian UTF-16 with a byte order mark", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ])("reads metadata in %s", async (_, bytes) => {
    const [recording] = await openRecording([
      fromBytes("a.sigmf-meta", new Uint8Array(bytes)),
      fromBytes("a.sigmf-data", Uint8Array.of(64, 32)),
    ]);
    expect(recording).toMatchObject({ samples: 1, warnings: [] });
  });

  it.each([
    [
      "{".repeat(9) + "[".repeat(300_000),
      "a.sigmf-meta: JSON that is nested deeper than 256 levels, expected metadata",
    ],
    [
      `{"global":{"x:y":${"[".repeat(300)}${"]".repeat(300)}}}`,
      "a.sigmf-meta: JSON that is nested deeper than 256 levels",
    ],
    ["{}", "a.sigmf-meta: global must be a JSON object, found nothing. Is it the right file?"],
    ['{"global":5}', "a.sigmf-meta: global must be a JSON object, found a number."],
    [text.replace('"captures":[]', '"captures":[[]]'), "a.sigmf-meta: captures[0] must be a JSON object, found a list"],
  ])("refuses metadata by the file's name: %s", async (content, message) => {
    const files = [
      fromBytes("a.sigmf-meta", encoder.encode(content)),
      fromBytes("a.sigmf-data", Uint8Array.of(64, 32)),
    ];
    await expect(openRecording(files)).rejects.toThrow(message);
  });

  it("takes brackets in texts for no depth", async () => {
    const meta = sigmfBytes({ global: { "core:description": `${"[".repeat(1000)}"\\\\${"{".repeat(1000)}` } });
    const [recording] = await openRecording([
      fromBytes("a.sigmf-meta", meta),
      fromBytes("a.sigmf-data", new Uint8Array(8)),
    ]);
    expect(recording.samples).toBe(1);
  });

  it("refuses pairs whose names are not certain", async () => {
    const files = [...pair({}, new Float32Array(2)), ...pair({}, new Float32Array(4))];
    await expect(openRecording(files)).rejects.toThrow(
      "a.sigmf-meta: several files are called a.sigmf-data, so pairs are not certain. Open one folder at a time.",
    );
  });

  it("reads and writes 150,000 annotations and 20,000 captures, with few messages about many", async () => {
    // A call with more than some 120,000 arguments exceeds the stack.
    const [count, packets] = [150_000, 20_000];
    const list = (fields: object, length: number) =>
      Array.from({ length }, (_, i) => ({ "core:sample_start": 2 * i, ...fields }));
    const meta = {
      global: { "core:datatype": "ri8" },
      captures: list({ "core:frequency": "high", "core:header_bytes": 1 }, packets),
      annotations: list({ "core:freq_lower_edge": 3 }, count),
    };
    const [recording] = await openRecording(pair(meta, new Uint8Array(2 * count + packets).fill(64)));
    expect(recording.samples).toBe(2 * count);
    expect(recording.captures).toHaveLength(packets);
    expect(recording.annotations).toHaveLength(count);
    expect(recording.annotations[5]).toMatchObject({ start: 10, count: 2 });
    expect(recording.warnings).toHaveLength(8);
    expect(recording.warnings[3]).toBe("19997 more messages are of the same kind.");
    expect((await recording.read(count, count))[2 * count - 2]).toBe(0.5);
    const { tags = [] } = recordedSignal(recording);
    expect(tags).toHaveLength(count);
    const { captures, annotations, metadata } = recording;
    const written = sigmfMetadata({ name: "a", captures, annotations, metadata }, undefined);
    expect(written.match(/"core:sample_count"/g)).toHaveLength(count);
    expect(excerptAnnotations(annotations, { start: 0, count: 1000 })).toHaveLength(500);
    const source = sourceOf(recordedSignal(recording), "real", 0, 2 ** 20);
    const pages = pagesOf(source, 2 ** 20, 1, 0);
    expect((await pages.next()).value?.tags).toHaveLength(count);
  });
});
