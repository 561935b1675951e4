import { describe, expect, it } from "vitest";
import { testGraph } from "../../flow/graph/graph.testing.ts";
import { readBack } from "../../gpu/readback.ts";
import { readWords, run, testDevice, testNormals } from "../../gpu/testing.ts";
import { createReceiver } from "../../telemetry/link/receiver.ts";
import { DEFAULT_SETTINGS, type LinkSettings, recordingLength } from "../../telemetry/link/settings.ts";
import { createTransmitter } from "../../telemetry/link/transmitter.ts";
import { BLOCK_HOP } from "../../telemetry/blocks.ts";
import { DATA_BITS, DATA_WORDS, KNOWN_WORDS, PACKET_SAMPLES, PACKET_WORDS } from "../../telemetry/packet.ts";
import { telemetrySource } from "../sources/telemetry-source.ts";
import { blockOutputs, inFloat64, reportsOf } from "../testing.ts";

const PACKETS = 3;
const settings: LinkSettings = { ...DEFAULT_SETTINGS, packets: PACKETS, ebn0: 8, equalizers: ["fde1"], seed: 5 };

/** The decided bits and the errors of the link as the lab runs it. */
async function link() {
  const device = await testDevice();
  const transmitter = await createTransmitter(device, { scenario: settings, blocks: 1 });
  const { samples, bits } = transmitter;
  const facts = { length: recordingLength(settings), firstOffset: settings.firstOffset };
  const receiver = await createReceiver(device, { blocks: 1, samples, sent: bits, ...facts, scenario: settings });
  await run(device, ...transmitter.stages, ...receiver.stages);
  const [{ decisions, errors }] = receiver.branches;
  const [decided] = await readBack(device, [decisions]);
  const words = new Uint32Array(decided).subarray(0, PACKETS * PACKET_WORDS);
  const counts = await readWords(device, errors as GPUBuffer, PACKETS);
  receiver.destroy();
  transmitter.destroy();
  return { words, errors: counts.reduce((sum, count) => sum + count, 0) };
}

describe("blocks/receivers/telemetry-receiver", () => {
  it("as a graph with the telemetry source makes the lab's errors, and decides its bits", async () => {
    const lab = await link();
    const { equalizers: _, ...given } = settings;
    const graph = testGraph(
      {
        aircraft: ["telemetry-source", fieldsOf(telemetrySource.fields, given)],
        receiver: ["telemetry-receiver", { equalizer: "fde1" }],
        errors: ["error-counter", { alignment: "given", unit: DATA_BITS }],
        packets: ["frames-sink"],
      },
      ["aircraft.out receiver.in", "aircraft.bits errors.a", "receiver.bits errors.b", "receiver.frames packets.in"],
    );
    const reports = (await reportsOf(graph, { page: 1 })).map(({ report }) => report);
    expect(lab.errors).toBeGreaterThan(0);
    expect(reports.findLast(({ kind }) => kind === "errors")).toMatchObject({
      bits: PACKETS * DATA_BITS,
      errors: lab.errors,
    });
    const found = reports.flatMap((report) => (report.kind === "frames" ? report.frames : []));
    for (const [i, { bytes }] of found.entries()) {
      const from = i * PACKET_WORDS + KNOWN_WORDS;
      expect(new Uint32Array(bytes.buffer)).toEqual(lab.words.slice(from, from + DATA_WORDS));
    }
    expect(found).toHaveLength(PACKETS);
  });

  it("gives float64's packets where one reaches into the next block, for several page sizes", async () => {
    const samples = ofBlocks(2, { begin: BLOCK_HOP - 1.5 * PACKET_SAMPLES, missing: 70 });
    const expected = inFloat64("telemetry-receiver", {}, { in: withAfter(samples) }, 3);
    expect(expected.bits).toHaveLength(2 * DATA_BITS);
    // The size of the samples does not matter either.
    for (const [page, scale] of [
      [1, 1],
      [2, 2 ** 120],
    ]) {
      const inputs = { in: samples.map((value) => scale * value) };
      const found = await blockOutputs("telemetry-receiver", {}, { inputs, page });
      for (const [port, items] of Object.entries(found)) expect(Array.from(items)).toEqual(Array.from(expected[port]));
    }
  });

  it.each([
    { equalizer: "none" },
    { equalizer: "dfe", dfeBits: 4, noiseFactor: 2, receiveBandwidth: 14 },
    { equalizer: "cma", cmaPasses: 2, cmaStep: 0.06, loop: "first-order", frequencyEstimate: "batch" },
    { equalizer: "fde2", fdeWeighting: "original", fde2NoiseFactor: 0.5, channelEstimate: "batch" },
  ])("gives the packets of float64, without one that the end cuts off: %j", async (parameters) => {
    const samples = ofBlocks(1, { begin: 7000, missing: 70 });
    const expected = inFloat64("telemetry-receiver", parameters, { in: withAfter(samples) }, 2);
    const found = await blockOutputs("telemetry-receiver", parameters, { inputs: { in: samples }, page: 1 });
    for (const [port, items] of Object.entries(found)) expect(Array.from(items)).toEqual(Array.from(expected[port]));
  });

  it.each([1, 2])("finds the packet with which a signal begins, and none before it: seed %i", async (seed) => {
    const source = inFloat64("telemetry-source", { ebn0: 10, packets: 2, seed }, {}, 1);
    const samples = Float32Array.from(source.out);
    const expected = inFloat64(
      "telemetry-receiver",
      {},
      { in: withAfter(samples) },
      samples.length / 2 / BLOCK_HOP + 1,
    );
    expect(expected.bits).toHaveLength(2 * DATA_BITS);
    const wrong = expected.bits.filter((bit, i) => bit !== source.bits[i]);
    expect(wrong.length).toBeLessThan(0.05 * expected.bits.length);
    const found = await blockOutputs("telemetry-receiver", {}, { inputs: { in: samples }, page: 1 });
    expect(found.frames).toHaveLength(expected.frames.length);
    // A few decisions are so close that float32 may take them otherwise.
    const other = expected.bits.filter((bit, i) => bit !== found.bits[i]);
    expect(other.length).toBeLessThan(8);
  });
});

/** Noise, then three packets from sample `begin` on, the last one without its last samples; then zeros. */
function ofBlocks(blocks: number, { begin, missing }: { begin: number; missing: number }) {
  const source = { channel: "2", ebn0: 14, firstOffset: 0, packets: 3, frequencyOffset: -0.02, seed: 6 };
  const { out } = inFloat64("telemetry-source", source, {}, 1);
  const samples = new Float32Array(2 * blocks * BLOCK_HOP);
  samples.set(testNormals(6, 2 * begin).map((value) => 0.2 * value));
  samples.set(out.subarray(0, 2 * (3 * PACKET_SAMPLES - missing)), 2 * begin);
  return samples;
}

/** Returns the samples with the zeros that follow the end of the signal. */
function withAfter(samples: Float32Array): Float64Array {
  const all = new Float64Array(samples.length + 2 * BLOCK_HOP);
  all.set(samples);
  return all;
}

/** Returns the values of a block's fields. */
const fieldsOf = (fields: object, values: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name)));
