import { describe, expect, it } from "vitest";
import { decodeBursts } from "./decode.ts";
import type { BurstSignal, DecodedFrame, DecoderEntry, KnownBurst } from "./decoder.ts";

const signal: BurstSignal = {
  class: "2-FSK",
  confidence: 0.99,
  candidates: [],
  bandwidthHz: 2e4,
  snrDb: 20,
  symbolRateHz: 9600,
  symbolRateSdHz: 1,
  deviationHz: 4800,
  start: 10,
  stop: 90,
  centreHz: 1e5,
  carrierOffsetHz: 1e5,
};
const burst: KnownBurst["burst"] = {
  samples: new Float64Array(200),
  sampleRateHz: 5e4,
  first: 1000,
  decimation: 48,
  centreHz: 1e5,
  widthHz: 2e4,
  passHz: 2e4,
  start: 10,
  stop: 90,
  noiseDensity: 1e-9,
  notes: [],
};
const frame = (start: number, hex: string): DecodedFrame => ({
  decoder: "made",
  start,
  stop: start + 1,
  centreHz: 0,
  good: true,
  correctedBits: 0,
  snrDb: null,
  hex,
  bits: null,
  fields: {},
});

/** A decoder whose frames are the first samples of its bursts, and at the end their number. */
const counting = (matches: (signal: BurstSignal) => boolean, rates: readonly [number, number]): DecoderEntry => ({
  title: "counting",
  bursts: {
    rates,
    matches,
    load: async () => () => {
      let count = 0;
      return {
        push({ burst: { first } }) {
          count++;
          return [frame(first, "one")];
        },
        end: () => [frame(count, "all")],
      };
    },
  },
});

describe("signals/decoders/decode, bursts", () => {
  it("gives each decoder the bursts that match it, and tells it when there are no more", async () => {
    async function* found() {
      yield { progress: 0.5, bursts: [{ burst, signal }] };
      yield {
        progress: 1,
        bursts: [
          { burst: { ...burst, first: 2000 }, signal: { ...signal, class: "OOK" } as const },
          { burst: { ...burst, first: 3000 }, signal },
        ],
      };
    }
    const entries = [
      counting((known) => known.class === "2-FSK", [1e4, 1e7]),
      counting(() => true, [1e4, 1e5]),
      { title: "takes no bursts" },
    ];
    const steps = [];
    for await (const step of decodeBursts(entries, { sampleRateHz: 2.4e6 }, found())) steps.push(step);
    expect(steps.map(({ progress }) => progress)).toEqual([0.5, 0.999, 1]);
    expect(steps.map(({ frames }) => frames.map(({ start, hex }) => [start, hex]))).toEqual([
      [[1000, "one"]],
      [[3000, "one"]],
      [[2, "all"]],
    ]);
  });
});
