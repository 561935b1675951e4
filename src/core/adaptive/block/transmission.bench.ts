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

const [PACKETS, SYMBOLS, SEED] = [4096, 2048, 5];
export const BLOCK_NOISE = 0.1;
/** h, complex. */
export const BLOCK_TAPS = Float64Array.of(0.8, 0, 0, 0.5, -0.3, 0);
/** Σ|h|². */
export const BLOCK_POWER = 0.98;
const GUARD = guardSymbols(1, BLOCK_TAPS.length / 2);

/** A packet's first symbols and their noise, complex: those of the first block. */
interface FirstBlock {
  symbols: Float64Array;
  noise: Float64Array;
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
  largest = 8 * SYMBOLS,
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
    name: `adaptive/${name.stem} ${PACKETS} × ${SYMBOLS}, ${name.title} of ${length}`,
    bytes: PACKETS * SYMBOLS * bytes,
    batch: { jobs: PACKETS, bytes: Math.max(largest, 8 * (SYMBOLS + 2 * GUARD)) },
    async prepare(device, _memory, packets): Promise<Prepared> {
      const whole = await owning(device, async ({ keep, memory }) => {
        const sizes = { packets, symbols: SYMBOLS, guard: GUARD, samplesPerSymbol: 1 } as const;
        const labels = await keep(createRandomLabels(device, { ...sizes, bitsPerSymbol: 2, seed: SEED }));
        const taps = memory.constant("channel", Float32Array.from(BLOCK_TAPS));
        const sent = { ...sizes, labels: labels.labels, taps, hasOwnTaps: false, tapCount: BLOCK_TAPS.length / 2 };
        const tables = decisionTables("qpsk");
        const noise = { isReal: false, seed: SEED };
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
        const labels = labelsOfPacket(packet, GUARD + length, { bitsPerSymbol: 2, seed: SEED }).slice(GUARD);
        const noise = {
          samplesPerSymbol: 1,
          noiseVariance: BLOCK_NOISE,
          isReal: false,
          seed: SEED,
          guard: GUARD,
        } as const;
        return {
          symbols: Float64Array.from(labels.flatMap((label) => [points[2 * label], points[2 * label + 1]])),
          noise: receivePacket(new Float64Array(2 * (GUARD + length)), BLOCK_TAPS, packet, noise).slice(2 * GUARD),
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
  const blocks = await keep(createBlockTransmission(device, batch, points, { ...kind, isReal: false, seed: SEED }));
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
    row: 2 * SYMBOLS,
    async create(inputs) {
      const plan = await receiveBlocks(inputs, { length, isMulticarrier });
      return { plan, output: plan.spectra };
    },
    expected: ({ symbols, noise }) => sendBlock(symbols, BLOCK_TAPS, noise, isMulticarrier).spectrum,
  }),
);
