import { describe, expect, it } from "vitest";
import { readFloats, readWords, run, testDevice } from "../../gpu/testing.ts";
import { BLOCK_LEAD } from "../../telemetry/blocks.ts";
import { createReceiver } from "../../telemetry/link/receiver.ts";
import { DEFAULT_SETTINGS, type LinkSettings, recordingLength } from "../../telemetry/link/settings.ts";
import { createTransmitter } from "../../telemetry/link/transmitter.ts";
import { DATA_BITS, DATA_WORDS, KNOWN_WORDS, PACKET_WORDS } from "../../telemetry/packet.ts";
import { createFrameReader } from "../sinks/frame-reader.ts";
import { blockOutputs } from "../testing.ts";

const PACKETS = 3;
const settings: LinkSettings = { ...DEFAULT_SETTINGS, packets: PACKETS, ebn0: 8, equalizers: ["fde1"], seed: 5 };

/** The samples, decided bits and errors of the link as the lab runs it. */
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
  const received = (await readFloats(device, samples)).subarray(2 * BLOCK_LEAD);
  receiver.destroy();
  transmitter.destroy();
  return { samples: received, words, errors: counts.reduce((sum, count) => sum + count, 0) };
}

describe("blocks/receivers/telemetry-receiver", () => {
  it("decides the bits of the telemetry lab, from the samples of the telemetry source", async () => {
    const lab = await link();
    const { equalizers: _, ...given } = settings;
    const { out, bits: sent } = await blockOutputs("telemetry-source", given, { page: 1, firings: 1 });
    expect(out).toEqual(lab.samples.subarray(0, out.length));
    const samples = out as Float32Array<ArrayBuffer>;
    const { bits, frames } = await blockOutputs(
      "telemetry-receiver",
      { equalizer: "fde1" },
      { inputs: { in: samples }, page: 1 },
    );
    expect(bits).toHaveLength(PACKETS * DATA_BITS);
    const wrong = Array.from(bits).reduce((sum, bit, i) => sum + Number(bit !== sent[i]), 0);
    expect(wrong).toBe(lab.errors);
    expect(wrong).toBeGreaterThan(0);
    const found = createFrameReader().read(frames as Uint32Array, []);
    for (const [i, { bytes }] of found.entries()) {
      const from = i * PACKET_WORDS + KNOWN_WORDS;
      expect(new Uint32Array(bytes.buffer)).toEqual(lab.words.slice(from, from + DATA_WORDS));
    }
    expect(found).toHaveLength(PACKETS);
  });
});
