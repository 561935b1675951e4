import { describe, expect, it } from "vitest";
import type { Context } from "../../core/experiment.ts";
import { testHost } from "../../core/measurement/testing.ts";
import { asks } from "../../core/outputs.ts";

const context: Context = {
  host: testHost,
  onRecovery() {},
  begin: () => new AbortController().signal,
  end() {},
  alone: async (work) => work(new AbortController().signal),
};
const value = async (scenario: string, name: string) => {
  const output = await asks.output(context, scenario, name);
  return output.kind === "curve" ? output : output.value;
};

const ELLIPTIC = `filters?design=${encodeURIComponent(JSON.stringify({ type: "elliptic", pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 }))}`;
/** An echo of 400 ns, 1.5 dB weaker: the nulls are at ±1.25 and ±3.75 MHz, 20 log10(1 − 10^(−1.5/20)) = −16.0 dB. */
const ECHO = "equalizers?channel=custom&rays=0,0,0;1.5,0,400";
const STILL = "mu=1e-9&training=0&symbols=64&packets=1";

describe("outputs", () => {
  // Values of closed forms, or of the lectures, whose own tests compute them otherwise.
  it.each<[string, string, number, number]>([
    [ECHO, "channel.nulls", 4, 0],
    [ECHO, "channel.nullDb", 20 * Math.log10(1 - 10 ** -0.075), 1e-3],
    [ECHO, "channel.peakDb", 20 * Math.log10(1 + 10 ** -0.075), 1e-9],
    ["equalizers?channel=custom&rays=0,0,0;1.5,180,50", "channel.carrierDb", 20 * Math.log10(1 - 10 ** -0.075), 1e-9],
    ["equalizers?channel=custom&rays=0,0,0;1.5,180,50", "channel.nullMHz", 0, 1e-9],
    // A link in NumPy with random symbols gave 0.239 and 1.057.
    ["equalizers?channel=1", "channel.power", 0.239, 4e-3],
    ["equalizers?channel=3", "channel.power", 1.057, 4e-3],
    ["convolution?batch=1&methods=direct,transform,overlap-save", "mflop.direct", 18.86, 0.01],
    ["convolution?batch=64&methods=direct,transform,overlap-save", "crossing.transform/direct", 35, 0],
    ["convolution?methods=direct,transform,overlap-save", "crossing.overlap-save/direct", 12, 0],
    ["convolution?filter=186", "outputsPerBlock", 832, 0],
    [ELLIPTIC, "order", 7, 0],
    [ELLIPTIC, "multiplications", 20, 0],
    [ELLIPTIC, "mask", 1, 0],
    [ELLIPTIC.replace("elliptic", "remez"), "taps", 75, 0],
    [
      "filters?design=%7B%22type%22:%22butterworth%22,%22order%22:4,%22cutoff%22:0.5%7D",
      "gainDb.0.5",
      20 * Math.log10(Math.SQRT1_2),
      1e-9,
    ],
    ["graphs?preset=fm-receiver", "rateInto.loudspeaker", 48_000, 0],
    ["graphs?preset=fm-receiver", "rateInto.channel", 960_000, 0],
    ["graphs?preset=fm-receiver", "largestGroup", 5, 0],
    // By a search through all error sequences of up to six symbols, in Python.
    ["adaptive?modulation=bpsk&channel=proakis-b", "theory.mlseLossDb", 1.7573543, 1e-6],
    // CMA starts with one tap of 1 and hardly moves, so the channel's tap of 0.8 + 0.4j turns its output.
    [`adaptive?channel=taps&response=0.1;0.8%2B0.4j&equalizers=cma&${STILL}`, "turnedBy.cma", 26.565, 0.01],
    [`adaptive?channel=taps&response=0.1;0.4%2B0.8j&equalizers=mma&${STILL}`, "turnedBy.mma", 26.565, 0.01],
  ])("%s has %s = %d", async (scenario, name, expected, within) => {
    expect(Math.abs(Number(await value(scenario, name)) - expected)).toBeLessThanOrEqual(within);
  });

  it("are names where a receiver or a method is asked", async () => {
    const scenario = "convolution?methods=direct,transform,overlap-save&filter=8";
    expect(await value(scenario, "fewest")).toBe("direct");
    expect(await value(scenario.replace("8", "186"), "fewest")).toBe("overlap-save");
    expect(
      await value(
        "filters?design=%7B%22type%22:%22zeros-poles%22,%22zeros%22:[],%22poles%22:[[0.8,0.8]],%22frequency%22:0,%22level%22:1%7D",
        "stability",
      ),
    ).toBe("unstable");
  });

  it.each([
    "adaptive?equalizers=lms&mu=0.02&at=9",
    "convolution?methods=direct,transform",
    ECHO,
    ELLIPTIC,
    "mimo?antennas=2&at=7",
    "turbo?length=40&windows=1&codeword=3",
    "wifi?bytes=100&packet=2",
    "graphs?preset=fm-receiver",
    "recordings?example=qpsk-burst",
  ])("%s means the same with the value of each of its fields", async (scenario) => {
    const fields = await asks.fields(context, scenario);
    const [lab] = scenario.split("?");
    // An empty value, of a graph for example, is none.
    const whole = fields
      .filter(({ value }) => value !== "")
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
    expect(whole.length).toBeGreaterThan(0);
    expect(await asks.usual(context, `${lab}?${whole.join("&")}`)).toBe(await asks.usual(context, scenario));
    const given = scenario
      .split("?")[1]
      .split("&")
      .map((part) => part.split("=")[0]);
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(given));
  });

  it("are listed for each scenario, and have a usual form without what they do not depend on", async () => {
    const names = (await asks.outputs(context, "turbo?iterations=1,2&length=40&windows=1")).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["bitErrors.0", "bitErrors.1", "ber.1", "ber.2", "finalErrors"]));
    expect(names).not.toContain("ber.3");
    expect(await asks.usual(context, "turbo?stage=3&length=40&at=1&windows=1&v=1")).toBe(
      "turbo?v=1&length=40&windows=1&at=1",
    );
    expect(await asks.usual(context, "filters?axis=log")).toBe("filters?v=1");
    expect(await asks.usual(context, "mimo?pass=3&compare=raw")).toBe("mimo?v=1");
    expect(await asks.usual(context, "recordings?from=3&count=4&example=qpsk-burst")).toBe(
      "recordings?v=1&example=qpsk-burst",
    );
  });

  it.each([
    ["constructor?a=1", "x", 'there is no lab "constructor"; the labs are adaptive, equalizers'],
    ["turbo", "magic", 'there is no output "magic"; the outputs are bitErrors, '],
    ["turbo", "toString", 'there is no output "toString"'],
    ["turbo", "ber", "expected ber.1"],
    ["turbo", "ber.7", "expected ber.1"],
    ["filters", "gainDb.high", "expected gainDb and a number, for example gainDb.1000"],
    ["turbo?length=41", "ber.1", "turbo"],
    ["mimo?antennas=9", "ber.zf", "antennas must be a whole number from 1 to 8"],
    ["mimo?colour=blue", "ber.zf", "there is no field “colour”"],
    ["recordings?example=fm-stereo", "snrDb.1", "expected snrDb"],
    [
      "recordings?example=fm-stereo",
      "signals",
      'the recording "fm-stereo" is a file, and outputs need one that Threeray makes',
    ],
    ["graphs?preset=none", "blocks", "there is no preset “none”"],
  ])("refuse %s, %s", async (scenario, name, message) => {
    await expect(asks.output(context, scenario, name)).rejects.toThrow(message);
  });

  it("count on the device what a lecture says", async () => {
    const codeword = "turbo?length=512&at=1";
    expect(await Promise.all([0, 1, 2, 3].map((i) => value(codeword, `bitErrors.${i}`)))).toEqual([94, 35, 3, 5]);
    expect(await value(codeword, "iterationsNeeded")).toBe(4);
  });

  it("run a graph: its bit error rate agrees with theory", async () => {
    // ½·erfc(√(Eb/N0)) at 6 dB.
    const theory = 2.388e-3;
    const output = await asks.output(context, "graphs?preset=ber-loop", "bitErrorRate.errors");
    expect(output).toMatchObject({ kind: "rate", units: 32 * 65_536 });
    if (output.kind !== "rate") return;
    expect(output.low).toBeLessThan(theory);
    expect(output.high).toBeGreaterThan(theory);
    expect(output.high - output.low).toBeLessThan(2e-4);
    await expect(value("graphs?preset=ber-loop", "bitErrorRate.points")).rejects.toThrow(
      'the graph has no sink "points" of this kind; it has errors',
    );
  });

  it.runIf(process.env.THREERAY_SLOW).each([
    ["telemetry&set=aircraft.packets:64", "bitErrorRate.errors", 0.014],
    ["telemetry&set=aircraft.packets:64,receiver.equalizer:none", "bitErrorRate.errors", 0.09],
    ["telemetry&set=ebn0:20,aircraft.packets:64", "bitErrorRate.errors", 0],
    ["wifi-receiver&set=snr:26,station.rate:54,station.frames:40", "frames.frames", 40],
    ["wifi-receiver&set=snr:8,station.frames:40", "frames.frames", 0],
  ])("run the graph %s: %s is what a lecture gives (THREERAY_SLOW)", async (preset, output, given) => {
    const found = await value(`graphs?preset=${preset}`, output);
    expect(found).toBeCloseTo(given, given < 1 ? 2 : 0);
  });

  it.runIf(process.env.THREERAY_SLOW)(
    "count what the lectures say with MIMO and Wi-Fi, too (THREERAY_SLOW)",
    async () => {
      const coded = "mimo?antennas=2&qam=4&code=wimax-576-1/2&frames=100&detectors=mmse&at=5";
      expect(await value(coded, "frameErrors.mmse")).toBe(10);
      const rate = await asks.output(context, coded, "fer.mmse");
      // Clopper and Pearson's interval of 10 of 100: 0.0490 to 0.1762.
      expect(rate).toMatchObject({ kind: "rate", value: 0.1, units: 100 });
      expect(rate.kind === "rate" && [rate.low.toFixed(4), rate.high.toFixed(4)]).toEqual(["0.0490", "0.1762"]);
      const packet = "wifi?bytes=100&channel=awgn&synchronization=preamble&estimators=genie,ls";
      expect(await value(packet, "start")).toBe(256);
      expect(await value(packet, "candidate")).toBe(212);
      expect(Number(await value(packet, "plateau"))).toBeCloseTo(0.98, 2);
    },
  );
});
