import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type ByteSource, fromBytes } from "./byte-source.ts";
import { openRecording } from "./registry.ts";
import { sigmfBytes, tarBytes } from "./testing.ts";

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
      "1 of 3 annotations lie past the end or have no length; left out.",
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
    [
      { captures: [{}] },
      /captures\[0\]: core:sample_start must be a whole number from 0 to 2\^53 − 1, found undefined/,
    ],
    [{ captures: [{ "core:sample_start": 2 ** 53 }] }, /found 9007199254740992. Correct the metadata/],
    [{ captures: {} }, /captures must be a list, found a object/],
    [{ captures: [null] }, /captures\[0\] must be a JSON object, found null/],
    [{ global: { "core:datatype": "cf16_le" } }, /sample type "cf16_le" is unknown. Expected c or r/],
    [{ global: { "core:datatype": undefined } }, /sample type undefined is unknown/],
    [{ global: { "core:num_channels": 0 } }, /core:num_channels must be at least 1, found 0/],
    [{ global: { "core:num_channels": 2 ** 52 } }, /a.sigmf-data: holds no samples: found 16 bytes/],
    [{ global: { "core:trailing_bytes": 99 } }, /holds no samples: found 0 bytes of them/],
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
    [{ global: { "core:version": undefined } }, "core:version should be 1.x.y, found undefined; read as 1.2."],
    [{ annotations: undefined }, "annotations is missing; read as an empty list."],
    [
      { captures: [{ "core:sample_start": 2 ** 52 }] },
      "1 of 1 captures start past the end of the samples and were left out.",
    ],
    [
      { annotations: [{ "core:sample_start": 1, "core:sample_count": -3 }] },
      "1 of 1 annotations lie past the end or have no length; left out.",
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
});
