import fours from "#shaders/lib/fours.wgsl?raw";
import transposedKernel from "#shaders/resampling/transposed.wgsl?raw";
import { checkedCount } from "../gpu/rows.ts";
import type { StreamPlan } from "../stream/block.ts";
import { checkResampler, createResampler, lowestTerms, type PolyphaseFilter, type ResamplerConfig } from "./plan.ts";

const GROUP = 128;
/** Sums that an invocation has room for. */
const MOST_SUMS = 64;
/** Sums that are handled together. */
const BLOCK = 8;
/** Strands that a GPU wants at least, and those beyond which longer ones are better. */
const [FEW_STRANDS, MANY_STRANDS] = [2 ** 13, 2 ** 15];

export interface TransposedConfig extends ResamplerConfig {
  /** Periods of the rate, of `down` inputs each, in a strand: faster or slower, the same results. */
  periods?: number;
}

/** Outputs that a sample reaches, in lowest terms. */
const reach = ({ taps, complexTaps, down }: PolyphaseFilter) => Math.ceil(taps.length / (complexTaps ? 2 : 1) / down);

/** Whether a change of rate can be done this way: a lower rate, and few outputs that a sample reaches. */
export function isTransposable(filter: PolyphaseFilter): boolean {
  const lowest = lowestTerms(filter);
  return lowest.up < lowest.down && reach(lowest) <= MOST_SUMS;
}

/**
 * Periods in a strand: so many that what a strand does before its own outputs is a third of its work, fewer where there
 * would be too few strands.
 */
function periodsOf(lead: number, available: number, signals: number): number {
  const total = signals * available;
  const wanted = Math.min(Math.ceil(2 * lead), Math.floor(total / FEW_STRANDS));
  return Math.min(available, Math.max(1, wanted, Math.floor(total / MANY_STRANDS)));
}

/**
 * Rational change to a lower rate as `createPolyphase` does it, by sums that stay in registers while the samples come: the faster
 * way where there are strands for all of a GPU. The outputs are the same, bit for bit, for pages of any size.
 *
 * @throws RangeError for a size out of its range, for taps that are no float32 numbers, and for what `isTransposable` denies.
 */
export async function createTransposed(device: GPUDevice, config: TransposedConfig): Promise<StreamPlan> {
  const label = "resampling/transposed";
  checkResampler(label, config);
  if (!isTransposable(config)) {
    const wanted = `up must be below down, and a sample reach at most ${MOST_SUMS} outputs`;
    throw new RangeError(`${label}: ${wanted}, got ${config.up}/${config.down} and ${reach(config)}`);
  }
  const { signals, length } = config;
  const filter = lowestTerms(config);
  const { up, down } = filter;
  const width = filter.complexTaps ? 2 : 1;
  const taps = filter.taps.length / width;
  const BLOCKS = Math.ceil(reach(filter) / BLOCK);
  const response = new Float32Array(down * BLOCKS * BLOCK * width);
  for (let k = 0; k < down; k++) {
    for (let a = 0; a < BLOCKS * BLOCK; a++) {
      const tap = (Math.ceil((k * up) / down) + a) * down - k * up;
      if (tap >= taps) continue;
      const four = Math.floor((k * BLOCKS * BLOCK + a) / 4);
      for (let part = 0; part < width; part++) {
        response[(four * width + part) * 4 + (a % 4)] = filter.taps[tap * width + part];
      }
    }
  }
  const lead = Math.floor((taps - 1) / up);
  const periods = checkedCount(label, "periods", config.periods ?? periodsOf(lead / down, length / down, signals));
  const segments = Math.ceil(length / down / periods);
  // Counted from the beginning of a period that no strand's first sample lies before.
  const first = down * Math.ceil(lead / down) - lead;
  const firstOutput = Math.ceil((first * up) / down);
  return createResampler(device, config, {
    label,
    wgsl: [transposedKernel, fours],
    constants: { GROUP, BLOCKS, SAMPLE_PARTS: config.kind === "complex" ? 2 : 1, TAP_PARTS: width },
    response,
    history: lead,
    params: {
      segments,
      inputs: periods * down,
      results: periods * up,
      discarded: up * Math.ceil(lead / down) - firstOutput,
      phase: first % down,
      limit: Math.floor((firstOutput * down) / up) - first,
      rest: (firstOutput * down) % up,
    },
    workgroups: Math.ceil((signals * segments) / GROUP),
  });
}
