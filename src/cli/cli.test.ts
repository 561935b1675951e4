import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fromBytes } from "../core/capture/byte-source.ts";
import { readNpyHeader } from "../core/capture/formats/npy-array.ts";
import type { SweepPoint } from "../core/telemetry/experiment/sweep.ts";
import { helpOf } from "./commands.ts";
import { cli, refusal } from "./testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-cli-"));
const file = (name: string) => join(folder, name);
const json = (name: string) => JSON.parse(readFileSync(file(name), "utf8"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("command line", () => {
  it("prints help from the same table as the page", async () => {
    const overview = await cli(["--help"]);
    expect(overview).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /Usage: npm run -s cli -- [\s\S]*equalizer[\s\S]*merge[\s\S]*synthesize[\s\S]*receive/,
      ),
    });
    for (const option of ["--channel", "--ebn0", "--cma-passes", "--shard", "--json"])
      expect(await helpOf(["equalizer", "--help"])).toContain(option);
  });

  it("is called threeray where the package is installed", () => {
    const threeray = (...args: string[]) =>
      execFileSync("node", ["scripts/threeray.mjs", ...args], { encoding: "utf8" });
    expect(threeray("fft", "--help")).toMatch(/^Usage: threeray fft [\s\S]*\n {2}threeray fft --length/);
    expect(threeray("--version").trim()).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  });

  it.each([
    [[], /COMMAND/],
    [["nonsense"], /There is no command "nonsense"/],
    [["equalizer", "--chanel", "1"], /Unknown option '--chanel'/],
    [["equalizer", "--channel", "9"], /channel must be one of .* got "9"/],
    [["equalizer", "--ebn0", "8:0:14"], /step never reaches the end/],
    [["equalizer", "--ebn0", "99"], /ebn0 must be a number from -10 to 60 dB, got 99/],
    [["equalizer", "--packets", "1.5"], /packets must be a whole number/],
    [["equalizer", "--shard", "3/2"], /got 3\/2/],
    [["equalizer", "recording.sigmf"], /takes no file/],
    [["synthesize"], /--out NAME.sigmf-meta is missing/],
    [["receive"], /name one recording, got none/],
    [["receive", "missing.sigmf-meta"], /missing.sigmf-meta: cannot be opened \(no such file\)/],
    [["convolution", "--filter", "0"], /filter must be a whole number from 1 to 65536 taps, got 0/],
    [["convolution", "--methods", "magic"], /methods must be one or more of cpu-direct, cpu-fft, .* got \["magic"\]/],
    [["convolution", "--sweep", "batch", "--range", "1:*2:1e6"], /batch must be a whole number from 1 to 65535/],
    [["equalizer-solvers", "--ebn0", "1:1:3"], /equalizer-solvers: --ebn0 takes one value, got 3/],
    [["fft", "--length", "1"], /length must be a whole number from 2 to 4194304 points, got 1/],
    [["turbo", "--length", "41"], /one of the 188 .*nearest: 40 and 48/],
    [["turbo", "--length", "40", "--windows", "3"], /windows must divide K = 40: 1, 2, 4, 5, 8, 10, 20, 40; got 3/],
    [["turbo-decode", "--length", "40"], /--in FILE.npy and --out FILE.npy are both needed/],
    [["mimo", "--antennas", "4", "--qam", "64", "--detectors", "max-log"], /max-log does not support these sizes/],
    [["filter", "--design", "{"], /an option that takes JSON got \{/],
    [["filter", "--design", '{"type":"butterworth"}'], /order of butterworth must be an integer ≥ 1/],
    [["filter", "--method", "overlap-save"], /a filter of zeros and poles .*overlap-save/],
    [["filter", "--design", '{"type":"zeros-poles","zeros":[],"poles":[1.5]}'], /unstable: pole 1.5 lies outside/],
    [["resample", "--up", "3"], /--in FILE and --out FILE are both needed/],
    [["resample", "--in", "a", "--out", "b.wav", "--up", "0"], /up must be a positive integer, got 0/],
    [
      ["demodulate", "--in", "a", "--out", "b.wav", "--mode", "ssb"],
      /mode must be one of am, fm, fm-stereo, got "ssb"/,
    ],
    [["mimo-detect"], /--in FILE.json is missing/],
    [["tune", "--show", "--json", "-"], /tune: --show measures nothing; leave --json out/],
    [["tune", "--forget", "--seconds", "5"], /tune: --forget measures nothing; leave --seconds out/],
    [["mimo-detect", "--in", "x.json", "--detector", "sphere"], /must be one of zf, mmse, .* got "sphere"/],
  ])("refuses %j with exit code 2 and the reason", async (args, message) => {
    const { code, stderr } = await refusal(args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it("compares convolution methods, with correct results", async () => {
    const sizes = ["--signal", "500", "--batch", "3", "--sweep", "filter", "--range", "23,186"];
    const { code, stdout } = await cli([
      "convolution",
      ...sizes,
      "--methods",
      "cpu-direct,direct,overlap-add",
      "--json",
      "-",
    ]);
    expect(code).toBe(0);
    const { experiment, config, adapter, results } = JSON.parse(stdout);
    expect({ experiment, config }).toMatchObject({ experiment: "convolution", config: { signal: 500, batch: 3 } });
    expect(adapter.name).toMatch(/WebGPU/);
    expect(results).toHaveLength(2 * 3);
    for (const { ms, gflops, bytes, fractionOfCopy, maxError, reason } of results) {
      expect(reason).toBeUndefined();
      for (const number of [ms, gflops, bytes, fractionOfCopy]) expect(number).toBeGreaterThan(0);
      expect(maxError).toBeLessThan(1e-5);
    }
  });

  it("compares transforms, as a table for people", async () => {
    const { code, stdout } = await cli(["fft", "--length", "64", "--batch", "16"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/length +batch +method +ms +Gflop\/s +of copy +error/);
    expect(stdout).toMatch(/64 +16 +pffft +[\d.]+/);
  });

  it("sweeps workgroup sizes, and reports the sizes that a kernel does not support", async () => {
    const { code, stdout } = await cli(
      "workgroups --signal 300 --filter 9 --batch 2 --kernels copy,workgroup --groups 1,16".split(" "),
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/group +method +ms/);
    expect(stdout).toMatch(/1 +workgroup .*group must be 16/);
    expect(stdout).toMatch(/16 +workgroup +[\d.]+/);
  });

  it("decodes Turbo codewords: error rates, and LLRs from a NumPy file", async () => {
    const args = "turbo --length 40 --ebn0 1,6 --codewords 20 --iterations 2,4 --algorithm all --seed 5 --json";
    const { code } = await cli([...args.split(" "), file("turbo.json")]);
    expect(code).toBe(0);
    const { results, throughput, complete } = json("turbo.json");
    expect(complete).toBe(true);
    expect(results).toHaveLength(8);
    expect(results[0]).toMatchObject({ ebn0Db: 1, bits: 800, frames: 20, algorithm: "max-log", iterations: 2 });
    expect(results.at(-1)).toMatchObject({ ebn0Db: 6, errors: 0, frameErrors: 0, ber: 0, fer: 0 });
    expect(throughput[0]).toEqual(expect.objectContaining({ mbits: expect.any(Number), ms: expect.any(Number) }));

    // Zeros encode to zeros, with LLRs below 0. One of the two codewords has an erased bit.
    const llrs = new Float32Array(2 * 132).fill(-4);
    llrs[0] = 0;
    writeFileSync(file("llrs.npy"), npyFloats(2, 132, llrs));
    const decoding = ["turbo-decode", "--in", file("llrs.npy"), "--length", "40", "--algorithm", "log-map"];
    expect(await cli([...decoding, "--out", file("bits.npy")])).toMatchObject({ code: 0 });
    const { rows, columns, offset, bytes } = await readBytes("bits.npy");
    expect([rows, columns]).toEqual([2, 40]);
    expect([...bytes.subarray(offset)]).toEqual(Array.from({ length: 80 }, () => 0));
  });

  it("compares MIMO detectors", async () => {
    const args = "mimo --antennas 2 --qam 4 --detectors mtt,mmse --snr 8:4:12 --code wimax-576-1/2 --frames 4 --json";
    expect(await cli([...args.split(" "), file("mimo.json")])).toMatchObject({ code: 0 });
    const { results } = json("mimo.json");
    expect(results.map(({ snrDb, detector }: Record<string, unknown>) => `${detector} ${snrDb}`)).toEqual([
      "mmse 8",
      "mtt 8",
      "mmse 12",
      "mtt 12",
    ]);
    expect(results[0]).toMatchObject({ bits: 1152, frames: 4, uncodedBits: 2304 });
    expect(results[0].uncodedBer).toBeCloseTo(results[0].uncodedErrors / 2304, 12);

    const r = Math.SQRT1_2;
    const constellation = { points_re: [r, r, -r, -r], points_im: [r, -r, r, -r] };
    const sizes = { nt: 1, nr: 1, bits_per_symbol: 2, no: 0.5, n_uses: 2 };
    const vectors = { ...sizes, constellation, y: [r, -r, -1, 0.25], H: [1, 0, 1, 0] };
    writeFileSync(file("vectors.json"), JSON.stringify(vectors));
    const { stdout } = await cli(["mimo-detect", "--in", file("vectors.json"), "--detector", "max-log", "--json", "-"]);
    // L = −4·r·y/N0 on each axis.
    const expected = [r, -r, -1, 0.25].map((y) => (-4 * r * y) / 0.5);
    const { llr } = JSON.parse(stdout);
    for (const [i, value] of expected.entries()) expect(llr[i]).toBeCloseTo(value, 4);
  });

  it("flags benchmark lines that changed beyond noise, and writes the table of performance", async () => {
    const line = (name: string, ms: number) => ({ name, ms, spread: [0.98 * ms, 1.02 * ms], bytes: 1, method: "m" });
    const report = (lines: object[]) =>
      JSON.stringify({
        adapter: { name: "GPU", device: "nvidia-h100" },
        machine: "host",
        date: "2026-11-22T00:00:00Z",
        lines,
      });
    writeFileSync(file("old.json"), report([line("a/x 1", 1), line("a/x 2", 1), line("a/x 3", 1), line("a/y 4", 1)]));
    writeFileSync(file("new.json"), report([line("a/x 1", 1.2), line("a/x 2", 0.8), line("a/x 3", 1.01)]));
    const compared = await cli(["bench-compare", file("old.json"), file("new.json")]);
    expect(compared.code).toBe(1);
    const verdicts = compared.stdout.trimEnd().split("\n").slice(1);
    expect(verdicts.map((row) => /(slower|faster|gone|%)$/.exec(row)?.[0])).toEqual(["slower", "faster", "%", "gone"]);
    const { code, stdout } = await cli(["bench-table", file("old.json"), file("new.json")]);
    expect(code).toBe(0);
    expect(stdout).toContain("- GPU, nvidia-h100 (host), 2026-11-22: m.");
    expect(stdout).toContain("| a, 2 | x | 0.800 (0.784 to 0.816) |");
    expect((await cli(["bench-compare", file("old.json")])).code).toBe(2);
    writeFileSync(file("others.json"), report([line("b/x 1", 1)]));
    const unlike = await refusal(["bench-compare", file("old.json"), file("others.json")]);
    expect(unlike).toEqual({ code: 2, stderr: expect.stringContaining("no case in common") });
    writeFileSync(file("zero.json"), report([line("a/x 1", 0)]));
    const zero = await refusal(["bench-compare", file("old.json"), file("zero.json")]);
    expect(zero).toEqual({ code: 2, stderr: expect.stringContaining("line 1 must have name, ms above 0") });
    // Default limits may cost a factor of two.
    const limited = JSON.parse(report([line("a/x 1", 1.9), line("a/x 2", 2.2)]));
    writeFileSync(file("limited.json"), JSON.stringify({ ...limited, limits: "default" }));
    const slowed = await cli(["bench-compare", file("old.json"), file("limited.json")]);
    expect(slowed.stderr).toContain("Largest ratio of new to old time: 2.20, a/x 2.");
    expect(slowed.stdout).toMatch(/a\/x 1 .*\+90.0 %\n.*\+120.0 % {2}slower\n/);
    expect(slowed.code).toBe(1);
    // The wall clock of a sweep varies more than kernels.
    const parts = {
      receivers: 1,
      points: 9,
      kernels: 800,
      program: 100,
      device: 150,
      start: 500,
      span: 1000,
      results: 4,
    };
    const sweep = (ms: number) => ({ ...line("sweeps/wifi 1 receiver, 9 points", ms), spread: [ms, ms], sweep: parts });
    writeFileSync(file("sweep.json"), report([sweep(2000)]));
    writeFileSync(file("sweeps.json"), report([sweep(2200)]));
    expect((await cli(["bench-compare", file("sweep.json"), file("sweeps.json")])).code).toBe(0);
    expect((await cli(["bench-table", file("sweep.json")])).stdout).toMatch(
      /\| sweep \|.*\| span \/ kernels \|\n.*\n\| wifi 1 receiver, 9 points \| 0.80 \| 2.00 \| 0.10 \| 0.15 \| {2}\| 0.50 \| 1.00 \| 0.00 \| 1.25 \|/,
    );
  });

  it("compares the cost model of convolution with a benchmark, and fits its constants", async () => {
    const line = (name: string, ms: number) => ({ name, ms, spread: [ms, ms], bytes: 1, method: "m" });
    const report = (...lines: object[]) =>
      writeFileSync(file("costs.json"), JSON.stringify({ adapter: { name: "GPU" }, machine: "", date: "", lines }));
    const work = "186 taps, 3104 packets";
    const copy = line("arithmetic/copy 128 MiB", 0.1);
    report(copy, line(`convolution/direct ${work}`, 3), line(`convolution/overlap-save ${work}`, 0.5));
    const right = await cli(["bench-cost", file("costs.json")]);
    expect(right.code).toBe(0);
    expect(right.stdout).toMatch(/overlap-save +0.500 .*chosen/);
    expect(right.stdout).toContain(`"bytesPerMs": ${2 ** 28 / 0.1}`);
    report(copy, line(`convolution/direct ${work}`, 0.4), line(`convolution/overlap-save ${work}`, 0.5));
    const wrong = await cli(["bench-cost", file("costs.json")]);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain("186 taps: overlap-save takes 1.25 times as long as direct");
    report(line(`convolution/direct ${work}`, 3));
    expect((await cli(["bench-cost", file("costs.json")])).stderr).toContain(
      'there must be a line "arithmetic/copy 128 MiB"',
    );
  });

  it("receives the packets that it has synthesized, from an archive that holds the samples of a folder's files", async () => {
    const link = ["--channel", "2", "--ebn0", "15", "--packets", "2", "--seed", "1", "--equalizers", "none,mmse"];
    const sweep = await cli(["equalizer", ...link, "--json", "-"]);
    const errors = (JSON.parse(sweep.stdout).results as SweepPoint[]).map((point) => point.errors);
    expect(errors).toEqual([expect.any(Number), expect.any(Number)]);
    for (const name of ["made.sigmf-meta", "made.sigmf"])
      expect(await cli(["synthesize", ...link, "--out", file(name)])).toMatchObject({ code: 0 });
    // The archive holds the samples of the folder's file.
    expect(readFileSync(file("made.sigmf")).includes(readFileSync(file("made.sigmf-data")))).toBe(true);
    const args = ["receive", file("made.sigmf"), "--equalizers", "none,mmse", "--json", "-", "--bits", file("bits")];
    const { code, stdout } = await cli(args);
    expect(code).toBe(0);
    const { packets, results } = JSON.parse(stdout);
    expect(packets).toHaveLength(2);
    expect(packets[0]).toMatchObject({ start: expect.any(Number), frequencyOffset: expect.any(Number) });
    expect(packets[0].noiseVariance).toBeGreaterThan(0);
    expect(statSync(file("bits")).size).toBe(2 * 6144);
    expect((results as SweepPoint[]).map((point) => point.errors)).toEqual(errors);
  });

  it("receives packets beside NaN samples, takes those as zero, and counts them", async () => {
    const link = ["--ebn0", "14", "--packets", "2", "--equalizers", "mmse"];
    expect(await cli(["synthesize", ...link, "--out", file("gaps.sigmf-meta")])).toMatchObject({ code: 0 });
    const data = readFileSync(file("gaps.sigmf-data"));
    const samples = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
    samples.set([NaN, 1], 2 * 100);
    samples.set([0, Infinity, -Infinity, NaN], 2 * 15_000);
    writeFileSync(file("gaps.sigmf-data"), data);
    const { code, stdout, stderr } = await cli(["receive", file("gaps.sigmf-meta"), ...link.slice(-2), "--json", "-"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^3 of \d+ samples hold a NaN or an infinity; they count as zero\.$/m);
    const { recording, packets } = JSON.parse(stdout);
    expect(recording).toMatchObject({ nonFinite: 3 });
    expect(packets).toHaveLength(2);
  });

  it("says what is wrong with a recording", async () => {
    writeFileSync(file("photo.jpg"), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]));
    const { code, stderr } = await refusal(["receive", file("photo.jpg")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/photo.jpg: is a JPEG/);
  });

  it.each([
    ["receive", "rate_10M.cf32", 0, /has complex samples at 10 MS\/s\. .* Resample the recording first\./],
    ["receive", "nan.cf32", Number.NaN, /nan.cf32: each of its 1000 samples holds a NaN or an infinity/],
    ["wifi-receive", "rate_10M.cf32", 0, /needs at least 17 MS\/s/],
    ["wifi-receive", "nan.cf32", Number.NaN, /nan.cf32: each of its 1000 samples holds a NaN or an infinity/],
    ["decode-signals", "rate_10M.cf32", Number.NaN, /rate_10M.cf32: each of its 1000 samples holds a NaN/],
  ])("%s refuses %s, which it cannot use, with exit code 2", async (command, name, value, message) => {
    writeFileSync(file(name), new Float32Array(2000).fill(value));
    // One receiver compiles faster than all.
    const few = command === "receive" ? ["--equalizers", "none"] : [];
    const { code, stderr } = await refusal([command, file(name), ...few]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

/** A NumPy file of float32, as np.save writes it. */
function npyFloats(rows: number, columns: number, values: Float32Array): Uint8Array {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }\n`;
  const head = [...`\u0093NUMPY\u0001\u0000${String.fromCharCode(header.length, 0)}${header}`];
  return Uint8Array.from([...head.map((letter) => letter.charCodeAt(0)), ...new Uint8Array(values.buffer)]);
}

async function readBytes(name: string) {
  const bytes = new Uint8Array(readFileSync(file(name)));
  const { shape, offset } = await readNpyHeader(fromBytes(name, bytes));
  return { rows: shape[0], columns: shape[1], offset, bytes };
}
