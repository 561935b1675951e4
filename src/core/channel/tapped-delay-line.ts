import delayLineKernel from "#shaders/channel/tapped-delay-line.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

/** A slot of fixed length with one packet in it. */
export interface Slot {
  /** Samples. */
  length: number;
  /** Samples before the packet. */
  lead: number;
}

/** The gains of a tapped delay line: one set for all packets or one per packet, fixed or at equally spaced instants. */
export interface TapGains {
  /** Taps, at delays of 0, 1, 2, … samples. */
  taps: number;
  /** vec2f [packet][instant][tap], or [instant][tap] if all packets share the gains. */
  gains: GPUBuffer;
  shared?: boolean;
  /** Instants of the gains, and samples from one to the next. Instant 0 is the slot's first sample. Default: gains that do not change. */
  moving?: { instants: number; spacing: number };
}

export interface DelayLineConfig extends TapGains {
  packets: number;
  /** Samples of the packets, vec2f [packet][length]. */
  samples: GPUBuffer;
  length: number;
  slot: Slot;
  /** Memory for the output, which others may change before this runs. Default: its own. */
  output?: GPUBuffer;
}

export interface DelayLine extends Plan {
  /** vec2f [packet][slot]. */
  readonly output: GPUBuffer;
}

const GROUP = 128;

/** Returns the instants that cover a slot: one beyond its end. */
export const instantsOf = ({ length }: Slot, spacing: number) => Math.ceil(length / spacing) + 1;

/**
 * Puts packets into slots through a tapped delay line, whose gains may change with time.
 *
 * @throws RangeError when a size is out of range, or the instants do not cover the slot.
 */
export async function createDelayLine(device: GPUDevice, config: DelayLineConfig): Promise<DelayLine> {
  const label = "channel/tapped-delay-line";
  const { samples, gains, slot, shared = false, moving = { instants: 1, spacing: 1 } } = config;
  const packets = checkedCount(label, "packets", config.packets);
  const length = checkedCount(label, "length", config.length);
  const taps = checkedCount(label, "taps", config.taps);
  checkedCount(label, "the slot's length", slot.length);
  if (!Number.isInteger(slot.lead) || slot.lead < 0) {
    throw new RangeError(`${label}: the slot's lead must be a whole number of samples, got ${slot.lead}`);
  }
  if (config.moving && moving.instants < instantsOf(slot, moving.spacing)) {
    throw new RangeError(
      `${label}: a slot needs ${instantsOf(slot, moving.spacing)} instants of gains, got ${moving.instants}`,
    );
  }
  const constants = {
    GROUP,
    TAPS: taps,
    INSTANTS: moving.instants,
    SPACING: moving.spacing,
    SHARED: Number(shared),
  };
  const memory = allocate(device);
  const output = memory.storage("slots", packets * slot.length * 8, config.output);
  const params = { slot: slot.length, length, lead: slot.lead };
  const groups = [Math.ceil(slot.length / GROUP), packets] as const;
  const stage = await createStage(device, {
    label,
    wgsl: [delayLineKernel, complex],
    constants,
    resources: { gains, input: samples, output, params },
    groups,
    memory,
  });
  return { ...stage, output };
}
