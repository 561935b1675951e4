import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sigmfBytes, zipBytes } from "../core/capture/testing.ts";
import { openFile, openRows, readJson, signalFiles, writeSignal } from "./files.ts";

describe("files written", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "threeray-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const content = { samples: 3 * 2 ** 18, sampleRate: 48_000, real: true } as const;

  /** Yields `pieces` pieces of 1 MiB, then fails if asked to. */
  async function* pieces(count: number, error?: Error) {
    for (let i = 0; i < count; i++) yield new Float32Array(2 ** 18).fill(i + 1);
    if (error) throw error;
  }

  it.each(["a.wav", "a.sigmf", "a.sigmf-meta"])("are written completely: %s", async (name) => {
    const path = join(folder, name);
    await writeSignal(path, content, pieces(3));
    const recording = await openFile(path);
    const read = await recording.read(2 ** 19 - 1, 2);
    expect([...read].filter((_, i) => i % 2 === 0)).toEqual([2, 3]);
    await Promise.all((await readdir(folder)).map((file) => rm(join(folder, file))));
  });

  it("are no pipes, for whose writer a command would wait, and no links in a circle", async () => {
    const path = join(folder, "pipe.cu8");
    execFileSync("mkfifo", [path]);
    await expect(openFile(path)).rejects.toThrow("pipe.cu8: is a pipe or a device, expected a file");
    await rm(path);
    await symlink("circle.cu8", join(folder, "circle.cu8"));
    await expect(openFile(join(folder, "circle.cu8"))).rejects.toThrow(
      "cannot be opened (its links form a circle (ELOOP))",
    );
    await rm(join(folder, "circle.cu8"));
    await expect(openFile("-")).rejects.toThrow("-: standard input holds no recording for this command");
  });

  it("are read into arrays as they are stored, and so is a file that becomes shorter", async () => {
    const path = join(folder, "a.cu8");
    await writeFile(
      path,
      Uint8Array.from({ length: 200 }, (_, i) => i),
    );
    const { stored } = (await openFile(path)).read;
    const bytes = new Uint8Array(9);
    await stored?.readInto(3, bytes.subarray(2, 8));
    expect(bytes).toEqual(Uint8Array.of(0, 0, 6, 7, 8, 9, 10, 11, 0));
    await truncate(path, 100);
    await expect(stored?.readInto(40, new Uint8Array(40))).rejects.toThrow(
      "a.cu8: ends at byte 100, expected at least 120",
    );
    await truncate(path, 300);
    await stored?.readInto(90, bytes.subarray(0, 8));
    expect(bytes.subarray(0, 8)).toEqual(new Uint8Array(8));
    await rm(path);
  });

  it("as WAV have one channel, and say what of a recording they lack", async () => {
    const path = join(folder, "a.wav");
    const two = writeSignal(path, { ...content, channels: 2 }, pieces(6));
    await expect(two).rejects.toThrow("Threeray writes WAV files of one channel, and the recording has 2; write SigMF");
    const said: string[] = [];
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
    try {
      const metadata = { "core:datatype": "rf32_le", "core:author": "A", "core:hw": "H", "threeray:scenario": {} };
      const annotations = [{ start: 0, count: 1, metadata: {} }];
      await writeSignal(path, { ...content, metadata, annotations }, pieces(3));
      await writeSignal(path, { ...content, metadata: { "core:version": "1.0.0" } }, pieces(3));
    } finally {
      spy.mockRestore();
    }
    const lost = "WAV cannot hold one annotation, core:author, core:hw of the recording; SigMF keeps all of it.";
    expect(said).toEqual([`${path}: ${lost}\n`]);
    await rm(path);
  });

  it("may be larger than 2^31 bytes: it reads the last codeword of a 3.2 GB NumPy file", async () => {
    const [rows, columns] = [44_000, 18_444];
    const header = `\u0093NUMPY\u0001\u0000\u0046\u0000${`{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(69)}\n`;
    const path = join(folder, "large.npy");
    const size = header.length + 4 * rows * columns;
    expect(size).toBeGreaterThan(3.2e9);
    // A sparse file: it takes no space on the disk.
    const file = await open(path, "w");
    await file.write(Buffer.from(header, "latin1"));
    await file.write(Buffer.from(Float32Array.of(-3).buffer), 0, 4, size - 4);
    await file.close();
    const llrs = await openRows(path);
    expect(llrs).toMatchObject({ rows, columns });
    const last = await llrs.read(rows - 1, 1);
    expect([last.length, last[0], last.at(-1)]).toEqual([columns, 0, -3]);
    await rm(path);
  });

  it("come from the same one of two writers, data and description", async () => {
    const path = join(folder, "same.sigmf-meta");
    await Promise.all([1, 2].map(() => writeSignal(path, content, pieces(3))));
    const halved = { ...content, samples: 2 ** 18 };
    await Promise.all([writeSignal(path, content, pieces(3)), writeSignal(path, halved, pieces(1))]);
    expect(await (await openFile(path)).verify?.()).toBe(true);
    expect(await readdir(folder)).toEqual(["same.sigmf-data", "same.sigmf-meta"]);
    for (const name of await readdir(folder)) await rm(join(folder, name));
  });

  it.each([true, false])("of a pair stay unchanged if the second cannot be written, older ones: %s", async (older) => {
    const path = join(folder, "pair.sigmf-meta");
    const data = join(folder, "pair.sigmf-data");
    if (older) await writeSignal(path, { ...content, samples: 2 ** 18 }, pieces(1));
    const before = older ? await readFile(data) : undefined;
    // A folder gets the second file's name while the samples are written.
    async function* blocked() {
      yield* pieces(3);
      await rm(path, { force: true });
      await mkdir(path);
    }
    await expect(writeSignal(path, content, blocked())).rejects.toThrow("pair.sigmf-meta: cannot be written");
    expect(await readdir(folder)).toEqual(older ? ["pair.sigmf-data", "pair.sigmf-meta"] : ["pair.sigmf-meta"]);
    if (before) expect(before.equals(await readFile(data))).toBe(true);
    await rm(path, { recursive: true });
    await rm(data, { force: true });
  });

  it.each([
    ["b/a.wav", ["b/a.wav"]],
    ["b/a.sigmf", ["b/a.sigmf"]],
    ["b/a.sigmf-meta", ["b/a.sigmf-data", "b/a.sigmf-meta"]],
    ["b/a.sigmf-data", ["b/a.sigmf-data", "b/a.sigmf-meta"]],
  ])("are known before there is a signal: %s", (name, files) => {
    expect(signalFiles(name)).toEqual(files);
  });

  it.each(["a.mp3", ".wav", "a", "-"])("need a name with a known format, and %s has none", (name) => {
    expect(() => signalFiles(join(folder, name))).toThrow("the name gives no known format. NAME.sigmf-meta writes");
  });

  it.each([0, 1, 2])("leave nothing behind if work fails after %i pieces", async (count) => {
    for (const name of ["a.wav", "a.sigmf", "a.sigmf-meta"]) {
      const failed = writeSignal(join(folder, name), content, pieces(count, new Error("gone")));
      await expect(failed).rejects.toThrow("gone");
    }
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("JSON read", () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "threeray-json-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("is the content of the file, up to the limit", async () => {
    await writeFile(file("a.json"), '{"a":[1,2]}');
    expect(readJson(file("a.json"))).toEqual({ a: [1, 2] });
    expect(readJson(file("a.json"), { most: 11 })).toEqual({ a: [1, 2] });
    expect(() => readJson(file("a.json"), { most: 10 })).toThrow(
      "a.json: 11 bytes of text, expected JSON of at most 10 bytes; check the file name",
    );
  });

  it.each([
    ["UTF-8", "\ufeff", "utf8"],
    ["UTF-16", "\ufeff", "utf16le"],
    ["UTF-16 of other computers", "\ufeff", "swapped"],
  ] as const)("may begin with a byte order mark: %s", async (_, mark, encoding) => {
    const text = `${mark}{"a":"é α"}`;
    await writeFile(
      file("mark.json"),
      encoding === "swapped" ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, encoding),
    );
    expect(readJson(file("mark.json"))).toEqual({ a: "é α" });
    await writeFile(file("only.json"), "\ufeff");
    expect(() => readJson(file("only.json"))).toThrow("only.json: is empty, expected JSON");
  });

  it("says what is wrong with other files", async () => {
    await writeFile(file("deep.json"), "[".repeat(300) + "]".repeat(300));
    expect(() => readJson(file("deep.json"))).toThrow(
      "deep.json: cannot be read as JSON: it is nested more than 200 levels deep",
    );
    await writeFile(file("large.json"), "");
    await truncate(file("large.json"), 3e9);
    expect(() => readJson(file("large.json"))).toThrow(
      "large.json: 3000000000 bytes of text, expected JSON of at most",
    );
    expect(() => readJson("/dev/zero")).toThrow(
      "/dev/zero: more than 67108864 bytes of text, expected JSON of at most",
    );
    await writeFile(file("empty.json"), "\n");
    expect(() => readJson(file("empty.json"))).toThrow("empty.json: is empty, expected JSON");
    await writeFile(file("half.json"), '{"a":[1,');
    expect(() => readJson(file("half.json"))).toThrow("half.json: cannot be read as JSON");
    expect(() => readJson(folder)).toThrow("is a folder, expected a file");
    expect(() => readJson(file("none.json"))).toThrow("none.json: cannot be opened (no such file)");
  });
});

describe("files that belong together", () => {
  let folder: string;
  const put = (name: string, bytes: string | Uint8Array) => writeFile(join(folder, name), bytes);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "threeray-"));
    const meta = (fields: object) => sigmfBytes({ global: { "core:datatype": "ci8", ...fields } });
    await put("BBD_0001.C16", new Uint8Array(8));
    await put("BBD_0001.TXT", "sample_rate=500000\ncenter_frequency=433920000\n");
    await put("pair.sigmf-data", new Uint8Array(4));
    await put("pair.sigmf-meta", meta({}));
    await put("odd.sigmf-meta", meta({ "core:dataset": "odd.bin" }));
    await put("odd.bin", new Uint8Array(6));
    await put("far.sigmf-meta", meta({ "core:dataset": "../odd.bin" }));
    await put("drive.sigmf-meta", meta({ "core:dataset": "C:\\data\\odd.bin" }));
    await put("lost.sigmf-meta", meta({ "core:dataset": "/data/lost.bin" }));
    await put("alone.sigmf-data", new Uint8Array(6));
    await put("one.zip", zipBytes([{ path: "a.cs8", bytes: new Uint8Array(10), deflated: true }]));
    await put("two.zip", zipBytes(["a.cs8", "b.cs8"].map((path) => ({ path, bytes: new Uint8Array(10) }))));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ["BBD_0001.C16", { samples: 2, sampleRate: 500e3, centerFrequency: 433.92e6, warnings: [] }],
    ["pair.sigmf-meta", { samples: 2, title: "pair" }],
    ["pair.sigmf-data", { samples: 2, title: "pair" }],
    ["odd.sigmf-meta", { samples: 3, title: "odd" }],
    [
      "far.sigmf-meta",
      {
        samples: 3,
        warnings: [`core:dataset should be a name without folders, found "../odd.bin"; Threeray took odd.bin.`],
      },
    ],
    ["drive.sigmf-meta", { samples: 3 }],
    ["one.zip", { samples: 5, title: "a" }],
  ])("are read with %s", async (name, expected) => {
    expect(await openFile(join(folder, name))).toMatchObject(expected);
  });

  it.each([
    [
      "lost.sigmf-meta",
      "lost.bin: cannot be opened (no such file); check the name. lost.sigmf-meta needs it: put both",
    ],
    [
      "alone.sigmf-data",
      "alone.sigmf-meta: cannot be opened (no such file); check the name. alone.sigmf-data needs it: put both",
    ],
    ["none/a.cs8", "none/a.cs8: cannot be opened (no such file)"],
    ["two.zip", "two.zip: holds 2 recordings (a, b), expected one"],
  ])("are missing for %s", async (name, message) => {
    await expect(openFile(join(folder, name))).rejects.toThrow(message);
  });
});
