import { gzipSync } from "node:zlib";
import { array, assert, asyncProperty, boolean, record, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBytes } from "../byte-source.ts";
import { openRecording } from "../registry.ts";
import { sigmfBytes, sparse, tarBytes, type TestMember, zipBytes } from "../testing.ts";
import type { OpenTemporary } from "../../temporary-file.ts";
import { createUnpacker, type UnpackProgress } from "./unpack.ts";

const ci8 = sigmfBytes({ global: { "core:datatype": "ci8" } });
const data = Uint8Array.of(64, 0x80, 32, 16);
const pair = (folder: string, name = "a", deflated = true): TestMember[] => [
  { path: `${folder}${name}.sigmf-data`, bytes: data, deflated },
  { path: `${folder}${name}.sigmf-meta`, bytes: ci8, deflated },
];
const open = (name: string, bytes: Uint8Array<ArrayBuffer>) => openRecording([fromBytes(name, bytes)]);
const titles = async (opening: ReturnType<typeof openRecording>) => (await opening).map(({ title }) => title);

describe("capture/archive", () => {
  it("reads an archive that Python's zipfile wrote, with ZIP64 and a stored file", async () => {
    const base64 =
      "UEsDBBQAAAAIAAAAIViS3JorUAAAAGAAAAAQAAAAZGF5L2Euc2lnbWYtbWV0YatWSs/JT0rMUbJSqFZKzi9KtUpJLEksqSxIBYooJWdaKOkoQMTLUouK" +
      "M/PzQMKGekZ6Bkq1IJnEgpLSotRioGh0LJCfmJeXD9QOVAcRqgUAUEsDBC0AAAAIAAAAIVj/1XD3//////////8QABQAZGF5L2Euc2lnbWYtZGF0YQEA" +
      "EABAAQAAAAAAAA4AAAAAAAAAc3B0cnZxdXN3GKXJogFQSwMEFAAAAAAAAAAhWNreGFwCAAAAAgAAAAkAAABkYXkvYi5jczhAgFBLAQIUAxQAAAAIAAAA" +
      "IViS3JorUAAAAGAAAAAQAAAAAAAAAAAAAACAAQAAAABkYXkvYS5zaWdtZi1tZXRhUEsBAi0DLQAAAAgAAAAhWP/VcPcOAAAAQAEAABAAAAAAAAAAAAAA" +
      "AIABfgAAAGRheS9hLnNpZ21mLWRhdGFQSwECFAMUAAAAAAAAACFY2t4YXAIAAAACAAAACQAAAAAAAAAAAAAAgAHOAAAAZGF5L2IuY3M4UEsFBgAAAAAD" +
      "AAMAswAAAPcAAAAAAA==";
    const [a, b] = await open("recordings.sigmf.zip", new Uint8Array(Buffer.from(base64, "base64")));
    expect(a).toMatchObject({ title: "a", format: "SigMF", samples: 160, warnings: [] });
    expect([...(await a.read(158, 2))].map((x) => 128 * x)).toEqual([68, 69, 70, 71]);
    expect(b).toMatchObject({ title: "b", format: "raw", samples: 1 });
    expect([...(await b.read(0, 1))]).toEqual([0.5, -1]);
  });

  it("reads the files of any ZIP archive", async () => {
    const member = record({
      bytes: uint8Array({ minLength: 2, maxLength: 300 }),
      deflated: boolean(),
      descriptor: boolean(),
      zip64: boolean(),
    });
    await assert(
      asyncProperty(
        array(member, { minLength: 1, maxLength: 6 }),
        boolean(),
        boolean(),
        async (members, zip64, comment) => {
          const files = members.map((each, i) => ({ ...each, path: i % 2 ? `f/${i}.cs8` : `é ${i}.cs8` }));
          const bytes = zipBytes(files, { zip64, comment: comment ? "PK\u0005\u0006 is no end" : "" });
          const recordings = await open("x.zip", bytes);
          expect(recordings).toHaveLength(members.length);
          for (const { title, read } of recordings) {
            const wanted = files.find(({ path }) => path.endsWith(`${title}.cs8`))?.bytes ?? new Uint8Array(0);
            const numbers = Array.from(
              wanted.subarray(0, 2 * Math.floor(wanted.length / 2)),
              (byte) => ((byte << 24) >> 24) / 128,
            );
            expect([...(await read(0, 1000))]).toEqual(numbers);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string[]]>([
    ["several folders", zipBytes([...pair("one/"), ...pair("two/"), ...pair("", "b")]), ["a", "a", "b"]],
    ["members that are folders", zipBytes([{ path: "one/", bytes: new Uint8Array(0) }, ...pair("one/")]), ["a"]],
    [
      "an archive in an archive",
      zipBytes([{ path: "a.sigmf", bytes: tarBytes({ "a.sigmf-meta": ci8, "a.sigmf-data": data }), deflated: true }]),
      ["a"],
    ],
    [
      "the files that macOS adds",
      zipBytes([...pair("one/"), { path: "__MACOSX/one/._a.sigmf-meta", bytes: data }]),
      ["a"],
    ],
    ["backslashes of Windows", zipBytes(pair("one\\")), ["a"]],
    ["arrays of numpy.savez", zipBytes([{ path: "arr_0.npy", bytes: npyOf(data) }]), ["arr_0"]],
    ["tar", tarBytes({ "one/a.sigmf-meta": ci8, "one/a.sigmf-data": data, "two/b.cs8": data }), ["a", "b"]],
    ["tar packed with gzip", new Uint8Array(gzipSync(tarBytes({ "a.sigmf-meta": ci8, "a.sigmf-data": data }))), ["a"]],
    ["one file packed with gzip", new Uint8Array(gzipSync(data)), ["rec"]],
  ])("opens %s", async (_, bytes, expected) => {
    const name = bytes[0] !== 0x1f ? "x.sigmf.zip" : expected[0] === "rec" ? "rec.cs8.gz" : "x.sigmf.gz";
    expect(await titles(open(name, bytes))).toEqual(expected);
  });

  it("pairs a packed file with a loose one", async () => {
    const files = [fromBytes("a.sigmf-meta", ci8), fromBytes("a.sigmf-data.gz", new Uint8Array(gzipSync(data)))];
    expect(await titles(openRecording(files))).toEqual(["a"]);
  });

  it("names what it leaves out", async () => {
    const extra = ["LICENSE", "README.md", "docs/plot.png"].map((path) => ({ path, bytes: data }));
    const [recording] = await open("x.zip", zipBytes([...extra, ...pair("")]));
    expect(recording.warnings).toEqual(["Other files in x.zip were left out: LICENSE, README.md, docs/plot.png."]);
    const many = Array.from({ length: 500 }, (_, i) => ({ path: `${i}.txt`, bytes: data }));
    await expect(open("x.zip", zipBytes(many))).rejects.toThrow(
      /^x.zip: holds no .sigmf-meta file and no other recording: found 0.txt, .*, 7.txt and 492 more. Is it/,
    );
  });

  const lies = (stated: TestMember["stated"]) => zipBytes([{ path: "a.cs8", bytes: data, deflated: true, stated }]);
  const whole = zipBytes(pair("one/"));

  it.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
    [
      "an encrypted file",
      lies({ flags: 1 }),
      /x.zip: a.cs8: is encrypted. Unpack the archive first, with its password/,
    ],
    ["another method", lies({ method: 14 }), /a.cs8: is packed with LZMA, expected deflate. Unpack the archive first/],
    ["an unknown method", lies({ method: 77 }), /a.cs8: is packed with method 77/],
    ["another size", lies({ size: 3 }), /a.cs8: unpacks to other bytes than the archive states/],
    ["another checksum", lies({ crc: 1 }), /a.cs8: unpacks to other bytes than the archive states/],
    [
      "a file that is too large",
      lies({ size: 3 * 2 ** 30 }),
      /a.cs8: unpacks to 3 GiB or more, expected at most 0.375 GiB for all files together in memory. Unpack it/,
    ],
    ["a missing end", whole.slice(0, -30), /x.zip: is no whole ZIP archive: its end is missing. Get a complete copy/],
    ["a missing beginning", new Uint8Array([0x50, 0x4b, 3, 4, ...whole.slice(100)]), /x.zip: is no whole ZIP archive/],
    ["no files", zipBytes([]), /x.zip: holds no .sigmf-meta file .* found no files/],
  ])("refuses %s", async (_, bytes, message) => {
    const opening = open("x.zip", bytes).then(([recording]) => recording.read(0, 9));
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toMatchObject({ name: "CaptureError" });
  });

  it.each<[string, number[], RegExp]>([
    ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], /x.sigmf.pack: is packed with xz, .* with unxz or 7-Zip, and choose/],
    ["bzip2", [0x42, 0x5a, 0x68, 0x39], /packed with bzip2, .* with bunzip2/],
    ["Zstandard", [0x28, 0xb5, 0x2f, 0xfd], /packed with Zstandard, .* with unzstd/],
    ["7-Zip", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], /packed with 7-Zip/],
    ["RAR", [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], /packed with RAR/],
  ])("says how to unpack %s", async (_, bytes, message) => {
    await expect(open("x.sigmf.pack", Uint8Array.from([...bytes, ...data]))).rejects.toThrow(message);
  });

  describe("unpacking", () => {
    const zeros = new Uint8Array(2 ** 23);
    const bomb = new Uint8Array(gzipSync(zeros));

    it("tells the size, and stops on request after few of the bytes", async () => {
      const told: UnpackProgress[] = [];
      const stop = new Error("stopped");
      const file = sparse("a.cs8.gz", bomb.length, bomb);
      const onUnpack = (progress: UnpackProgress) => {
        told.push(progress);
        if (progress.bytes > 2 ** 21) throw stop;
      };
      await expect(openRecording([file], {}, { onUnpack })).rejects.toBe(stop);
      expect(told[0]).toEqual({ name: "a.cs8", bytes: 0, total: undefined, share: 0, stored: false });
      for (const { share } of told.slice(1)) expect(share).toBeGreaterThan(0);
      expect(told.length).toBeLessThan(8);
      const again: UnpackProgress[] = [];
      const [recording] = await openRecording([file], {}, { onUnpack: (progress) => again.push({ ...progress }) });
      expect(recording.samples).toBe(2 ** 22);
      expect(again.at(-1)).toMatchObject({ bytes: 2 ** 23, total: 2 ** 23, share: 1 });
    });

    it("passes the error that stops the reading of a file", async () => {
      const stop = new DOMException("stopped", "AbortError");
      let reads = 0;
      const slice = async (start: number, end: number) => {
        // The head, and then the content.
        if (reads++ > 0) throw stop;
        return bomb.slice(start, end).buffer;
      };
      await expect(openRecording([{ name: "a.cs8.gz", size: bomb.length, slice }])).rejects.toBe(stop);
    });

    it("is bounded for any size that the file states", async () => {
      const unpacker = createUnpacker({}, 2 ** 20);
      const packed = (bytes: Uint8Array<ArrayBuffer>) =>
        unpacker.unpack({ source: fromBytes("a.gz", bytes), format: "gzip", name: "a" });
      for (const stated of [0, bomb.length, zeros.length, 2 ** 32 - 1]) {
        const other = bomb.slice();
        new DataView(other.buffer).setUint32(other.length - 4, stated, true);
        await expect(packed(other)).rejects.toThrow(
          /^a.gz: unpacks to 0.001\d+ GiB or more, expected at most 0.000977 GiB/,
        );
      }
      const half = new Uint8Array(gzipSync(new Uint8Array(2 ** 19)));
      await packed(half);
      await packed(half);
      await expect(packed(half)).rejects.toThrow("for all files together");
    });

    it("puts what memory should not hold into a temporary file, and deletes it if the data are damaged", async () => {
      const disk = { opened: [] as number[], pieces: [] as Uint8Array<ArrayBuffer>[], removed: 0 };
      const openTemporary: OpenTemporary = async (least) => {
        disk.opened.push(least);
        disk.pieces = [];
        return {
          write: (piece) => void disk.pieces.push(piece),
          finish: async () => new Blob(disk.pieces),
          remove: async () => void disk.removed++,
        };
      };
      const told: boolean[] = [];
      const content = Uint8Array.from({ length: 3 * 2 ** 20 }, (_, i) => (i >> 9) ^ i);
      const unpack = (bytes: Uint8Array<ArrayBuffer>, most: number) =>
        createUnpacker({ openTemporary, onUnpack: ({ stored }) => told.push(stored) }, most).unpack({
          source: fromBytes("a.gz", bytes),
          format: "gzip",
          name: "a",
        });
      const packed = new Uint8Array(gzipSync(content));
      const whole = await unpack(packed, 2 ** 20);
      expect(Buffer.from(await whole.slice(0, whole.size)).equals(content)).toBe(true);
      expect(disk.opened).toHaveLength(1);
      expect([told[0], told.at(-1)]).toEqual([false, true]);
      // What was written is of no use if the end is wrong.
      const liar = packed.slice();
      new DataView(liar.buffer).setUint32(liar.length - 4, 2 ** 19, true);
      told.length = 0;
      await expect(unpack(liar, 2 ** 20)).rejects.toThrow("does not unpack as gzip");
      expect([told.at(-1), disk.removed]).toEqual([true, 1]);
      const written = Buffer.concat(disk.pieces);
      expect(written.equals(content.subarray(0, written.length))).toBe(true);
      // Fewer bytes than the limit stay in memory.
      disk.opened = [];
      await unpack(packed, 2 ** 22);
      expect(disk.opened).toEqual([]);
      const none = createUnpacker({ openTemporary: () => Promise.reject(new Error("the disk is full")) }, 2 ** 20);
      await expect(none.unpack({ source: fromBytes("a.gz", packed), format: "gzip", name: "a" })).rejects.toThrow(
        /^a.gz: unpacks to 0.001\d+ GiB or more, expected at most 0.000977 GiB for all files together in memory, and a temporary file cannot hold it: the disk is full. Unpack it first, and choose the result.$/,
      );
    });

    it.each([
      ["cut short", bomb.slice(0, 4000)],
      ["damaged", bomb.map((byte, i) => (i > 5000 ? byte ^ 0x55 : byte))],
      ["cut short", new Uint8Array([...bomb, ...gzipSync(data).subarray(0, 20)])],
    ])("names a file that is %s", async (how, bytes) => {
      await expect(open("a.cs8.gz", bytes)).rejects.toThrow(`a.cs8.gz: does not unpack as gzip: it is ${how}. Get it`);
    });

    it("joins the members of a gzip file, skips zeros, and names other bytes that it leaves out", async () => {
      const [empty, first, second] = ["", data.subarray(0, 2), data.subarray(2)].map((bytes) => gzipSync(bytes));
      const opened = async (...parts: Uint8Array[]) => {
        const [recording] = await open("a.cs8.gz", new Uint8Array(Buffer.concat(parts)));
        return { samples: [...(await recording.read(0, 9))], warnings: recording.warnings };
      };
      const whole = { samples: [0.5, -1, 0.25, 0.125], warnings: [] };
      const padding = new Uint8Array(10_240);
      expect(await opened(first, second)).toEqual(whole);
      expect(await opened(empty, first, empty, padding, second, padding)).toEqual(whole);
      const end = first.length + second.length + 2;
      expect(await opened(first, second, new Uint8Array(2), Buffer.from("a signature"))).toEqual({
        ...whole,
        warnings: [`a.cs8.gz: its packed data end at byte ${end}; the 11 bytes behind them were left out.`],
      });
      const archive = tarBytes({ "a.sigmf-meta": ci8, "a.sigmf-data": data });
      const members = [archive.subarray(0, 700), archive.subarray(700)].map((bytes) => gzipSync(bytes));
      expect(await titles(open("x.tar.gz", new Uint8Array(Buffer.concat(members))))).toEqual(["a"]);
    });
  });
});

/** An array of int8 with shape (N, 2) as numpy.lib.format describes it. */
function npyOf(bytes: Uint8Array): Uint8Array {
  const header = `{'descr': '|i1', 'fortran_order': False, 'shape': (${bytes.length / 2}, 2), }`.padEnd(117);
  return Buffer.concat([Buffer.from("\x93NUMPY\x01\x00\x76\x00", "latin1"), Buffer.from(`${header}\n`), bytes]);
}
