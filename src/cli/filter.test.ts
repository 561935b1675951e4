import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { interleaveChannels } from "../core/capture/channels.ts";
import { openFile, writeSignal } from "./files.ts";
import { cli } from "./testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-filter-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const butterworth = '{"type":"butterworth","order":8,"cutoff":0.1}';

describe("command line, filters", () => {
  it("filters a synthetic signal and a recording of it, and reports the error of float32", async () => {
    const made = ["filter", "--design", '{"type":"taps","taps":[1]}', "--samples", "20000", "--tones", "0.02,0.6"];
    expect((await cli([...made, "--out", file("made.sigmf-meta")])).code).toBe(0);
    const filtered = ["filter", "--in", file("made.sigmf-meta"), "--design", butterworth, "--method", "scan"];
    const { code, stdout } = await cli([...filtered, "--out", file("out.sigmf-meta"), "--page", "777", "--json", "-"]);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ experiment: "filter", method: "scan", samples: 20_000, kind: "real", page: 777 });
    expect(report.filter).toMatchObject({ kind: "iir", poles: 8, sections: 4 });
    expect(report.filter.stability).toMatch(/^stable: pole/);
    expect(report.errorDb).toBeLessThan(-100);
    expect(report.checked).toBe(20_000);
    const out = await openFile(file("out.sigmf-meta"));
    expect(out).toMatchObject({ samples: 20_000, warnings: [] });
    expect(out.datatype.name).toBe("rf32_le");
    expect(report.rate).toBeNull();
    expect(out.sampleRate).toBeUndefined();
    // The upper tone is gone, the lower one is left: half of its power of 1/8 a real tone of amplitude 1/2 has.
    const x = await out.read(2000, 16_000);
    const power = x.reduce((sum, value) => sum + value * value, 0) / 16_000;
    expect(power).toBeGreaterThan(0.12);
    expect(power).toBeLessThan(0.13);
  });

  it.each(["cpu-sections", "parallel", "block-convolution"])("gives the same by %s", async (method) => {
    const run = ["filter", "--design", butterworth, "--samples", "5000", "--method", method, "--json", "-"];
    const { code, stdout } = await cli(run);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ method });
    expect(JSON.parse(stdout).errorDb).toBeLessThan(-100);
  });

  it("takes NaN samples as zero, and counts them", async () => {
    const samples = Float32Array.from({ length: 2000 }, (_, n) => Math.sin(n / 10));
    for (const [at, value] of [
      [5, NaN],
      [700, Infinity],
      [701, -Infinity],
    ] as const)
      samples[at] = value;
    writeFileSync(file("gaps.f32"), samples);
    const run = ["filter", "--in", file("gaps.f32"), "--design", butterworth, "--method", "scan"];
    const { code, stdout, stderr } = await cli([...run, "--out", file("gaps.sigmf-meta"), "--json", "-"]);
    expect(code).toBe(0);
    expect(stderr).toContain("3 of 2000 samples hold a NaN or an infinity; they count as zero.");
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ samples: 2000, nonFinite: 3, overflowed: 0 });
    expect(report.errorDb).toBeLessThan(-100);
    const out = await openFile(file("gaps.sigmf-meta"));
    expect((await out.read(0, 2000)).every(Number.isFinite)).toBe(true);
    const { stdout: slower } = await cli([
      "resample",
      "--in",
      file("gaps.f32"),
      "--down",
      "2",
      "--out",
      file("slow.sigmf"),
      "--json",
      "-",
    ]);
    expect(JSON.parse(slower)).toMatchObject({ from: 2000, samples: 1000, nonFinite: 3 });
  });

  it.each([
    [
      "filter",
      ["--design", '{"type":"window","length":1e9,"cutoff":0.2}'],
      "length of window must be an integer from 1 to 65536",
    ],
    [
      "filter",
      ["--design", '{"type":"butterworth","order":4,"cutoff":1e-9}'],
      "float64 coefficients must represent each",
    ],
    ["filter", ["--design", butterworth, "--method", "one-pole"], "must have one pole"],
    ["resample", ["--up", "1e9"], "up and down must be at most 1048576 in lowest terms, got 1000000000/1"],
    ["resample", ["--down", "10000019"], "up and down must be at most 1048576 in lowest terms, got 1/10000019"],
    ["resample", ["--up", "99991", "--down", "99989"], "each stage must have at most 1048576 taps"],
    ["resample", ["--up", "4", "--stages", "3"], "stages must be 1 or 2, got 3"],
    ["resample", ["--up", "2", "--page", "0"], "page must be a positive integer, got 0"],
  ])("refuses %s %s at once", async (command, options, why) => {
    writeFileSync(file("short.f32"), new Float32Array(100));
    const { code, stderr } = await cli([command, "--in", file("short.f32"), ...options, "--out", file("none.wav")]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) });
    expect(existsSync(file("none.wav"))).toBe(false);
  });

  it.each([
    ["taps", '{"type":"taps","taps":[[0.3,0.1],[0,0.7]]}', { kind: "fir", coefficients: "complex", taps: 2 }],
    [
      "sections",
      '{"type":"sections","sections":[[[0.2,0.1],0.1,0,1,[-0.3,-0.6],[0.1,0.1]]]}',
      { kind: "iir", coefficients: "complex", poles: 2 },
    ],
  ])("filters by complex %s", async (_, design, facts) => {
    const run = ["filter", "--design", design, "--samples", "2000", "--out", file("turned.sigmf-meta"), "--json", "-"];
    const { code, stdout } = await cli(run);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ filter: facts, kind: "complex" });
    expect(report.errorDb).toBeLessThan(-100);
    expect((await openFile(file("turned.sigmf-meta"))).datatype.name).toBe("cf32_le");
  });

  it("keeps all channels, annotations and metadata of a recording", async () => {
    const [first, second] = [1 / 40, 1 / 64].map((frequency) => {
      return Float32Array.from({ length: 44_800 }, (_, n) => Math.cos(2 * Math.PI * frequency * n));
    });
    const annotations = [{ start: 4480, count: 448, label: "burst", comment: "noted", metadata: { "x:more": 1 } }];
    const captures = [{ start: 0, centerFrequency: 1e8, datetime: "2026-01-01T00:00:00Z" }];
    const metadata = { "core:author": "A", "core:hw": "H", "core:description": "two tones" };
    const content = { samples: 44_800, channels: 2, sampleRate: 448_000, real: true, captures, annotations, metadata };
    async function* samples() {
      yield interleaveChannels([first, second], 1);
    }
    await writeSignal(file("two.sigmf-meta"), content, samples());
    const design = '{"type":"window","length":101,"cutoff":0.5}';
    const filtered = ["filter", "--in", file("two.sigmf-meta"), "--design", design, "--out", file("same.sigmf")];
    const { code, stdout, stderr } = await cli([...filtered, "--json", "-"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/channel|left out/) });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ samples: 44_800, channels: 2, rate: 448_000 });
    expect(report.errorDb).toBeLessThan(-100);
    const same = await openFile(file("same.sigmf"));
    expect(same).toMatchObject({ channels: 2, samples: 44_800, metadata, captures, warnings: [] });
    // The filter's 101 taps delay by 50 samples, and leave both tones alone.
    expect(same.annotations).toMatchObject([{ ...annotations[0], start: 4530 }]);
    for (const [channel, x] of [first, second].entries()) {
      const y = (await same.read(10_050, 100, channel)).filter((_, i) => i % 2 === 0);
      for (const [n, value] of y.entries()) expect(value).toBeCloseTo(x[10_000 + n], 2);
    }
    const slower = ["resample", "--in", file("two.sigmf-meta"), "--up", "99", "--down", "448", "--input-channel", "1"];
    const resampled = await cli([...slower, "--out", file("slow.sigmf"), "--json", "-"]);
    expect(resampled.code).toBe(0);
    const slowed = JSON.parse(resampled.stdout);
    expect(slowed).toMatchObject({ up: 99, down: 448, from: 44_800, samples: 9900, channels: 1 });
    // A linear-phase filter of N taps is late by (N − 1)/2 samples at its own rate, which is `up` times its input's.
    const [before, after] = slowed.stages as { up: number; down: number; taps: number }[];
    const late = (((before.taps - 1) / 2 / before.down) * after.up + (after.taps - 1) / 2) / after.down;
    expect(slowed.delay).toBeCloseTo(late, 6);
    const slow = await openFile(file("slow.sigmf"));
    expect(slow).toMatchObject({ channels: 1, samples: 9900, sampleRate: 99_000, metadata, captures, warnings: [] });
    // 4480 · 99/448 = 990, after the delay of the two stages.
    const [{ start, count }] = slow.annotations;
    const delay = start - 990;
    expect({ isDelay: delay > 0 && delay < 100, count }).toEqual({ isDelay: true, count: 99 });
    const y = (await slow.read(5000, 100)).filter((_, i) => i % 2 === 0);
    for (const [n, value] of y.entries()) {
      // The delay is known to half a sample of the tone's 14.1 samples per period.
      const expected = Math.cos((2 * Math.PI * (5000 + n - delay) * 448) / 99 / 64);
      expect(Math.abs(value - expected)).toBeLessThan(2 * Math.sin((Math.PI * 0.5 * 448) / 99 / 64) + 0.01);
    }
  });

  it("keeps a recording's rate, and uses the design's rate for a recording without one", async () => {
    const made = ["filter", "--samples", "2000", "--tones", "0"];
    const tap = (rate?: number) => JSON.stringify({ type: "taps", taps: [1, 1], rate });
    expect((await cli([...made, "--design", tap(1e6), "--out", file("mega.sigmf")])).code).toBe(0);
    expect((await openFile(file("mega.sigmf"))).sampleRate).toBe(1e6);
    for (const [rate, name] of [
      [undefined, "same"],
      [48_000, "other"],
    ] as const) {
      const run = ["filter", "--in", file("mega.sigmf"), "--design", tap(rate), "--out", file(`${name}.sigmf`)];
      const { code, stderr } = await cli(run);
      expect(code).toBe(0);
      expect(stderr.includes("the sample rate of the recording is 1000000")).toBe(rate !== undefined);
      expect((await openFile(file(`${name}.sigmf`))).sampleRate).toBe(1e6);
    }
    expect((await cli([...made, "--design", tap(), "--out", file("none.sigmf")])).code).toBe(0);
    const half = ["resample", "--in", file("none.sigmf"), "--down", "2"];
    expect((await cli([...half, "--out", file("half.sigmf")])).code).toBe(0);
    expect(await openFile(file("half.sigmf"))).toMatchObject({ samples: 1000, sampleRate: undefined, warnings: [] });
    const { code, stderr } = await cli([...half, "--out", file("half.wav")]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("the recording has none; write SigMF")]);
  });

  const broadcast = "../shared/captures/fm_broadcast_256k_cs16.bin";
  it.skipIf(!existsSync(broadcast))(`makes a stereo WAV file of a broadcast (needs ${broadcast})`, async () => {
    const args = ["demodulate", "--in", broadcast, "--mode", "fm-stereo", "--out", file("radio.wav"), "--json", "-"];
    const { code, stdout } = await cli(args);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ experiment: "demodulate", rate: 48_000, channels: 2, samples: 49_152 });
    expect(Math.abs(report.pilot.frequency - 19_000)).toBeLessThan(2);
    const head = new DataView(readFileSync(file("radio.wav")).buffer);
    expect([head.getUint16(22, true), head.getUint32(24, true)]).toEqual([2, 48_000]);
  });
});
