import { describe, expect, it } from "vitest";
import { type ByteSource, fromBlob, fromBytes } from "./byte-source.ts";
import { scan } from "./recording.ts";
import { type OpenHints, openRecording } from "./registry.ts";
import { tarHeader } from "./archives/tar.ts";

const encoder = new TextEncoder();
const file = (name: string, content: string | Uint8Array<ArrayBuffer> = "") =>
  fromBytes(name, typeof content === "string" ? encoder.encode(content) : content);
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1);
const meta = JSON.stringify({
  global: { "core:datatype": "ci8", "core:version": "1.2.6" },
  captures: [],
  annotations: [],
});

describe("capture/registry", () => {
  it.each<[string, ByteSource[], RegExp]>([
    [
      "an empty file",
      [file("a.cf32")],
      /a.cf32: holds no samples: found 0 bytes of them, expected at least 8 \(cf32_le\)/,
    ],
    ["a WAV file of no bytes", [file("a.wav")], /^a.wav: is empty, expected a recording. Get a complete copy/],
    ["half a sample", [file("a.cf32", "abc")], /found 3 bytes/],
    ["a JPEG", [file("photo.jpg", jpeg)], /photo.jpg: is a JPEG image, expected a recording: SigMF, WAV/],
    [
      "a JPEG that is called samples",
      [file("photo.bin", jpeg)],
      /looks like a JPEG image, .* give its name the extension of their type: \.cs16/,
    ],
    [
      "a JPEG that is called metadata",
      [file("a.sigmf-meta", jpeg)],
      /a.sigmf-meta: not JSON: it is not a text file.*is it the right file/,
    ],
    ["an unknown extension", [file("notes.txt", "hello")], /notes.txt: is of an unknown kind, .* Rename it/],
    ["empty metadata", [file("a.sigmf-meta")], /a.sigmf-meta: not JSON/],
    ["metadata that are a list", [file("a.sigmf-meta", "[]")], /the file must be a JSON object, found a list/],
    ["metadata without data", [file("a.sigmf-meta", meta)], /its samples, a.sigmf-data, were not given. Choose both/],
    ["data without metadata", [file("a.sigmf-data", "x")], /its description, a.sigmf-meta, was not given. Choose both/],
    [
      "metadata published alone",
      [file("a.sigmf-meta", meta.replace('"core:version"', '"core:metadata_only":true,"core:version"'))],
      /published without its samples/,
    ],
    ["an empty pair", [file("a.sigmf-meta", meta), file("a.sigmf-data")], /a.sigmf-data: holds no samples/],
    ["an empty archive", [file("a.sigmf")], /a.sigmf: 0 bytes, too few/],
    [
      "a truncated archive",
      [file("a.sigmf", new Uint8Array(Buffer.concat([tarHeader("a.sigmf-meta", 9999, 0), encoder.encode(meta)])))],
      /a.sigmf: ends inside a.sigmf-meta: found \d+ bytes of it, expected 9999. The archive is cut short/,
    ],
    ["an archive of other things", [file("a.sigmf", tarHeader("x", 0, 0))], /holds no .sigmf-meta file/],
    [
      "an xz archive",
      [file("a.sigmf.xz", Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0))],
      /packed with xz.*Unpack it first/,
    ],
    [
      "a broken gzip archive",
      [file("a.sigmf.gz", Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 1))],
      /does not unpack as gzip/,
    ],
    [
      "a collection without its recordings",
      [file("c.sigmf-collection", '{"collection":{"core:streams":[{"name":"b"}]}}')],
      /c.sigmf-collection: its recording "b" was not given/,
    ],
  ])("refuses %s, and says what to do", async (_, files, message) => {
    const opened = openRecording(files);
    await expect(opened).rejects.toThrow(message);
    await expect(opened).rejects.toMatchObject({ name: "CaptureError" });
  });

  it("opens what was chosen together, each by its own format", async () => {
    const files = [file("b.cu8", "zz"), file("a.sigmf-data", "abcd"), file("a.sigmf-meta", meta)];
    const recordings = await openRecording(files);
    expect(recordings.map(({ title, format, samples }) => [title, format, samples])).toEqual([
      ["a", "SigMF", 2],
      ["b", "raw", 1],
    ]);
  });

  it("takes a person’s sample rate for files of any format without one", async () => {
    const files = [
      file("a.sigmf-meta", meta),
      file("a.sigmf-data", "four"),
      file("b.sigmf-meta", meta.replace('"core:version"', '"core:sample_rate":8000,"core:version"')),
      file("b.sigmf-data", "four"),
      file("c.cu8", "four"),
    ];
    const rates = async (hints: OpenHints) => (await openRecording(files, hints)).map(({ sampleRate }) => sampleRate);
    expect(await rates({})).toEqual([undefined, 8000, undefined]);
    expect(await rates({ sampleRate: 48_000 })).toEqual([48_000, 8000, 48_000]);
  });

  it("keeps text of others as it is, and inherits nothing from it", async () => {
    const text =
      '{"global":{"core:datatype":"ci8","core:version":"1.2.6","x:html":"<script>1</script>","__proto__":{"y":1}}}';
    const [recording] = await openRecording([file("a.sigmf-meta", text), file("a.sigmf-data", "ab")]);
    expect(recording.metadata["x:html"]).toBe("<script>1</script>");
    expect(({} as Record<string, unknown>).y).toBeUndefined();
  });

  it("notices a file that shrinks after it was opened", async () => {
    let bytes = new Blob([new Uint8Array(80)]);
    const source = {
      ...fromBlob("a.cu8", bytes),
      slice: (start: number, end: number) => bytes.slice(start, end).arrayBuffer(),
    };
    const [recording] = await openRecording([source]);
    bytes = bytes.slice(0, 10);
    await expect(recording.read(0, 40)).rejects.toThrow("a.cu8: ends at byte 10, expected at least 80.");
    await expect(recording.read(-1, 40)).rejects.toThrow("start and count must be whole numbers ≥ 0, got -1 and 40");
  });

  it("scans for power and for what is no number", async () => {
    const x = new Float32Array(2 * 300_000).fill(1);
    x.set([Number.NaN, 0, 3, Number.POSITIVE_INFINITY, 3, 4], 2 * 262_143);
    const [recording] = await openRecording([fromBytes("a.cf32", new Uint8Array(x.buffer))]);
    const progress: number[] = [];
    const result = await scan(recording, { onProgress: (done) => progress.push(done) });
    expect(result).toMatchObject({ samples: 300_000, nonFinite: 2, peak: 25 });
    expect(result.power).toBeCloseTo((2 * 299_997 + 25) / 299_998, 10);
    expect(progress).toHaveLength(2);
    expect(progress[1]).toBe(1);
    expect(await scan(recording, { start: 10, count: 5 })).toEqual({ samples: 5, nonFinite: 0, peak: 2, power: 2 });
  });
});
