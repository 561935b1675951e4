import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testRandom } from "../../core/gpu/testing.ts";
import { madeModeS, octetsOf } from "../../core/signals/decoders/mode-s/testing.ts";
import { runCommand } from "../commands.ts";
import { inLine } from "./decode-signals.ts";
import { cli, refusal } from "../testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-signals-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const hex = "8d4840d6202cc371c32ce0576098";

beforeAll(() => {
  const samples = madeModeS(testRandom(3), { length: 1000, rate: 2.4e6, sigma: 0.05 }, [
    { octets: octetsOf(hex), at: 300.4 },
  ]);
  const scaled = samples.map((value) => 0.5 * value);
  writeFileSync(file("air.cf32"), scaled);
  writeFileSync(
    file("air.cu8"),
    Uint8Array.from(scaled, (value) => Math.round(127.5 + 127 * value)),
  );
  writeFileSync(
    file("air.cs16"),
    Int16Array.from(scaled, (value) => Math.round(32767 * value)),
  );
  writeFileSync(file("real.f32"), scaled);
});

const output = (args: string[]) => cli(["decode-signals", ...args]);

describe("command line, decode-signals", () => {
  it.each(["air.cf32", "air.cu8", "air.cs16"])("writes the frames of %s as JSON", async (name) => {
    const { code, stdout } = await output([file(name), "--rate", "2.4M", "--decoders", "modes", "--json", "-"]);
    expect(code).toBe(0);
    const frame = {
      decoder: "modes",
      start: 301,
      stop: 589,
      centreHz: expect.any(Number),
      good: true,
      correctedBits: 0,
      snrDb: expect.any(Number),
      hex,
      bits: octetsOf(hex).reduce((bits, octet) => bits + octet.toString(2).padStart(8, "0"), ""),
      fields: { df: 17, icao: "4840d6", capability: 5, typeCode: 4, category: 0, callsign: "KLM1023" },
    };
    expect(JSON.parse(stdout)).toEqual({
      file: file(name),
      sampleRateHz: 2.4e6,
      samples: 1000,
      seconds: 1000 / 2.4e6,
      counts: { modes: 1 },
      frames: [frame],
    });
  });

  it("says that --audio does not apply to I and Q samples", async () => {
    const { code, stderr } = await output([
      file("air.cf32"),
      "--rate",
      "2.4M",
      "--decoders",
      "modes",
      "--audio",
      "off",
    ]);
    expect(stderr).toContain("holds I and Q samples; --audio off applies to recordings of real samples only.");
    expect(code).toBe(0);
  });

  it.each([
    [
      "shorter",
      (path: string) => truncateSync(path, 1.2e6),
      { expected: 1, message: /The frames before sample 600000 \(0\.250 s\) follow\./, samples: 600_000 },
    ],
    [
      "longer",
      (path: string) => appendFileSync(path, new Uint8Array(800)),
      { expected: 0, message: /used the 786432 samples that it had/, samples: 786_432 },
    ],
  ])("keeps the frames of a file that becomes %s meanwhile", async (_, change, { expected, message, samples }) => {
    const path = file("changing.cu8");
    const air = readFileSync(file("air.cu8"));
    // Three pieces of reading; the file changes after the first one.
    writeFileSync(path, new Uint8Array(3 * 2 ** 19).fill(127));
    writeFileSync(path, air, { flag: "r+" });
    let stderr = "";
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      if (!stderr.includes("%") && String(text).includes("%")) change(path);
      stderr += String(text);
      return true;
    });
    const args = ["decode-signals", path, "--rate", "2.4M", "--decoders", "modes", "--json", file("changing.json")];
    expect(await runCommand(args).finally(() => spy.mockRestore())).toBe(expected);
    expect(stderr).toMatch(message);
    expect(JSON.parse(readFileSync(file("changing.json"), "utf8"))).toMatchObject({ samples, frames: [{ hex }] });
  });

  it.each([
    ["a\r\nb", String.raw`a\r\nb`],
    [["02:00", "04:00"], "02:00,04:00"],
    [{ channel: 20 }, '{"channel":20}'],
    [[{ type: 1 }], '[{"type":1}]'],
    [null, "null"],
  ])("shows the value %j in one line", (value, text) => {
    expect(inLine(value)).toBe(text);
  });

  it("prints a table for people", async () => {
    const { stdout } = await output([file("air.cf32"), "--rate", "2.4M"]);
    expect(stdout).toMatch(/sample +time in s/);
    expect(stdout).toContain("callsign KLM1023");
    expect(stdout).toMatch(/\n1 frame\n$/);
  });

  it.each([
    [["air.cf32"], /gives no sample rate; add it with --rate HZ/],
    [
      ["air.cf32", "--rate", "1M", "--decoders", "modes"],
      /air.cf32: Mode S and ADS-B \(modes\) needs 2 to 20 MS\/s; the recording has 1 MS\/s/,
    ],
    [["air.cf32", "--rate", "25M", "--decoders", "modes"], /needs 2 to 20 MS\/s; the recording has 25 MS\/s/],
    [
      ["air.cf32", "--rate", "2.4M", "--decoders", "adsb"],
      /--decoders must name decoders out of modes, .*, got "adsb"/,
    ],
    [["air.cf32", "--rate", "2.4M", "--corrected-bits", "3"], /--corrected-bits must be a whole number from 0 to 2/],
    [["air.cf32", "--rate", "2.4M", "--frequency", "high"], /--frequency must be from 0 to 10\^12 Hz/],
    [["air.cf32", "--rate", "2.4M", "--input-channel", "1"], /one channel, number 0/],
    [
      ["real.f32", "--rate", "48k", "--audio", "off"],
      /real.f32: the recording holds real samples. Decoders take them only as FM audio, which is off/,
    ],
    [["real.f32", "--rate", "48k", "--audio", "am"], /--audio must be fm or off, got "am"/],
    [["real.f32", "--rate", "2.4M"], /real.f32: AX.25 packets \(ax25\) needs 0.008 to 0.2 MS\/s/],
    [["real.f32", "--rate", "2.4M", "--decoders", "ble"], /needs I and Q samples; the recording holds real samples/],
    [[], /name one recording, got none/],
  ])("refuses %j", async ([name, ...args], message) => {
    const { code, stderr } = await refusal(["decode-signals", ...(name ? [file(name)] : []), ...args]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
