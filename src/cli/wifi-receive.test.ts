import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onAir } from "../core/wifi/acquisition/testing.ts";
import { fcsOf } from "../core/wifi/frame/fcs.ts";
import { rateOf } from "../core/wifi/frame/rates.ts";
import { writeSignal } from "./files.ts";
import { cli, refusal } from "./testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-wifi-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const header = "80000000ffffffffffff0200000000010200000000012001";
const octets = Uint8Array.from(header.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
const psdu = Uint8Array.of(...octets, ...fcsOf(octets));
const hex = Buffer.from(psdu).toString("hex");
const frame = { rate: rateOf(6), psdu, scramblerState: 77 };

beforeAll(async () => {
  const length = 3000;
  const samples = onAir(length, [{ frame, at: 500, offset: 0.002 * Math.PI }], { snrDb: 30 });
  async function* chunks() {
    yield Float32Array.from(samples);
  }
  const captures = [{ start: 0, centerFrequency: 5.9e9 }];
  await writeSignal(file("air.sigmf-meta"), { samples: length, sampleRate: 20e6, real: false, captures }, chunks());
  await writeSignal(file("slow.wav"), { samples: length, sampleRate: 1e6, real: false }, chunks());
  await writeSignal(file("half.wav"), { samples: length, sampleRate: 10e6, real: false }, chunks());
  writeFileSync(file("empty.cf32"), "");
});

describe("command line, wifi-receive", () => {
  it("writes the frames of a recording as JSON, and a capture file", async () => {
    const args = [
      "wifi-receive",
      file("air.sigmf-meta"),
      "--estimator",
      "ls",
      "--pcap",
      file("air.pcap"),
      "--json",
      "-",
    ];
    const { code, stdout } = await cli(args);
    expect(code).toBe(0);
    const { frames, complete } = JSON.parse(stdout);
    expect(complete).toBe(true);
    expect(frames).toEqual([
      {
        start: 500,
        rateMbps: 6,
        length: psdu.length,
        fcsOk: true,
        status: "received",
        psduHex: hex,
        cfoHz: expect.closeTo(20_000, -3),
        snrDb: expect.closeTo(30, -1),
        evmDb: expect.any(Number),
        type: "Beacon",
        addresses: ["ff:ff:ff:ff:ff:ff", "02:00:00:00:00:01", "02:00:00:00:00:01"],
        sequence: 0x12,
        scrambler: 77,
        inside: null,
        other: null,
      },
    ]);
    const pcap = readFileSync(file("air.pcap"));
    expect(pcap.readUInt32LE(20)).toBe(127);
    expect(pcap.subarray(-psdu.length).toString("hex")).toBe(hex);
  });

  it("lists the frames of a channel of 10 MHz as text", async () => {
    const { code, stdout } = await cli(["wifi-receive", file("half.wav"), "--width", "10"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^500: 3 Mbit\/s, 28 octets, Beacon ff:ff:ff:ff:ff:ff .*, SNR \d+(\.\d)? dB\n1 frame\n$/);
  });

  it.each([
    [[], "name one recording, got none"],
    [["a.wav", "b.wav"], 'name one recording, got "'],
    [["missing.wav"], "missing.wav: cannot be opened (no such file)"],
    [["empty.cf32"], "holds no samples"],
    [["slow.wav"], "slow has 1 MS/s. A channel of 20 MHz needs at least 17 MS/s"],
    [["air.sigmf-meta", "--rate", "fast"], '--rate must be a number above 0 and at most 10^12 Hz, got "fast"'],
    [["air.sigmf-meta", "--rate", "-1"], "--rate must be a number above 0"],
    [["air.sigmf-meta", "--width", "40"], "--width must be one of 20, 10, got 40"],
    [["air.sigmf-meta", "--estimator", "genie"], "--estimator must be one of ls"],
    [["air.sigmf-meta", "--page", "0"], "--page must be a whole number from 1"],
    [["air.sigmf-meta", "--pcap", "nowhere/x.pcap"], "there is no folder"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await refusal([
      "wifi-receive",
      ...args.map((arg) => (/\.(wav|cf32|sigmf-meta)$/.test(arg) ? file(arg) : arg)),
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
