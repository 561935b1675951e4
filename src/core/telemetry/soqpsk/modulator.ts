import phasor from "#shaders/lib/phasor.wgsl?raw";
import soqpsk from "#shaders/telemetry/lib/soqpsk.wgsl?raw";
import words from "#shaders/lib/words.wgsl?raw";
import modulatorKernel from "#shaders/telemetry/soqpsk/modulator.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_HOP } from "../blocks.ts";
import { PACKET_SAMPLES, PACKET_WORDS } from "../packet.ts";
import { PULSE_LEAD, pulseTurns } from "./pulse.ts";
import { checkedCount, groupOf } from "../../gpu/rows.ts";

const MOST_GROUP = 256;

export interface ModulatorConfig {
  /** Blocks of 32 packets in the page. */
  blocks: number;
  /** Transmitted bits, u32 [block][36][198]. */
  bits: GPUBuffer;
}

export interface Modulator extends Plan {
  /** Transmitted signal of unit envelope, vec2f [block][32][12672]. */
  readonly samples: GPUBuffer;
}

/**
 * The SOQPSK-TG modulator: a block's own packets, back to back, at two samples per bit.
 *
 * @throws RangeError when `blocks` is not a positive integer.
 */
export async function createModulator(device: GPUDevice, config: ModulatorConfig): Promise<Modulator> {
  const GROUP = groupOf(device, MOST_GROUP);
  const label = "soqpsk/modulator";
  const blocks = checkedCount(label, "blocks", config.blocks);
  const constants = {
    GROUP,
    SAMPLES: BLOCK_HOP,
    WORDS: BLOCK_BIT_ROWS * PACKET_WORDS,
    ORIGIN: BLOCK_FIRST_ROW * PACKET_SAMPLES + Math.floor(PULSE_LEAD),
  };
  const memory = allocate(device);
  const samples = memory.storage("transmitted samples", blocks * BLOCK_HOP * 8);
  const pulses = memory.constant("pulses", pulseTurns(PULSE_LEAD % 1));
  const groups = [Math.ceil(BLOCK_HOP / GROUP), blocks] as const;
  const stage = await createStage(device, {
    label,
    wgsl: [modulatorKernel, soqpsk, words, phasor],
    constants,
    resources: { bits: config.bits, pulses, samples },
    groups,
    memory,
  });
  return { ...stage, samples };
}
