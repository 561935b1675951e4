import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence } from "../../gpu/timing.ts";
import {
  BLOCK_BIT_ROWS,
  BLOCK_FIRST_ROW,
  BLOCK_HOP,
  BLOCK_LEAD,
  BLOCK_LENGTH,
  BLOCK_PACKETS,
} from "../../telemetry/blocks.ts";
import { recordingLength } from "../../telemetry/link/settings.ts";
import { createTransmitter } from "../../telemetry/link/transmitter.ts";
import { DATA_BITS, DATA_WORDS, KNOWN_WORDS, PACKET_WORDS, SAMPLE_RATE } from "../../telemetry/packet.ts";
import { createUnpacking } from "../unpacking.ts";
import { sourceSettings } from "./telemetry-settings.ts";
import type { TelemetrySource } from "./telemetry-source.ts";

/** Most blocks of 32 packets in a page. */
const MOST_BLOCKS = 32;

export function createTelemetrySource(parameters: TelemetrySource): PlanBlock {
  const label = "telemetry packets";
  return {
    kind: "plan",
    consumes: {},
    produces: { out: BLOCK_HOP, bits: BLOCK_PACKETS * DATA_BITS },
    most: MOST_BLOCKS,
    hz: SAMPLE_RATE / BLOCK_HOP,
    ends: Math.ceil(recordingLength(sourceSettings(parameters)) / BLOCK_HOP),
    create: (device, { firings: blocks }) =>
      owning(device, async ({ keep, memory }) => {
        let settings = sourceSettings(parameters);
        const transmitter = await keep(createTransmitter(device, { scenario: settings, blocks }));
        const out = memory.storage("samples of telemetry", 8 * blocks * BLOCK_HOP);
        const packed = memory.storage("data of packets", 4 * blocks * BLOCK_PACKETS * DATA_WORDS);
        const rows = blocks * BLOCK_PACKETS;
        const bits = await keep(createUnpacking(device, { words: packed, rows, length: DATA_BITS }));
        const stages = sequence(label, transmitter.stages);
        return {
          label,
          outputs: {
            out: { buffer: out, length: blocks * BLOCK_HOP },
            bits: { buffer: bits.bits, length: rows * DATA_BITS },
          },
          prepare: ({ first }) => transmitter.setPage({ firstBlock: first, ebn0: settings.ebn0 }),
          encode(encoder, timestampWrites) {
            stages.encode(encoder, timestampWrites);
            for (let block = 0; block < blocks; block++) {
              const from = 8 * (block * BLOCK_LENGTH + BLOCK_LEAD);
              encoder.copyBufferToBuffer(transmitter.samples, from, out, 8 * block * BLOCK_HOP, 8 * BLOCK_HOP);
              for (let packet = 0; packet < BLOCK_PACKETS; packet++) {
                const row = block * BLOCK_BIT_ROWS + BLOCK_FIRST_ROW + packet;
                const to = 4 * (block * BLOCK_PACKETS + packet) * DATA_WORDS;
                const data = 4 * (row * PACKET_WORDS + KNOWN_WORDS);
                encoder.copyBufferToBuffer(transmitter.bits, data, packed, to, 4 * DATA_WORDS);
              }
            }
            bits.encode(encoder);
          },
          set(next: TelemetrySource) {
            settings = sourceSettings(next);
            transmitter.setScenario(settings);
          },
          reset() {},
        };
      }),
  };
}
