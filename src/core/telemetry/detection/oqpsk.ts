import oqpskKernel from "#shaders/telemetry/detection/oqpsk.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import phaseLoop from "#shaders/telemetry/lib/phase-loop.wgsl?raw";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { hasSmallStorage } from "../../gpu/small-storage.ts";
import type { Plan, Stage } from "../../gpu/timing.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { type Decided, decidedBuffers, decidedSet } from "./decided.ts";
import { type LoopGains, loopGains } from "./loop.ts";
import { knownWords } from "../soqpsk/known-bits.ts";
import { KNOWN_BITS, PACKET_WORDS } from "../packet.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { checkedInteger } from "../../gpu/rows.ts";

const label = "detection/oqpsk";
/** Buffers that hold the sets, as many as WebGPU's default limits allow beside the other five. */
export const SET_BUFFERS = 3;
/** Packets of a workgroup if its storage may be large, and if it is small. */
const [USUAL_PACKETS, FEW_PACKETS] = [BLOCK_PACKETS, 4];
/** Groups of a workgroup that load samples, and the invocations of each for a packet. */
const [USUAL_CREWS, LOADERS_PER_PACKET] = [3, 2];

export interface OqpskConfig extends Pick<ReceiverBuffers, "slots" | "packets"> {
  /**
   * Outputs of the detection filter, one complex sample per bit: vec2f [set][slot][6336]. A set holds the packets behind one
   * equalizer. With several sets each has whole blocks: its slots are rounded up to a multiple of 32. The sets may lie in up to three
   * buffers, which need not fit one binding together.
   */
  matched: GPUBuffer | readonly GPUBuffer[];
  /** Default 1. */
  sets?: number;
  /** Sets in each buffer; the last one may hold fewer. Default: all. */
  held?: number;
  /** Default: `loopGains()`. */
  loop?: LoopGains;
}

/** Its symbols belong to the block that `show` chose. */
export interface OqpskDetector extends Plan {
  /** The results of each set. */
  readonly decided: readonly Decided<GPUBufferBinding>[];
  /** The work of each set alone, for a slow device. */
  readonly alone: readonly Stage[];
  /** Takes effect for later submissions. */
  setLoop(gains: LoopGains): void;
  /** The block of the page whose symbols are kept; 0 at first. Takes effect for later submissions. */
  show(block: number): void;
}

/**
 * Decides the bits of each packet, with a phase-locked loop that starts at θ = 0 and follows the 192 known bits, then
 * its own decisions. Bit k is +1 where Re (k even) or Im (k odd) of y(k)·e^{−jθ} is positive. The loops are serial, so a large
 * device works on all sets in the time of one.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8, `sets` or `held` not a positive integer, a gain not a number ≥ 0, or
 *   `show` gets a block that the page does not have.
 */
export async function createOqpskDetector(device: GPUDevice, config: OqpskConfig): Promise<OqpskDetector> {
  const { packets, loop = loopGains() } = config;
  const slots = checkedSlots(label, config.slots);
  const sets = checkedInteger(label, "sets", config.sets ?? 1, 1);
  const held = checkedInteger(label, "held", config.held ?? sets, 1);
  const given = "length" in config.matched ? config.matched : [config.matched];
  checkGains(label, loop);
  const PACKETS = hasSmallStorage(device) ? FEW_PACKETS : USUAL_PACKETS;
  const LOADERS = LOADERS_PER_PACKET * PACKETS;
  const CREWS = Math.min(
    USUAL_CREWS,
    Math.floor((device.limits.maxComputeInvocationsPerWorkgroup - PACKETS) / LOADERS),
  );
  const parts = { PACKETS, LOADERS, CREWS, GROUP: PACKETS + CREWS * LOADERS };
  const constants = { ...parts, TILES: PACKET_WORDS, KNOWN_TILES: KNOWN_BITS / 32 };
  const kernel = await compile(device, { label, wgsl: [oqpskKernel, complex, packet, phaseLoop], constants });
  const memory = allocate(device);
  // Whole blocks are computed. The results for slots after the last one belong to no packet.
  const blocks = Math.ceil(slots / BLOCK_PACKETS);
  const known = memory.constant("known bits", Uint32Array.from(knownWords));
  const rows = blocks * BLOCK_PACKETS;
  const groups = rows / PACKETS;
  const results = decidedBuffers(memory, rows, sets);
  const [matched, more, rest] = Array.from(
    { length: SET_BUFFERS },
    (_, i) => given.at(i) ?? memory.storage("no sets", 16),
  );
  const bounds = Array.from({ length: sets }, (_, first) => {
    const params = { k1: loop.k1, k2: loop.k2, shown: 0, first, held };
    return kernel.bind({ packets, known, matched, more, rest, ...results, params });
  });
  const set = (values: Readonly<Record<string, number>>) => {
    for (const bound of bounds) bound.set(values);
  };
  return {
    label,
    decided: bounds.map((_, set) => decidedSet(results, rows, set)),
    alone: bounds.map((bound) => ({
      label,
      encode: (encoder, timestampWrites) => bound.encode(encoder, [groups, 1], timestampWrites),
    })),
    encode: (encoder, timestampWrites) => bounds[0].encode(encoder, [groups, sets], timestampWrites),
    setLoop(gains) {
      checkGains(label, gains);
      set({ k1: gains.k1, k2: gains.k2 });
    },
    show(block) {
      set({ shown: checkedInteger(label, "shown block", block, 0, blocks - 1) });
    },
    destroy() {
      for (const bound of bounds) bound.destroy();
      memory.release();
    },
  };
}

/** @throws RangeError for a gain that is not a number ≥ 0. */
export function checkGains(label: string, { k1, k2 }: LoopGains): void {
  for (const [name, gain] of Object.entries({ k1, k2 })) {
    if (!Number.isFinite(gain) || gain < 0) throw new RangeError(`${label}: ${name} must be a number ≥ 0, got ${gain}`);
  }
}
