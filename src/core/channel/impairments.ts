import impairmentsKernel from "#shaders/channel/impairments.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import type { Stage } from "../gpu/timing.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH } from "../telemetry/blocks.ts";
import { type Page, checkedBlocks, checkedPage } from "../telemetry/page.ts";

const GROUP = 256;

/** What the receiver's front end and the air do to a recording, besides multipath. */
export interface Impairments {
  /** Carrier offset ω, rad/sample: the signal is multiplied by e^{+j(ωn + phase)}. */
  frequencyOffset: number;
  /** Carrier phase at recording sample 0, rad. */
  phase: number;
  /** Mean squared magnitude of the complex noise. */
  noiseVariance: number;
  /** u32. */
  seed: number;
}

export interface ImpairmentsConfig extends Page, Impairments {
  /** Blocks of 32 packets in the page. */
  blocks: number;
  /** Samples of the page, vec2f [block][BLOCK_LENGTH]; changed in place. */
  samples: GPUBuffer;
}

export interface ImpairmentsPlan extends Stage {
  /** Takes effect, as the other setter, for what is submitted afterwards. */
  setPage(page: Page): void;
  setImpairments(impairments: Impairments): void;
  destroy(): void;
}

/**
 * Adds a carrier offset and white Gaussian noise to a recording, in place. Sample n of the recording gets the same
 * phase and the same noise in whatever block and page it is found.
 *
 * @throws RangeError when the page or an impairment is out of range.
 */
export async function createImpairments(device: GPUDevice, config: ImpairmentsConfig): Promise<ImpairmentsPlan> {
  const label = "channel/impairments";
  const { samples } = config;
  const blocks = checkedBlocks(label, config.blocks);
  const params = { ...checkedPage(label, config), ...parameters(label, config) };
  const constants = { GROUP, BLOCK_LENGTH, BLOCK_HOP, BLOCK_LEAD };
  const kernel = await compile(device, { label, wgsl: [impairmentsKernel, complex, random, phasor], constants });
  const bound = kernel.bind({ samples, params });
  const groups = [Math.ceil(BLOCK_LENGTH / 2 / GROUP), blocks] as const;
  return {
    label,
    setPage: (page) => bound.set(checkedPage(label, page)),
    setImpairments: (impairments) => bound.set(parameters(label, impairments)),
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy: () => bound.destroy(),
  };
}

function parameters(label: string, { frequencyOffset, phase, noiseVariance, seed }: Impairments) {
  for (const [name, value] of Object.entries({ frequencyOffset, phase })) {
    if (!Number.isFinite(value)) throw new RangeError(`${label}: ${name} must be a finite number, got ${value}`);
  }
  if (!(noiseVariance >= 0 && noiseVariance < Infinity)) {
    throw new RangeError(`${label}: noiseVariance must be a number ≥ 0, got ${noiseVariance}`);
  }
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new RangeError(`${label}: seed must be a whole number from 0 to 2^32 − 1, got ${seed}`);
  }
  const step = fraction(frequencyOffset);
  const coarse = Math.floor(step);
  return {
    step: [coarse, Math.floor((step - coarse) * 2 ** 32)],
    phase: Math.floor(fraction(phase)),
    sigma: Math.sqrt(noiseVariance / 2),
    seed,
  };
}

/** An angle as a fraction of a turn, in units of 2^-32: 0 … 2^32 (exclusive), not rounded. */
function fraction(radians: number): number {
  const turns = radians / (2 * Math.PI);
  return ((turns - Math.floor(turns)) * 2 ** 32) % 2 ** 32;
}
