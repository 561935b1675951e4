import telemetryReceiverKernel from "#shaders/blocks/receivers/telemetry-receiver.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { gridOf, groupOf } from "../../gpu/rows.ts";
import { sequence } from "../../gpu/timing.ts";
import { BLOCK_HOP, BLOCK_LENGTH, BLOCK_PACKETS } from "../../telemetry/blocks.ts";
import { createReceiver } from "../../telemetry/link/receiver.ts";
import { DATA_BITS, DATA_WORDS, KNOWN_WORDS, PACKET_SAMPLES, PACKET_WORDS } from "../../telemetry/packet.ts";
import { createContinuedPage } from "./continued-page.ts";
import { TELEMETRY_HISTORY, linkSettings } from "./telemetry-receiver-settings.ts";
import type { TelemetryReceiver } from "./telemetry-receiver.ts";

const MOST_GROUP = 256;
/** Most blocks of 32 packets in a page: their windows fit into the largest binding of every device. */
const MOST_BLOCKS = 16;
/** Samples of a recording, at least. The receiver counts blocks only up to its end. */
const LENGTH = 2 ** 31;
/** From here on the blocks have the same number, so that a signal may have any length. */
const LAST_NUMBER = 1000;
const FRAME_WORDS = 1 + DATA_WORDS;

export function createTelemetryReceiver(parameters: TelemetryReceiver): PlanBlock {
  const label = "blocks/receivers/telemetry-receiver";
  return {
    kind: "plan",
    consumes: { in: BLOCK_HOP },
    produces: {
      bits: { most: (blocks) => blocks * BLOCK_PACKETS * DATA_BITS },
      frames: { most: (blocks) => blocks * BLOCK_PACKETS * FRAME_WORDS },
    },
    most: MOST_BLOCKS,
    after: 1,
    tag: () => undefined,
    create: (device, { firings: blocks, inputs: { in: input } }) =>
      owning(device, async ({ keep, memory, stage }) => {
        const GROUP = groupOf(device, MOST_GROUP);
        const page = await keep(
          createContinuedPage(device, { input: input.buffer, length: blocks * BLOCK_HOP, history: TELEMETRY_HISTORY }),
        );
        const samples = memory.storage("samples of blocks", 8 * blocks * BLOCK_LENGTH);
        const receiver = await keep(
          createReceiver(device, { blocks, samples, length: LENGTH, scenario: linkSettings(parameters) }),
        );
        const { slots, packets } = receiver;
        const [{ decisions }] = receiver.branches;
        const bits = memory.storage("decided bits", 4 * slots * DATA_BITS);
        const frames = memory.storage("frames", 4 * slots * FRAME_WORDS);
        const bitCount = memory.storage("number of bits", 4);
        const frameCount = memory.storage("number of words", 4);
        const resources = {
          packets,
          // Not the filtered samples: behind the end of the signal, the filter's transforms leave rounding errors.
          samples,
          decisions,
          places: memory.storage("places of packets", 4 * slots),
          bits,
          frames,
          bitCount,
          frameCount,
        };
        const sizes = { BLOCK_PACKETS, BLOCK_LENGTH, PACKET_SAMPLES, PACKET_WORDS, KNOWN_WORDS };
        const pass = (TASK: number) =>
          stage({
            label,
            wgsl: [telemetryReceiverKernel, packet, prefixSum],
            constants: { GROUP, TASK, ...sizes },
            resources: { ...resources, params: { slots } },
            groups: TASK === 0 ? 1 : gridOf(device, Math.ceil((slots * DATA_WORDS) / GROUP)),
          });
        const stages = sequence(label, [...receiver.stages, await pass(0), await pass(1)]);
        return {
          label,
          outputs: {
            bits: { buffer: bits, length: slots * DATA_BITS, count: bitCount },
            frames: { buffer: frames, length: slots * FRAME_WORDS, count: frameCount },
          },
          // A firing works on the block before its samples: the first one on a block before the signal, where no packet starts.
          prepare: ({ first }) => receiver.setFirstBlock(Math.min(first, LAST_NUMBER) - 1),
          encode(encoder, timestampWrites) {
            page.encode(encoder);
            for (let block = 0; block < blocks; block++) {
              const to = 8 * block * BLOCK_LENGTH;
              encoder.copyBufferToBuffer(page.samples, 8 * block * BLOCK_HOP, samples, to, 8 * BLOCK_LENGTH);
            }
            stages.encode(encoder, timestampWrites);
          },
          set: (next: TelemetryReceiver) => receiver.setScenario(linkSettings(next)),
          reset() {
            page.reset();
            receiver.setReceived({ length: LENGTH });
          },
        };
      }),
  };
}
