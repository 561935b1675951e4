import { pageBatch } from "../estimation/window.bench.ts";
import { type BenchCase, batchCase } from "../../gpu/bench.ts";
import { readBack } from "../../gpu/readback.ts";
import { sequence } from "../../gpu/timing.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS } from "../blocks.ts";
import { BATCH_PACKETS, DATA_WORDS, PACKET_BITS, PACKET_SAMPLES, PACKET_WORDS } from "../packet.ts";
import { words } from "./figures/part.ts";
import { createLink } from "./link.ts";
import { receiveReference } from "../link/receiver.reference.ts";
import { DEFAULT_SCENARIO } from "./scenario.ts";

/** Returns a link of the given number of packets after one run. */
async function linked(device: GPUDevice, packets: number) {
  const scenario = { ...DEFAULT_SCENARIO, packets };
  const link = await createLink(device, { scenario, blocks: packets / BLOCK_PACKETS });
  link.setPage({ firstBlock: 0, ebn0: scenario.ebn0 });
  await link.run();
  return link;
}

/** The share of the first packet's bits, over all equalizers, that differ from the decisions of the float64 receiver. */
async function difference(device: GPUDevice): Promise<number> {
  const link = await linked(device, BLOCK_PACKETS);
  try {
    const { samples, receiver } = link;
    // The start of the block, short enough to contain only one whole packet.
    const recording = {
      buffer: samples,
      size: (BLOCK_LENGTH - BLOCK_PACKETS * PACKET_SAMPLES + PACKET_SAMPLES / 2) * 8,
    };
    const decided = receiver.branches.map(({ decisions }) => words(decisions, PACKET_WORDS));
    const [heard, ...decisions] = await readBack(device, [recording, ...decided]);
    const [packet] = receiveReference(Float64Array.from(new Float32Array(heard)));
    const wrong = receiver.branches.map(({ equalizer }, b) => {
      const bits = new Uint32Array(decisions[b]);
      return packet.bits[equalizer].filter((bit, k) => ((bits[k >> 5] >>> (k & 31)) & 1) !== bit).length;
    });
    return wrong.reduce((sum, count) => sum + count, 0) / (wrong.length * PACKET_BITS);
  } finally {
    link.destroy();
  }
}

/** The whole receiver with five equalizers and without one, 12 passes of CMA, from samples to error counts in GPU memory. */
export const cases: BenchCase[] = [
  {
    ...batchCase({
      name: `receiver/threeray ${BATCH_PACKETS} packets`,
      // Samples and sent bits in, one count for each equalizer out.
      bytes: BATCH_PACKETS * (PACKET_SAMPLES * 8 + DATA_WORDS * 4 + DEFAULT_SCENARIO.equalizers.length * 4),
      batch: pageBatch,
      async prepare(device, _, packets) {
        const { receiver, destroy } = await linked(device, packets);
        return { plan: { ...sequence("receiver", receiver.stages), destroy } };
      },
    }),
    error: ({ device }) => difference(device),
  },
];
