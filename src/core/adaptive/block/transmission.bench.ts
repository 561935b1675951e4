import { batchCase, type BenchCase, type Prepared } from "../../gpu/bench.ts";
import { owning, type Owner } from "../../gpu/owning.ts";
import { fill } from "../../gpu/submit.ts";
import type { Plan } from "../../gpu/timing.ts";
import { guardSymbols, type ReceivedBatch } from "../batch.ts";
import { decisionTables } from "../decision.ts";
import { modulationPoints } from "../modulations.ts";
import { labelsOfPacket } from "../transmission/labels.reference.ts";
import { createRandomLabels } from "../transmission/labels.ts";
import { receivePacket } from "../transmission/received.reference.ts";
import { createReceivedSamples } from "../transmission/received.ts";
import { sendBlock } from "./transmission.reference.ts";
import { type ChannelResponse, createChannelResponse } from "./response.ts";
import { createBlockTransmission } from "./transmission.ts";

const PACKETS = 4096;
export const [BLOCK_SYMBOLS, BLOCK_SEED] = [2048, 5];
export const BLOCK_NOISE = 0.1;
/** h, complex: no two frequencies have the same gain. */
export const BLOCK_TAPS = Float64Array.of(0.8, 0, 0.2, 0.5, -0.3, 0.1);
/** Σ|h|². */
export const BLOCK_POWER = 1.03;
export const BLOCK_GUARD = guardSymbols(1, BLOCK_TAPS.length / 2);

/** The first block of a packet, complex. */
interface FirstBlock {
  packet: number;
  symbols: Float64Array;
  noise: Float64Array;
  /** The guard and the block as the ordinary stream is received. */
  stream: Float64Array;
}

interface BlockInputs extends Pick<Owner, "keep"> {
  device: GPUDevice;
  batch: ReceivedBatch;
  points: Float32Array<ArrayBuffer>;
  response: ChannelResponse;
  /** Computes what a plan gets, before it is timed. */
  compute(...stages: Plan[]): void;
}

/** Times a plan that works on blocks of N QPSK symbols. It checks the first numbers of a row per packet, or of a column. */
export function blockCase({
  name,
  length,
  bytes,
  largest = 8 * BLOCK_SYMBOLS,
  row,
  create,
  expected,
}: {
  name: { stem: string; title: string };
  length: number;
  /** Bytes per symbol that an ideal kernel moves. */
  bytes: number;
  /** Bytes per packet of the largest buffer. */
  largest?: number;
  /** Numbers of a packet in the output. Default: packets are columns. */
  row?: number;
  create(inputs: BlockInputs): Promise<{ plan: Plan; output: GPUBuffer }>;
  expected(block: FirstBlock): ArrayLike<number>;
}): BenchCase {
  const points = modulationPoints("qpsk");
  return batchCase({
    name: `adaptive/${name.stem} ${PACKETS} × ${BLOCK_SYMBOLS}, ${name.title} of ${length}`,
    bytes: PACKETS * BLOCK_SYMBOLS * bytes,
    batch: { jobs: PACKETS, bytes: Math.max(largest, 8 * (BLOCK_SYMBOLS + 2 * BLOCK_GUARD)) },
    async prepare(device, _memory, packets): Promise<Prepared> {
      const whole = await owning(device, async ({ keep, memory }) => {
        const sizes = { packets, symbols: BLOCK_SYMBOLS, guard: BLOCK_GUARD, samplesPerSymbol: 1 } as const;
        const labels = await keep(createRandomLabels(device, { ...sizes, bitsPerSymbol: 2, seed: BLOCK_SEED }));
        const taps = memory.constant("channel", Float32Array.from(BLOCK_TAPS));
        const sent = { ...sizes, labels: labels.labels, taps, hasOwnTaps: false, tapCount: BLOCK_TAPS.length / 2 };
        const tables = decisionTables("qpsk");
        const noise = { isReal: false, seed: BLOCK_SEED };
        const received = await keep(createReceivedSamples(device, { ...sent, ...noise, points: tables.points }));
        received.setNoiseVariance(BLOCK_NOISE);
        const batch = { ...sent, received: received.received };
        const response = await keep(createChannelResponse(device, batch, length));
        const compute = (...stages: Plan[]) => {
          const encoder = device.createCommandEncoder({ label: "inputs" });
          for (const stage of stages) stage.encode(encoder);
          fill(device, encoder, [batch.labels, batch.received, response.response]);
        };
        compute(labels, received, response);
        const { plan, output } = await create({ device, batch, points: tables.points, response, keep, compute });
        await keep(plan);
        return { label: plan.label, encode: plan.encode, output };
      });
      const blockOf = (packet: number): FirstBlock => {
        const count = BLOCK_GUARD + length;
        const labels = labelsOfPacket(packet, count, { bitsPerSymbol: 2, seed: BLOCK_SEED });
        const sent = Float64Array.from(labels.flatMap((label) => [points[2 * label], points[2 * label + 1]]));
        const link = { noiseVariance: BLOCK_NOISE, isReal: false, seed: BLOCK_SEED, guard: BLOCK_GUARD };
        const receive = (symbols: Float64Array) =>
          receivePacket(symbols, BLOCK_TAPS, packet, { ...link, samplesPerSymbol: 1 });
        return {
          packet,
          symbols: sent.subarray(2 * BLOCK_GUARD),
          noise: receive(new Float64Array(2 * count)).subarray(2 * BLOCK_GUARD),
          stream: receive(sent),
        };
      };
      return {
        plan: whole,
        check: {
          output: whole.output,
          row: row ?? 2,
          width: 2,
          columns: row === undefined,
          expected: (packet) => expected(blockOf(packet)),
        },
      };
    },
  });
}

/** Creates the received blocks of a batch. */
export async function receiveBlocks(
  { device, batch, points, keep, compute }: BlockInputs,
  kind: { length: number; isMulticarrier: boolean },
) {
  const blocks = await keep(
    createBlockTransmission(device, batch, points, { ...kind, isReal: false, seed: BLOCK_SEED }),
  );
  blocks.setNoiseVariance(BLOCK_NOISE);
  compute(blocks);
  return blocks;
}

/** Symbols, transform of carriers, channel, noise and transform: 8 bytes per label's sample, written once. */
export const cases = [
  { title: "one after another, blocks", length: 64, isMulticarrier: false },
  { title: "as carriers, blocks", length: 64, isMulticarrier: true },
].map(({ title, length, isMulticarrier }) =>
  blockCase({
    name: { stem: "transmission", title },
    length,
    bytes: 1 + 8,
    row: 2 * BLOCK_SYMBOLS,
    async create(inputs) {
      const plan = await receiveBlocks(inputs, { length, isMulticarrier });
      return { plan, output: plan.spectra };
    },
    expected: ({ symbols, noise }) => sendBlock(symbols, BLOCK_TAPS, noise, isMulticarrier).spectrum,
  }),
);
