import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testNormals } from "../../core/gpu/testing.ts";
import { openFile } from "../files.ts";
import { runCommand } from "../commands.ts";
import { cli, refusal } from "../testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-measure-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const json = (name: string) => JSON.parse(readFileSync(file(name), "utf8"));
const made = file("made.sigmf-meta");

beforeAll(async () => {
  const options =
    "--seed 5 --rate 300k --seconds 0.3 --bursts 3 --classes QPSK,GMSK,OOK --snr 20 --frequency 100M --out";
  await refusal(["generate", ...options.split(" "), made]);
  const metadata = json("made.sigmf-meta");
  metadata.global["other:field"] = { kept: true };
  metadata.annotations[0]["other:note"] = "kept";
  metadata.further = [1];
  writeFileSync(made, JSON.stringify(metadata));
  metadata.global["core:metadata_only"] = true;
  writeFileSync(file("alone.sigmf-meta"), JSON.stringify(metadata));
});

describe("command line, measure", () => {
  it("writes the same report with threads that measure as in one thread", async () => {
    // This process runs from its sources, so it has no threads.
    await refusal(["measure", made, "--bits", "--json", file("alone.json")]);
    const { code, stderr } = await cli(["measure", made, "--bits", "--json", file("threads.json")]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("100 %")]);
    expect(readFileSync(file("threads.json"))).toEqual(readFileSync(file("alone.json")));
  });

  it("says up to where it searched a file that becomes shorter meanwhile", async () => {
    const [path, samples] = [file("cut.cs8"), 400_000];
    writeFileSync(
      path,
      Int8Array.from(testNormals(3, 2 * samples), (value) => 10 * value),
    );
    let stderr = "";
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      if (!stderr.includes("%") && String(text).includes("%")) truncateSync(path, samples);
      stderr += String(text);
      return true;
    });
    const args = ["measure", path, "--rate", "48k", "--json", file("cut.json")];
    expect(await runCommand(args).finally(() => spy.mockRestore())).toBe(1);
    const { samples: searched, detections } = json("cut.json");
    expect(stderr).toContain(`The signals before sample ${searched} (${(searched / 48_000).toFixed(3)} s) follow.`);
    expect(searched).toBe(samples / 2);
    expect(detections).toEqual([]);
  });

  it("reports the design's fields as JSON and CSV, and adds annotations beside the known ones", async () => {
    const outputs = ["--json", file("out.json"), "--csv", file("out.csv"), "--annotate", file("out.sigmf-meta")];
    const { code } = await refusal(["measure", made, "--bits", ...outputs]);
    expect(code).toBe(0);
    const truths = json("made.sigmf-meta").annotations;
    const { detections, ...report } = json("out.json");
    expect(report).toMatchObject({
      file: made,
      sampleRateHz: 300_000,
      centreHz: 1e8,
      samples: 90_000,
      falseAlarms: 1e-9,
    });
    // Noise of power 1 over the rate; the signals fill much of this short recording.
    expect(Math.abs(report.noiseFloorDbfsPerHz + 10 * Math.log10(300_000))).toBeLessThan(1);
    expect(detections).toHaveLength(3);
    for (const [i, truth] of truths
      .toSorted((a: { start: number }, b: { start: number }) => a.start - b.start)
      .entries()) {
      const found = detections[i];
      expect(Object.keys(found)).toEqual(Object.keys(detections[0]));
      expect(found).toMatchObject({ id: i + 1, class: truth.class });
      expect(Math.abs(found.start - truth.start) / (truth.stop - truth.start)).toBeLessThan(0.02);
      expect(Math.abs(found.symbolRateHz / truth.symbolRateHz - 1)).toBeLessThan(1e-3);
      expect(found.absoluteHz).toBeCloseTo(1e8 + found.centreHz, 3);
      expect(found.bits).toMatch(/^[01]{200,}$/);
    }
    expect(readFileSync(file("out.csv"), "utf8").split("\r\n")[1]).toMatch(/^1,\d+,\d+,/);

    const annotated = json("out.sigmf-meta");
    expect(annotated).toMatchObject({
      further: [1],
      global: { "other:field": { kept: true }, "core:dataset": "made.sigmf-data" },
    });
    expect(annotated.annotations).toHaveLength(6);
    for (const annotation of truths) expect(annotated.annotations).toContainEqual(annotation);
    const { annotations, warnings } = await openFile(file("out.sigmf-meta"));
    expect(warnings).toEqual([]);
    expect(annotations.map(({ label }) => label).toSorted()).toEqual(["GMSK", "GMSK", "OOK", "OOK", "QPSK", "QPSK"]);
  });

  it("measures a part", async () => {
    const part = ["--from", "0.05", "--to", "0.15", "--frequency", "0", "--csv", file("part.csv")];
    expect((await refusal(["measure", made, ...part])).code).toBe(0);
    const rows = readFileSync(file("part.csv"), "utf8").trimEnd().split("\r\n").slice(1);
    for (const row of rows) {
      const [, start, stop, centreHz, absoluteHz] = row.split(",").map(Number);
      expect(start).toBeGreaterThanOrEqual(15_000);
      expect(stop).toBeLessThanOrEqual(45_000);
      expect(absoluteHz).toBe(centreHz);
    }
  });

  it.each([
    [["nothing.sigmf-meta"], /cannot be opened|no such file/],
    [["made.sigmf-meta", "--from", "0.2", "--to", "0.1"], /--from must be before --to/],
    [["made.sigmf-meta", "--to", "1e-9"], /--from must be before --to by a sample or more, got 0 s and 1e-9 s/],
    [["alone.sigmf-meta"], /published without its samples \(core:metadata_only\)/],
    [["made.sigmf-meta", "--to", "9"], /--to must be a time from 0 to 0.3 s/],
    [["made.sigmf-meta", "--false-alarms", "1"], /--false-alarms must be a probability/],
    [["made.sigmf-meta", "--annotate", "made.sigmf-meta"], /would overwrite the file/],
    [["made.sigmf-meta", "--annotate", "out.json"], /ends in .sigmf-meta/],
    [
      ["made.sigmf-meta", "--rate", "2m"],
      /--rate must be a number above 0 and at most 10\^12 Hz, got "2m"; write for example 2.4M/,
    ],
    [["made.sigmf-meta", "--rate", "5"], /has a sample rate of 5 Hz, expected at least 10 Hz/],
    [["made.sigmf-meta", "--json", "-", "--csv", "-"], /both write to standard output/],
  ])("refuses %j", async (words, message) => {
    const { code, stderr } = await refusal([
      "measure",
      ...words.map((word) => (/\./.test(word) && /[a-z]/.test(word) ? file(word) : word)),
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("says that a file gives no sample rate", async () => {
    writeFileSync(file("noise.cf32"), new Uint8Array(8000));
    const { code, stderr } = await refusal(["measure", file("noise.cf32")]);
    expect(code).toBe(2);
    expect(stderr).toContain("gives no sample rate; add it with --rate HZ");
  });

  it.each([
    ["too large to be searched", 1e25, "no part of it can be searched"],
    ["too small to be searched", 1e-30, "no part of it can be searched"],
    ["no numbers", Number.NaN, "each of its 20000 samples holds a NaN or an infinity"],
  ])("refuses samples that are %s, and writes nothing", async (_, scale, message) => {
    writeFileSync(
      file("scaled.cf32"),
      Float32Array.from(testNormals(4, 40_000), (value) => scale * value),
    );
    const report = file("scaled.json");
    const { code, stderr } = await refusal(["measure", file("scaled.cf32"), "--rate", "1M", "--json", report]);
    expect([code, existsSync(report)]).toEqual([2, false]);
    expect(stderr).toContain(`scaled.cf32: ${message}`);
  });

  it("fails, with the signals that it found, where a part cannot be searched", async () => {
    const [count, good] = [400_000, 200_000];
    const samples = Float32Array.from(testNormals(4, 2 * count), (value, i) => (i < 2 * good ? value : 1e25 * value));
    for (let n = 50_000; n < 100_000; n++) samples.set([3 * Math.cos(n / 2), 3 * Math.sin(n / 2)], 2 * n);
    writeFileSync(file("half.cf32"), samples);
    const args = ["measure", file("half.cf32"), "--rate", "48k", "--json", file("half.json")];
    const { code, stderr } = await refusal(args);
    const { detections, unsearched } = json("half.json");
    expect(detections).toContainEqual(expect.objectContaining({ class: "tone", start: expect.closeTo(50_000, -2) }));
    expect(unsearched).toEqual([[expect.any(Number), count]]);
    const [[from]] = unsearched;
    expect(stderr).toContain(`Samples ${from} to ${count - 1} (${(from / 48_000).toFixed(3)} to 8.333 s) were not`);
    expect(code).toBe(1);
  });

  it("counts samples that are not finite once, with threads too", async () => {
    const samples = new Float32Array(readFileSync(file("made.sigmf-data")).slice().buffer).map((value, n) =>
      n % 1000 === 1 ? Number.NaN : value,
    );
    writeFileSync(file("holes.cf32"), samples);
    const words = ["measure", file("holes.cf32"), "--rate", "300k"];
    const message = `${samples.length / 1000} of ${samples.length / 2} samples hold a NaN or an infinity; they count as zero.`;
    for (const run of [cli, refusal]) expect((await run(words)).stderr).toContain(message);
  });

  it("does not name a packed file as the dataset of annotations", async () => {
    writeFileSync(file("packed.cf32.gz"), gzipSync(readFileSync(file("made.sigmf-data"))));
    const packed = ["measure", file("packed.cf32.gz"), "--rate", "300k"];
    const { stderr } = await refusal([...packed, "--annotate", file("packed.sigmf-meta")]);
    expect(stderr).toContain("holds annotations only");
    expect(json("packed.sigmf-meta").global).toMatchObject({ "core:metadata_only": true });
  });
});
