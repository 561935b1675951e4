import { inOwnUnits } from "../../capture/power-unit.ts";
import { errorRates } from "../../measurement/error-rates.ts";
import { addFrame, CLUSTER_FIELDS, clusterOf } from "../../measurement/measurement.ts";
import { NO_PACKET } from "../detection/errors.ts";
import type { Gpu } from "../../gpu/device.ts";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH, BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { createPacketBits } from "../soqpsk/bits.ts";
import { DATA_BITS, KNOWN_WORDS, PACKET_WORDS } from "../packet.ts";
import { createReceiver, type Receiver } from "../link/receiver.ts";
import { type FoundPacket, foundPackets, packetSources, type ReceivedPacket } from "./figures/packets.ts";
import { words } from "./figures/part.ts";
import type { EqualizerName, Scenario } from "./scenario.ts";
import { fittingPageBlocks, type RunOptions } from "./page.ts";

/** A source of samples, for example a file: two samples per bit, at 20.625 MS/s. */
export interface SampleSource {
  /** Number of complex samples. */
  samples: number;
  /** Returns samples [start, start + count) as complex pairs; fewer at the end. */
  read(start: number, count: number): Promise<Float32Array<ArrayBuffer>>;
}

/** What is received, and what the caller keeps of it. */
export interface ReceiveConfig {
  /** The receiver's fields are used. The others describe the transmitted signal, if `known`. */
  scenario: Scenario;
  /** Whether the scenario made this recording. Then its bits are known and errors are counted. */
  known: boolean;
  /** Equalizers whose decided bits the caller needs. */
  keep: EqualizerName[];
}

/** Errors of one equalizer in a recording. */
export interface ReceiveResult {
  equalizer: EqualizerName;
  bits: number;
  /** Null if the transmitted bits are unknown. */
  errors: number | null;
  ber: number | null;
  ci95: [number, number] | null;
}

/** A received page. */
export interface ReceiveStep {
  state: ReceiveState;
  progress: number;
  /** Packets found in this step's page. */
  packets: ReceivedPacket[];
  /** Totals so far. */
  results: ReceiveResult[];
  /** Data bits (0 or 1) of this page's packets, [packet][6144], for each equalizer in `keep`. */
  decisions: { equalizer: EqualizerName; bits: Uint8Array<ArrayBuffer> }[];
}

/** Everything needed to continue a reception. */
export interface ReceiveState {
  /** Its first block, and the next one. */
  first: number;
  block: number;
  packets: number;
  /** The counts of each equalizer, in the receiver's order; each in the order of `CLUSTER_FIELDS`. */
  counts: Float64Array[];
}

/**
 * Returns a reception of the packets that start at sample `from` or later.
 *
 * @example
 * ```ts
 * import { newReception } from "threeray/telemetry";
 *
 * console.log(newReception().packets); // 0
 * ```
 */
export function newReception(from = 0): ReceiveState {
  const first = Math.floor(from / BLOCK_HOP);
  return { first, block: first, packets: 0, counts: [] };
}

/**
 * Finds, equalizes and decides the packets of a recording, one page per step. It never holds the whole recording.
 *
 * A resumed reception searches its chain of packets again. Ends early, without an error, when the signal aborts.
 *
 * @example
 * ```ts
 * import { openGpu } from "threeray/gpu";
 * import { parseScenario, receiveTelemetry, synthesizeTelemetry } from "threeray/telemetry";
 *
 * const gpu = await openGpu();
 * const scenario = parseScenario({ packets: 2, ebn0: 20, seed: 1, equalizers: ["mmse"] });
 * const made: number[] = [];
 * for await (const step of synthesizeTelemetry(gpu, scenario, 0)) made.push(...step.samples);
 * const samples = Float32Array.from(made);
 * const read = async (start: number, count: number) => samples.slice(2 * start, 2 * (start + count));
 * const source = { samples: samples.length / 2, read };
 * for await (const { results, progress } of receiveTelemetry(gpu, source, { scenario, known: true, keep: [] })) {
 *   if (progress === 1) console.log(results[0].bits, results[0].errors); // 12288 0
 * }
 * gpu.close();
 * ```
 */
export async function* receive(
  gpu: Gpu,
  source: SampleSource,
  { scenario, known, keep }: ReceiveConfig,
  start: ReceiveState = newReception(),
  { signal, pageBlocks: wanted }: RunOptions = {},
): AsyncGenerator<ReceiveStep> {
  const { device } = gpu;
  const pageBlocks = fittingPageBlocks(gpu, wanted);
  const end = blockCount(source.samples);
  const blocks = Math.max(1, Math.min(pageBlocks, end - start.block));
  const memory = allocate(device);
  const samples = memory.storage("samples", blocks * BLOCK_LENGTH * 8);
  const { data, seed, firstOffset } = scenario;
  const sent = known ? await createPacketBits(device, { blocks, source: data, seed }) : undefined;
  const receiver = await createReceiver(device, {
    blocks,
    samples,
    length: source.samples,
    sent: sent?.bits,
    firstOffset: sent && firstOffset,
    scenario,
  });
  const state = structuredClone(start);
  try {
    do {
      if (signal?.aborted) return;
      const used = Math.max(0, Math.min(blocks, end - state.block));
      await uploadBlocks(device, source, samples, state.block, blocks);
      sent?.setFirstBlock(state.block);
      receiver.setFirstBlock(state.block);
      const encoder = device.createCommandEncoder({ label: "receive" });
      for (const stage of [...(sent ? [sent] : []), ...receiver.stages]) stage.encode(encoder);
      const page = await readPage(device, encoder, receiver, keep);
      const found = page.found.filter(({ slot }) => slot < used * BLOCK_PACKETS);
      const first = state.block * BLOCK_HOP;
      state.packets += found.length;
      state.counts = receiver.branches.map((_, e) => {
        const counts = state.counts[e] ?? new Float64Array(CLUSTER_FIELDS.length);
        for (const { slot } of found) addFrame(counts, 0, DATA_BITS, countable(page.errors[e]?.[slot]));
        return counts;
      });
      state.block += blocks;
      yield {
        state: structuredClone(state),
        progress: end > state.first ? Math.min(1, (state.block - state.first) / (end - state.first)) : 1,
        packets: found.map(({ start, metric, frequencyOffset, noiseVariance }) => {
          return { start: first + start, metric, frequencyOffset, noiseVariance };
        }),
        results: receiver.branches.map(({ equalizer }, e) => result(equalizer, state.counts[e], known)),
        decisions: keep.map((equalizer, k) => ({ equalizer, bits: dataBits(page.decisions[k], found) })),
      };
    } while (state.block < end);
  } finally {
    receiver.destroy();
    sent?.destroy();
    memory.release();
  }
}

const countable = (errors = 0) => (errors === NO_PACKET ? 0 : errors);

/** Fills the page's rows with the recording's samples, and with zeros outside it. */
async function uploadBlocks(
  device: GPUDevice,
  source: SampleSource,
  samples: GPUBuffer,
  firstBlock: number,
  blocks: number,
): Promise<void> {
  for (let row = 0; row < blocks; row++) {
    const first = (firstBlock + row) * BLOCK_HOP - BLOCK_LEAD;
    const from = Math.max(0, first);
    const to = Math.min(source.samples, first + BLOCK_LENGTH);
    const block = new Float32Array(2 * BLOCK_LENGTH);
    // Packets do not depend on the size of the samples; powers of samples in float32 would.
    if (to > from) block.set(inOwnUnits(await source.read(from, to - from)), 2 * (from - first));
    device.queue.writeBuffer(samples, 8 * row * BLOCK_LENGTH, block);
  }
}

/** The results of one page on the CPU. */
async function readPage(device: GPUDevice, encoder: GPUCommandEncoder, receiver: Receiver, keep: EqualizerName[]) {
  const { slots, branches } = receiver;
  const decisions = keep.map((name) => {
    const branch = branches.find(({ equalizer }) => equalizer === name);
    if (branch) return words(branch.decisions, slots * PACKET_WORDS);
    throw new RangeError(`receive: cannot keep the bits of ${name}, because it is not among the equalizers`);
  });
  const errors = branches.flatMap((branch) => (branch.errors ? [words(branch.errors, slots)] : []));
  const sources = [...packetSources(receiver), ...errors, ...decisions];
  const [table, frequency, noise, ...rest] = await readBack(device, sources, encoder);
  const counts = rest.map((bytes) => new Uint32Array(bytes));
  return {
    found: foundPackets([table, frequency, noise]),
    errors: counts.slice(0, errors.length),
    decisions: counts.slice(errors.length),
  };
}

function dataBits(decided: Uint32Array, packets: readonly FoundPacket[]): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(packets.length * DATA_BITS);
  packets.forEach(({ slot }, i) => {
    const base = slot * PACKET_WORDS + KNOWN_WORDS;
    for (let k = 0; k < DATA_BITS; k++) bits[i * DATA_BITS + k] = (decided[base + (k >> 5)] >>> (k & 31)) & 1;
  });
  return bits;
}

function result(equalizer: EqualizerName, counts: Float64Array, known: boolean): ReceiveResult {
  const { bits, errors, ber, ci95 } = errorRates(clusterOf(Array.from(counts)));
  return known ? { equalizer, bits, errors, ber, ci95 } : { equalizer, bits, errors: null, ber: null, ci95: null };
}
