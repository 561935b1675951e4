import { describe, expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { createModeSDecoder } from "../../signals/decoders/mode-s/decoder.ts";
import { madeModeS, octetsOf } from "../../signals/decoders/mode-s/testing.ts";
import { pagesOf, reportOf, sinkReports } from "../sinks/testing.ts";

describe("blocks/receivers/signal-decoder", () => {
  const hz = 2.4e6;
  const octets = octetsOf("8d4840d6202cc371c32ce0576098");
  const frames = [300.4, 1500.2, 2703.7].map((at) => ({ octets, at, carrier: 1 / 8 }));
  const samples = madeModeS(testRandom(3), { length: 3100, rate: hz, sigma: 0.1 }, frames);
  samples[3] = Number.NaN;

  it("lists the frames of the decoder with their facts, also across pages", async () => {
    const run = { length: 1024, words: 2, pages: pagesOf(samples, 1024, 2), hz };
    const reports = await sinkReports("signal-decoder", { frequency: 1089.7e6 }, run);
    const found = reports.flatMap((report) => (report ? reportOf("frames", report).frames : []));
    samples.fill(0, 2, 4);
    const decoder = createModeSDecoder({ sampleRateHz: hz, frequencyHz: 1089.7e6 });
    const right = [...decoder.push(samples), ...decoder.end()];
    expect(right).toHaveLength(3);
    expect(found.map(({ time, bytes }) => [time, ...bytes])).toEqual(
      right.map(({ start, hex }) => [start / hz, ...octetsOf(String(hex))]),
    );
    const { start, centreHz, correctedBits, snrDb, fields } = right[1];
    expect(found[1].facts).toEqual({ start, centreHz, correctedBits, snrDb, ...fields });
  });

  it("takes real samples as FM audio, and lists nothing in silence", async () => {
    const run = { length: 500, pages: [{ in: new Float32Array(500) }, { in: new Float32Array(100) }], hz: 48_000 };
    expect(await sinkReports("signal-decoder", { decoder: "ax25", type: "real" }, run)).toEqual([undefined, undefined]);
  });

  it.each<[object, number | undefined, string]>([
    [{}, undefined, "The sample rate is unknown. Give it here, or in the source of the graph"],
    [{}, 1e6, "Mode S and ADS-B (modes) needs 2 to 20 MS/s; the input has 1 MS/s"],
    [{ type: "real" }, hz, "Mode S and ADS-B (modes) needs I and Q samples; the input holds real samples"],
  ])("refuses %o at %s samples/s", async (parameters, rate, message) => {
    const run = { length: 1, words: 2, pages: [{ in: new Float32Array(2) }], hz: rate };
    await expect(sinkReports("signal-decoder", parameters, run)).rejects.toThrow(message);
  });
});
