import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFile, writeSignal } from "./files.ts";
import { cli, refusal } from "./testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-demodulate-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const [RATE, SAMPLES, CENTRE] = [800_000, 40_000, 101e6];

/** Two stations: 1 kHz at +200 kHz, 3 kHz at −150 kHz. */
async function* recorded() {
  yield Float32Array.from({ length: 2 * SAMPLES }, (_, i) => {
    const phases = [
      [200_000, 1000],
      [-150_000, 3000],
    ].map(([offset, tone]) => {
      const turn = (hertz: number) => (2 * Math.PI * hertz * (i >> 1)) / RATE;
      return turn(offset) + (60_000 / tone) * Math.sin(turn(tone));
    });
    return phases.reduce((sum, phase) => sum + 0.4 * (i & 1 ? Math.sin(phase) : Math.cos(phase)), 0);
  });
}

beforeAll(async () => {
  const captures = [{ start: 0, centerFrequency: CENTRE }];
  const content = { samples: SAMPLES, sampleRate: RATE, real: false, captures };
  for (const name of ["band.wav", "band.sigmf-meta"]) await writeSignal(file(name), content, recorded());
  await writeSignal(file("nowhere.wav"), { ...content, captures: undefined }, recorded());
});

/** Amplitudes of 1 kHz and 3 kHz. */
async function tonesOf(name: string): Promise<number[]> {
  const { read, samples, sampleRate = 0 } = await openFile(file(name));
  const audio = await read(0, samples);
  const count = Math.floor(samples / 2);
  return [1000, 3000].map((tone) => {
    let [re, im] = [0, 0];
    for (let n = 0; n < count; n++) {
      const angle = (2 * Math.PI * tone * n) / sampleRate;
      const weight = 1 - Math.cos((2 * Math.PI * (n + 0.5)) / count);
      re += weight * audio[2 * (n + count)] * Math.cos(angle);
      im += weight * audio[2 * (n + count)] * Math.sin(angle);
    }
    return (2 * Math.hypot(re, im)) / count;
  });
}

const demodulate = (...args: string[]) => cli(["demodulate", "--deemphasis", "none", ...args]);

describe("command line, demodulate", () => {
  it.each([
    ["band.sigmf-meta", ["--offset", "200k"], 200_000, [0.8, 0]],
    ["band.wav", ["--offset", "-150e3"], -150_000, [0, 0.8]],
    ["band.sigmf-meta", ["--station", "101.2M"], 200_000, [0.8, 0]],
    ["band.wav", ["--station", "100.85 MHz"], -150_000, [0, 0.8]],
  ])("demodulates one of two stations, %s: %s", async (name, place, offset, levels) => {
    const { code, stdout } = await demodulate("--in", file(name), "--out", file("audio.wav"), ...place, "--json", "-");
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ config: { mode: "fm", offset }, station: CENTRE + offset, rate: 48_000 });
    const tones = await tonesOf("audio.wav");
    for (const [i, level] of levels.entries()) expect(tones[i]).toBeCloseTo(level, 2);
  });

  it("reports the station's frequency", async () => {
    const { stdout } = await demodulate("--in", file("band.wav"), "--out", file("audio.wav"), "--offset", "200k");
    expect(stdout).toMatch(/^0\.05 s of audio, station at 101200000 Hz, mono, 48000 Hz, peak/);
    expect(readFileSync(file("audio.wav")).toString("latin1", 0, 4)).toBe("RIFF");
  });

  it("takes NaN samples as zero, and counts them", async () => {
    const { value: whole } = await recorded().next();
    if (!whole) throw new Error("nothing was recorded");
    whole[20_000] = NaN;
    whole[20_003] = Infinity;
    writeFileSync(file("gaps.cf32"), whole);
    const run = await demodulate(
      "--in",
      file("gaps.cf32"),
      "--rate",
      "800k",
      "--out",
      file("audio.wav"),
      "--json",
      "-",
    );
    expect(run.stderr).toContain("2 of 40000 samples hold a NaN or an infinity; they count as zero.");
    const report = JSON.parse(run.stdout);
    expect(report.nonFinite).toBe(2);
    expect(Number.isFinite(report.peakDb)).toBe(true);
  });

  it("writes the requested audio rate: 44100 Hz", async () => {
    const run = ["--in", file("band.wav"), "--out", file("audio.wav"), "--offset", "200k", "--audio", "44100"];
    expect((await demodulate(...run)).code).toBe(0);
    expect((await openFile(file("audio.wav"))).sampleRate).toBe(44_100);
  });

  it("reports a station that reaches beyond the recording, and writes it at 47900 Hz", async () => {
    const run = ["--in", file("band.wav"), "--out", file("audio.wav"), "--offset", "310k", "--audio", "47900"];
    const { code, stderr } = await demodulate(...run);
    expect(code).toBe(0);
    expect((await openFile(file("audio.wav"))).sampleRate).toBe(47_900);
    expect(stderr).toContain("The station's 200000 Hz reach 10000 Hz beyond the recording");
  });

  it.each([
    [
      "band.wav",
      ["--offset", "401k"],
      "offset must be from -400000 to 400000 Hz, half of the recording's 800000 samples/s, got 401000",
    ],
    [
      "band.wav",
      ["--station", "98.5M"],
      "station must be from 100600000 to 101400000 Hz, which the recording holds about its centre at 101000000 Hz, got 98.5M",
    ],
    [
      "nowhere.wav",
      ["--station", "101.2M"],
      "the recording gives no centre frequency, got --station 101.2M; give --offset HZ",
    ],
    [
      "band.wav",
      ["--audio", "47999"],
      "audio must be a rate that 400000 Hz, the rate of demodulation, converts to exactly, e.g. 47950 or 48000 Hz; got 47999",
    ],
    ["band.wav", ["--rate", "1e12"], "the bandwidth must be at least 40000000 Hz in a recording of 1000000000000"],
    ["band.wav", ["--bandwidth", "1e-9"], "the bandwidth must be at least 32 Hz"],
    ["band.wav", ["--rate", "7000"], "fm needs complex samples at more than 8000 Hz, got 7000 Hz"],
    ["band.wav", ["--station", "here"], 'station must be a frequency in Hz, e.g. 101.2M, got "here"'],
    ["band.wav", ["--offset", "here"], 'offset must be a number from -1000000000 to 1000000000 Hz, got "here"'],
    ...["1e30", "-5", "0", "fast"].map((rate): [string, string[], string] => [
      "band.wav",
      ["--rate", rate],
      `--rate must be a number above 0 and at most 10^12 Hz, got "${rate}"`,
    ]),
    [
      "band.wav",
      ["--station", "101M", "--offset", "0"],
      "--station and --offset set the same value; give only one of them",
    ],
  ])("refuses %s %s", async (name, place, why) => {
    const { code, stderr } = await refusal(["demodulate", "--in", file(name), "--out", file("none.wav"), ...place]);
    expect(code).toBe(2);
    expect(stderr).toContain(`demodulate: ${why}`);
    await expect(openFile(file("none.wav"))).rejects.toThrow("no such file");
  });
});
