import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openFile } from "../files.ts";
import { refusal } from "../testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-generate-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command in this process on a small recording, and returns the recording as the reader opens it. */
async function generated(name: string, options: string) {
  const size = "--seed 3 --rate 300k --seconds 0.3 --bursts 3 --classes qpsk,Tone,OFDM";
  const { code, stderr } = await refusal([
    "generate",
    ...size.split(" "),
    ...options.split(" ").filter(Boolean),
    "--out",
    file(name),
  ]);
  expect({ code, stderr: stderr.split("\n").at(-2) }).toEqual({ code: 0, stderr: "generate 100 %" });
  return openFile(file(name));
}

describe("command line, generate", () => {
  it("writes the truth as annotations with the names of a detection's fields", async () => {
    const recording = await generated("made.sigmf-meta", "--snr 20 --frequency 100M");
    expect(recording).toMatchObject({ samples: 90_000, sampleRate: 300_000, centerFrequency: 1e8, warnings: [] });
    const annotations = recording.annotations.toSorted((a, b) => a.start - b.start);
    expect(annotations.map(({ label }) => label).toSorted()).toEqual(["OFDM", "QPSK", "tone"]);
    for (const { start, count, edges = [0, 0], label, metadata } of annotations) {
      expect(metadata).toMatchObject({ start, stop: start + count, class: label, snrDb: 20, deviationHz: null });
      expect(edges[0] + edges[1]).toBeCloseTo(2 * Number(metadata.absoluteHz), 4);
      expect(edges[1] - edges[0]).toBeCloseTo(Number(metadata.bandwidthHz), 4);
    }
    expect(annotations.find(({ label }) => label === "QPSK")?.metadata.bits).toMatch(/^[01]{500,}$/);
  });

  it("writes the same in 16 bits, with noise of −30 dBFS, also as an archive", async () => {
    const [floats, integers] = [await generated("a.sigmf", ""), await generated("b.sigmf", "--format ci16")];
    expect(integers.datatype.name).toBe("ci16_le");
    const [x, y] = [await floats.read(0, 5000), await integers.read(0, 5000)];
    // Half a step of 2^−15, and the full scale of 32767.
    const worst = x.reduce((most, value, i) => Math.max(most, Math.abs(value * 10 ** -1.5 - y[i])), 0);
    expect(worst).toBeLessThan(2 ** -15);
    const [a, b] = [floats, integers].map(({ annotations }) => annotations[0].metadata);
    expect(Number(a.powerDbfs) - Number(b.powerDbfs)).toBeCloseTo(30, 9);
    expect(readFileSync(file("a.sigmf")).length).toBeGreaterThan(8 * 90_000);
  });

  it.each([
    ["", "--out FILE is missing"],
    ["--out a.wav", "a.wav: a WAV file has no place for what is true of the bursts"],
    ["--out a.cs16", "a.cs16: the name gives no known format. NAME.sigmf-meta .*, NAME.sigmf an archive.\n"],
    ["--out -", "-: a recording is not written to standard output. NAME.sigmf-meta .*, NAME.sigmf an archive.\n"],
    ["--out a.sigmf --classes PSK", 'generate: --classes must be some of OOK, .* got "PSK"'],
    ["--out a.sigmf --snr 10:x", 'generate: --snr must be a range FROM:TO in dB, for example 10:25, got "10:x"'],
    ["--out a.sigmf --snr 25:10", "generate: snr must be a range FROM:TO within -20 to 60 dB, got 25:10"],
    ["--out a.sigmf --rate fast", 'generate: --rate must be a frequency, for example 2.4M, got "fast"'],
    ["--out a.sigmf --overlap 2", "generate: overlap must be a number from 0 to 1, got 2"],
    ["--out a.sigmf --dc much", 'generate: --dc must be a number, got "much"'],
    ["--out a.sigmf --seed -1", '--seed must be a whole number from 0 to 4294967295, got "-1"'],
    ["--out a.sigmf --format cu8", 'generate: --format must be one of cf32, ci16, got "cu8"'],
  ])("refuses %j with the reason", async (options, message) => {
    const { code, stderr } = await refusal(["generate", ...options.split(" ").filter(Boolean)]);
    expect(stderr).toMatch(new RegExp(message.replace(/[(.)]/g, (c) => (c === "." ? "." : `\\${c}`))));
    expect(code).toBe(2);
  });
});
