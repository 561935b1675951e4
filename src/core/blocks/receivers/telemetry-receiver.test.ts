import { describe, expect, it } from "vitest";
import { testGraph } from "../../flow/graph.testing.ts";
import { readWords, run, testDevice } from "../../gpu/testing.ts";
import { createReceiver } from "../../telemetry/link/receiver.ts";
import { DEFAULT_SETTINGS, type LinkSettings, recordingLength } from "../../telemetry/link/settings.ts";
import { createTransmitter } from "../../telemetry/link/transmitter.ts";
import { DATA_BITS, DATA_WORDS, KNOWN_WORDS, PACKET_WORDS } from "../../telemetry/packet.ts";
import { telemetrySource } from "../sources/telemetry-source.ts";
import { reportsOf } from "../testing.ts";

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
  const words = await readWords(device, decisions, PACKETS * PACKET_WORDS);
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
});

/** Returns the values of a block's fields. */
const fieldsOf = (fields: object, values: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name)));
