import { describe, expect, it } from "vitest";
import { datatypeOf } from "../../capture/datatype.ts";
import type { Recording } from "../../capture/recording.ts";
import { testGpu, testNormals } from "../../gpu/testing.ts";
import { BLOCK_HOP } from "../blocks.ts";
import { DATA_BITS, PACKET_SAMPLES, SAMPLE_RATE } from "../packet.ts";
import { newReception, receive, type ReceiveResult } from "./receive.ts";
import type { ReceivedPacket } from "./figures/packets.ts";
import { receivableTelemetry, within } from "./receivable.ts";
import { DEFAULT_SCENARIO, parseScenario, recordingLength, type Scenario } from "./scenario.ts";
import { synthesize } from "./synthesize.ts";

const x = Float32Array.from(testNormals(3, 2000));
const source = {
  samples: 1000,
  read: async (start: number, count: number) => x.slice(2 * start, 2 * Math.min(1000, start + count)),
};

describe("experiments/receivable", () => {
  it.each([
    { start: 100, count: 300, from: 0, length: 1000 },
    { start: 100, count: 300, from: 50, length: 120 },
    { start: 100, count: 300, from: 150, length: 20 },
    { start: 100, count: 300, from: 0, length: 60 },
    { start: 900, count: 500, from: 850, length: 400 },
    { start: 0, count: 10, from: 20, length: 5 },
  ])(
    "keeps a stretch in its place, silence before it and nothing behind: %o",
    async ({ start, count, from, length }) => {
      const end = Math.min(1000, start + count);
      const stretch = within(source, { start, count });
      expect(stretch.samples).toBe(end);
      const expected = x
        .map((value, i) => (i < 2 * start ? 0 : value))
        .slice(2 * from, 2 * Math.min(end, from + length));
      expect(await stretch.read(from, length)).toEqual(expected);
    },
  );

  describe("a cut of what the lab made", () => {
    const scenario: Scenario = parseScenario({
      ...DEFAULT_SCENARIO,
      packets: 36,
      ebn0: 12,
      firstOffset: 4000,
      equalizers: ["mmse"],
    });
    // In the middle of packet 33, which belongs to the second block.
    const start = scenario.firstOffset + 33 * PACKET_SAMPLES + 5000;
    const cutOf = (samples: Float32Array<ArrayBuffer>, metadata: Recording["metadata"]): Recording => ({
      title: "cut",
      format: "SigMF",
      sampleRate: SAMPLE_RATE,
      datatype: datatypeOf(true, "f32"),
      samples: samples.length / 2 - start,
      channels: 1,
      warnings: [],
      guesses: [],
      uncertain: false,
      metadata,
      captures: [],
      annotations: [],
      read: async (from, count) => samples.slice(2 * (start + from), 2 * (start + from + count)),
    });

    it("has the scenario's packets and bits at their places", async () => {
      const gpu = await testGpu();
      const pieces: Float32Array[] = [];
      for await (const { samples } of synthesize(gpu, scenario, 0)) pieces.push(samples);
      const samples = new Float32Array(2 * recordingLength(scenario));
      let at = 0;
      for (const piece of pieces) {
        samples.set(piece, at);
        at += piece.length;
      }
      const metadata = { "threeray:scenario": scenario, "threeray:scenario_start": start };
      const { source, first, notes } = receivableTelemetry(gpu, cutOf(samples, metadata));
      expect({ first, notes }).toEqual({ first: start, notes: [] });
      const packets: ReceivedPacket[] = [];
      let results: ReceiveResult[] = [];
      for await (const step of receive(gpu, source, { scenario, known: true, keep: [] }, newReception(first))) {
        packets.push(...step.packets);
        ({ results } = step);
      }
      const places = packets.map((packet) => (packet.start - scenario.firstOffset) / PACKET_SAMPLES);
      expect(places.map((place) => Math.round(100 * place) / 100)).toEqual([34, 35]);
      expect(results).toMatchObject([{ bits: 2 * DATA_BITS }]);
      // Of the bits of other packets, every second one would be wrong.
      expect(results[0].ber).toBeLessThan(0.02);
    });

    it("is accepted without bits if its start is invalid", async () => {
      const gpu = await testGpu();
      for (const begins of [-1, 0.5, "here", 2 ** 53]) {
        const metadata = { "threeray:scenario": scenario, "threeray:scenario_start": begins };
        const taken = receivableTelemetry(gpu, cutOf(new Float32Array(2 * start + 2000), metadata));
        expect(taken).toMatchObject({ first: 0, source: { samples: 1000 } });
        expect(taken.scenario).toBeUndefined();
        expect(taken.notes).toEqual([expect.stringContaining("its bits count as unknown")]);
      }
    });
  });

  it("begins with the block in which a stretch starts", () => {
    expect(newReception()).toMatchObject({ first: 0, block: 0 });
    expect(newReception(BLOCK_HOP - 1)).toMatchObject({ first: 0, block: 0 });
    expect(newReception(3 * BLOCK_HOP + 5)).toMatchObject({ first: 3, block: 3 });
  });
});
