import multipathKernel from "#shaders/telemetry/channel/multipath.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import soqpsk from "#shaders/telemetry/lib/soqpsk.wgsl?raw";
import words from "#shaders/lib/words.wgsl?raw";
import type { Path } from "../../channel/paths.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH } from "../blocks.ts";
import { type RecordingSpan, checkedRecordingSpan } from "../page.ts";
import { PACKET_SAMPLES, PACKET_WORDS } from "../packet.ts";
import { PULSE_LEAD, pulseTurns } from "../soqpsk/pulse.ts";
import { checkedCount, checkedInteger, groupOf } from "../../gpu/rows.ts";

const MOST_GROUP = 256;
/** Words of struct Path in the kernel. */
const PATH_WORDS = 20;
/** Most paths of a channel. */
const MAX_PATHS = 16;
/** Longest delay, early or late, in samples. */
const MAX_DELAY = 64;

/** The placement of the transmitted signal in the recording. */
export interface Propagation {
  paths: readonly Path[];
  /** Recording sample at which packet 0 of the stream starts, 0 … 12671; earlier samples belong to packet −1. */
  firstOffset: number;
  /** Delay of the whole signal, in samples, −½ … ½. */
  timing: number;
}

export interface MultipathConfig extends RecordingSpan, Propagation {
  /** Blocks of 32 packets in the page. */
  blocks: number;
  /** Transmitted bits of the page's blocks, u32 [block][36][198]. */
  bits: GPUBuffer;
}

export interface Multipath extends Plan {
  /** Received samples without noise, vec2f [block][BLOCK_LENGTH]; zero outside the recording. */
  readonly samples: GPUBuffer;
  /** Like the other setters it takes effect for later submissions. */
  setPage(page: RecordingSpan): void;
  setPropagation(propagation: Propagation): void;
}

/**
 * A recording of the modulator's signal over up to 16 paths. Delays, fractions included, are exact.
 *
 * @throws RangeError when the page, a path, `firstOffset` or `timing` is out of range.
 */
export async function createMultipath(device: GPUDevice, config: MultipathConfig): Promise<Multipath> {
  const GROUP = groupOf(device, MOST_GROUP);
  const label = "channel/multipath";
  const { bits } = config;
  const blocks = checkedCount(label, "blocks", config.blocks);
  const page = checkedRecordingSpan(label, config);
  const table = pathTable(label, config);
  const constants = { GROUP, WORDS: BLOCK_BIT_ROWS * PACKET_WORDS, BLOCK_LENGTH, BLOCK_HOP, BLOCK_LEAD };
  const wgsl = [multipathKernel, complex, soqpsk, words, phasor];
  const memory = allocate(device);
  const samples = memory.storage("received samples", blocks * BLOCK_LENGTH * 8);
  const paths = memory.constant("paths", table);
  const groups = [Math.ceil(BLOCK_LENGTH / GROUP), blocks] as const;
  const stage = await createStage(device, {
    label,
    wgsl,
    constants,
    resources: { bits, paths, samples, params: { ...page, paths: config.paths.length } },
    groups,
    memory,
  });
  return {
    ...stage,
    samples,
    setPage: (page) => stage.set(checkedRecordingSpan(label, page)),
    setPropagation(propagation) {
      device.queue.writeBuffer(paths, 0, pathTable(label, propagation));
      stage.set({ paths: propagation.paths.length });
    },
  };
}

/** The kernel's paths: the offset of each path's bits, and the position in its pulses at the two instants of a bit. */
function pathTable(label: string, { paths, firstOffset, timing }: Propagation): Float32Array<ArrayBuffer> {
  checkedInteger(label, "firstOffset", firstOffset, 0, PACKET_SAMPLES - 1);
  if (!(Math.abs(timing) <= 0.5)) throw new RangeError(`${label}: timing must be −0.5 to 0.5 samples, got ${timing}`);
  const floats = new Float32Array(MAX_PATHS * PATH_WORDS);
  const integers = new Uint32Array(floats.buffer);
  for (const [i, { gain, delay }] of checkedPaths(label, paths).entries()) {
    const lead = PULSE_LEAD - timing - delay;
    floats.set(gain, i * PATH_WORDS);
    integers[i * PATH_WORDS + 2] = BLOCK_FIRST_ROW * PACKET_SAMPLES - BLOCK_LEAD - firstOffset + Math.floor(lead);
    integers.set(pulseTurns(lead - Math.floor(lead)), i * PATH_WORDS + 4);
  }
  return floats;
}

/**
 * Returns `paths` if they are a valid channel.
 *
 * @throws RangeError when there are none or more than 16, a gain is not finite, or a delay exceeds 64 samples.
 */
function checkedPaths(label: string, paths: readonly Path[]): readonly Path[] {
  if (paths.length < 1 || paths.length > MAX_PATHS) {
    throw new RangeError(`${label}: paths must number 1 to ${MAX_PATHS}, got ${paths.length}`);
  }
  for (const { gain, delay } of paths) {
    if (!gain.every(Number.isFinite)) throw new RangeError(`${label}: a gain must be finite, got ${gain.join(", ")}`);
    if (!(Math.abs(delay) <= MAX_DELAY)) {
      throw new RangeError(`${label}: a delay must be −${MAX_DELAY} to ${MAX_DELAY} samples, got ${delay}`);
    }
  }
  return paths;
}
