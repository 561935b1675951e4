import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import words from "#shaders/lib/words.wgsl?raw";
import bitsKernel from "#shaders/telemetry/soqpsk/bits.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_PACKETS } from "../blocks.ts";
import { knownWords } from "./known-bits.ts";
import { DATA_BITS, KNOWN_WORDS, PACKET_WORDS } from "../packet.ts";
import { PN11_PERIOD, pn11 } from "./pn11.ts";
import { checkedChoice, checkedCount } from "../../gpu/rows.ts";

const label = "soqpsk/bits";

const GROUP = 64;

/** Seeded random bits, or the PN sequence of length 2047 that continues across packets. */
export type DataSource = "random" | "pn11";

/** The data of the packets. */
export interface PacketData {
  source: DataSource;
  /** u32; the PN sequence does not use it. */
  seed: number;
}

export interface PacketBitsConfig extends PacketData {
  /** Blocks of 32 packets in the page. */
  blocks: number;
}

export interface PacketBits extends Plan {
  /** u32 [block][36][198], LSB first, 1 = +1; row r of block b is packet 32·(firstBlock + b) + r − 2 of the stream. */
  readonly bits: GPUBuffer;
  /** The page's first block in the stream; 0 at first. */
  setFirstBlock(firstBlock: number): void;
  /** Like the other setter it takes effect for later submissions. */
  setData(data: PacketData): void;
}

/**
 * Bits of whole packets: preamble, marker, data. The same seed gives the same bits in every page.
 *
 * @throws RangeError when `blocks`, `source` or `seed` is out of range.
 */
export async function createPacketBits(device: GPUDevice, config: PacketBitsConfig): Promise<PacketBits> {
  const blocks = checkedCount(label, "blocks", config.blocks);
  const data = parameters(config);
  const constants = {
    GROUP,
    WORDS: PACKET_WORDS,
    KNOWN: KNOWN_WORDS,
    BLOCK_PACKETS,
    ROWS: BLOCK_BIT_ROWS,
    FIRST_ROW: BLOCK_FIRST_ROW,
    PERIOD: PN11_PERIOD,
    PACKET_SHIFT: DATA_BITS % PN11_PERIOD,
  };
  const memory = allocate(device);
  const sequence = new Uint32Array(PN11_PERIOD / 32 + 2);
  for (let n = 0; n < PN11_PERIOD + 32; n++) sequence[n >> 5] |= pn11[n % PN11_PERIOD] << (n & 31);
  const bits = memory.storage("bits", blocks * BLOCK_BIT_ROWS * PACKET_WORDS * 4);
  const groups = [Math.ceil(PACKET_WORDS / GROUP), BLOCK_BIT_ROWS, blocks] as const;
  const stage = await createStage(device, {
    label,
    wgsl: [bitsKernel, random, phasor, words],
    constants,
    resources: {
      known: memory.constant("known words", Uint32Array.from(knownWords)),
      sequence: memory.constant("PN sequence", sequence),
      bits,
      params: { firstBlock: 0, ...data },
    },
    groups,
    memory,
  });
  return {
    ...stage,
    bits,
    setFirstBlock: (firstBlock) => stage.set({ firstBlock }),
    setData: (data) => stage.set(parameters(data)),
  };
}

function parameters({ source, seed }: PacketData) {
  checkedChoice(label, "source", source, ["random", "pn11"]);
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new RangeError(`${label}: seed must be a whole number from 0 to 2^32 − 1, got ${seed}`);
  }
  return { seed, random: Number(source === "random") };
}
